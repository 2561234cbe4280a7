"""What calls return: kinds of objects, further members, wording; lost and changed members, other values."""

import collections
import datetime
import decimal
import keyword
import types
import uuid

from .of_values import another, same
from .registry import drawn


class Subclass(dict):
    """A dict that is more than one."""


class Attributes:
    def __init__(self, members):
        self.__dict__.update(members)


class Mute:
    """Its text cannot be had."""

    def __str__(self):
        raise RuntimeError("no words for it")

    __repr__ = __str__


def slotted(members):
    made = type("Slotted", (), {"__slots__": tuple(members)})()
    for name, value in members.items():
        setattr(made, name, value)
    return made


def with_properties(members):
    """An object whose members are read-only properties."""
    return type("Record", (), {"__slots__": (), **{name: property(lambda _, value=value: value) for name, value in members.items()}})()


def identifiers_alone(make):
    """Kinds whose members have to be identifiers."""

    def of(members):
        return make({name: value for name, value in members.items() if name.isidentifier() and not name.startswith("_") and not keyword.iskeyword(name)})

    return of


KINDS = {
    "dict": dict,
    "subclass": Subclass,
    "ordered": collections.OrderedDict,
    "default": lambda members: collections.defaultdict(list, members),
    "chain": lambda members: collections.ChainMap({}, dict(members)),
    "user-dict": collections.UserDict,
    "proxy": types.MappingProxyType,
    "namespace": lambda members: types.SimpleNamespace(**members),
    "attributes": Attributes,
    "named-tuple": identifiers_alone(lambda members: collections.namedtuple("Record", members)(*members.values())),
    "slots": identifiers_alone(slotted),
    "properties": identifiers_alone(with_properties),
}


class Number(int):
    """An int that is more than one."""


class Text(str):
    """A str that is more than one."""


def dressed(value, lists):
    """Texts and integers as subclasses, arrays as tuples or as they are."""
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Number(value)
    if isinstance(value, list):
        return (tuple if lists == "tuples" else list)(dressed(each, lists) for each in value)
    return {name: dressed(each, lists) for name, each in value.items()} if isinstance(value, dict) else value


@drawn("result-values")
def result_values(lists):
    """Texts and integers of results are of subclasses, arrays are `tuples` or `lists`."""

    class ResultValues:
        def identity(self, answer):
            return dressed(super().identity(answer), lists)

        def status(self, answer):
            return dressed(super().status(answer), lists)

    return ResultValues


@drawn("result-kind")
def result_kind(of_identity, of_job):
    """The kind of object that results are."""

    class ResultKind:
        def identity(self, answer):
            return KINDS[of_identity](super().identity(answer))

        def status(self, answer):
            return KINDS[of_job](super().status(answer))

    return ResultKind


STRANGE = {
    "octets": b"\xff\x00",
    "time": datetime.datetime(2026, 3, 4, 5, 6, 7),
    "decimal": decimal.Decimal("1.10"),
    "nan": float("nan"),
    "infinite": float("-inf"),
    "complex": 1j,
    "large": 10**5000,
    "set": {1, 2},
    "function": len,
    "class": dict,
    "object": object(),
    "mute": Mute(),
    "lone-surrogate": "\ud800",
    "uuid": uuid.UUID(int=1),
    "endless": (number for number in iter(int, 1)),
}


@drawn("result-members")
def result_members(json_members, strange, behind, itself):
    """Further members of results: JSON values, and things that JSON has not; before or behind the documented ones; the result within itself."""

    class ResultMembers:
        def with_further(self, answer):
            further = {**json_members, **{f"further {name}": STRANGE[name] for name in strange}}
            made = {**answer, **{name: value for name, value in further.items() if name not in answer}} if behind else {**further, **answer}
            if itself:
                made["itself"] = made
            return made

        def identity(self, answer):
            return self.with_further(super().identity(answer))

        def status(self, answer):
            return self.with_further(super().status(answer))

    return ResultMembers


@drawn("http-status")
def http_status(value):
    """http_status is [value], or lost where there is none."""

    class HttpStatus:
        def status(self, answer):
            own = {name: each for name, each in super().status(answer).items() if name != "http_status"}
            return {**own, "http_status": value[0]} if value else own

    return HttpStatus


class Speaking:
    """An object whose text is an identifier."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class Told(Speaking):
    """The same, with members."""


IDENTIFIERS = {"text": str, "subclass": Text, "uuid": uuid.UUID, "speaking": Speaking, "members": Told}


@drawn("identifier-kind")
def identifier_kind(kind):
    class IdentifierKind:
        def identifier(self, answer):
            return IDENTIFIERS[kind](super().identifier(answer))

    return IdentifierKind


@drawn("identifier-instead")
def identifier_instead(value):
    """submit returns another value than the identifier; "within": the identifier within something."""

    class IdentifierInstead:
        def identifier(self, answer):
            own = super().identifier(answer)
            if value == ["within", "array"]:
                return [own]
            if value == ["within", "object"]:
                return {"job_id": own}
            if value[0] == "text":
                return value[1].replace("{}", own)
            return another(own, value[1])

    return IdentifierInstead


def changed_value(own, change, value):
    """A value that is not the same as before."""
    if change == "element" and isinstance(own, list):
        return [*own, value]
    if change == "fewer" and isinstance(own, list) and own:
        return own[:-1]
    if change == "member" and isinstance(own, dict):
        return {inner: another(each, value) for inner, each in own.items()} if own else {"made-up": value}
    if change == "letters" and isinstance(own, str) and own.swapcase() != own:
        return own.swapcase()
    return another(own, value)


@drawn("result-changed")
def result_changed(of, member, change, value):
    """A member of a result is lost, has another name or another value."""

    class ResultChanged:
        def changed(self, answer):
            own = answer[member]
            rest = {name: each for name, each in answer.items() if name != member}
            if change == "lost":
                return rest
            if change == "renamed":
                return {**rest, f"{member}{value}": own}
            return {**rest, member: changed_value(own, change, value)}

        def identity(self, answer):
            own = super().identity(answer)
            return self.changed(own) if of == "whoami" else own

        def status(self, answer):
            own = super().status(answer)
            return self.changed(own) if of == "get_job_status" else own

    return ResultChanged


ENDS = {"Exception": Exception, "KeyError": KeyError, "TypeError": TypeError, "SystemExit": SystemExit, "BaseException": BaseException}


@drawn("result-instead")
def result_instead(of, value, raises):
    """A call returns something that is no object (in an array where it would be the same), or raises although it was answered."""

    class ResultInstead:
        def instead(self, own):
            if raises is not None:
                raise ENDS[raises](value)
            return [own] if value == "array" or same(value, own) else value

        def identity(self, answer):
            own = super().identity(answer)
            return self.instead(own) if of == "whoami" else own

        def status(self, answer):
            own = super().status(answer)
            return self.instead(own) if of == "get_job_status" else own

    return ResultInstead
