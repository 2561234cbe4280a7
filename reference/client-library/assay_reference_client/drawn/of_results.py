"""What calls return: kinds of objects, further members, wording; lost and changed members, other values."""

import collections
import datetime
import decimal
import keyword
import types
import uuid

from ..layers import layer, without
from .of_values import another, same


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


def on_results(identity, status):
    """A layer that changes what `whoami` and `get_job_status` return; None: as it was."""
    changes = {"identity": identity, "status": status}
    return layer(**{step: lambda self, below, answer, change=change: change(below(answer)) for step, change in changes.items() if change})


def on_result(of, change):
    """A layer that changes what one of the two returns."""
    return on_results(change if of == "whoami" else None, change if of == "get_job_status" else None)


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


def result_members(json_members, strange, behind, itself):
    """Further members of results: JSON values, and things that JSON has not; before or behind the documented ones; the result within itself."""

    def with_further(answer):
        further = {**json_members, **{f"further {name}": STRANGE[name] for name in strange}}
        made = {**answer, **{name: value for name, value in further.items() if name not in answer}} if behind else {**further, **answer}
        if itself:
            made["itself"] = made
        return made

    return on_results(with_further, with_further)


class Speaking:
    """An object whose text is an identifier."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class WithMembers(Speaking):
    """The same, with members."""


IDENTIFIERS = {"text": str, "subclass": Text, "uuid": uuid.UUID, "speaking": Speaking, "members": WithMembers}


def identifier_instead(value):
    """submit returns another value than the identifier; "within": the identifier within something."""
    kind, made = value
    within = {"array": lambda own: [own], "object": lambda own: {"job_id": own}}

    def instead(self, below, answer):
        own = below(answer)
        if kind == "within":
            return within[made](own)
        return made.replace("{}", own) if kind == "text" else another(own, made)

    return layer(identifier=instead)


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


def result_changed(of, member, change, value):
    """A member of a result is lost, has another name or another value."""

    def changed(answer):
        rest = {name: each for name, each in answer.items() if name != member}
        if change == "lost":
            return rest
        if change == "renamed":
            return {**rest, f"{member}{value}": answer[member]}
        return {**rest, member: changed_value(answer[member], change, value)}

    return on_result(of, changed)


ENDS = {"Exception": Exception, "KeyError": KeyError, "TypeError": TypeError, "SystemExit": SystemExit, "BaseException": BaseException}


def result_instead(of, value, raises):
    """A call returns something that is not an object (in an array where it would be the same), or raises although it was answered."""

    def instead(own):
        if raises is not None:
            raise ENDS[raises](value)
        return [own] if value == "array" or same(value, own) else value

    return on_result(of, instead)


DRAWN = {
    # Texts and integers of results are of subclasses, arrays are `tuples` or `lists`.
    "result-values": lambda lists: on_results(lambda own: dressed(own, lists), lambda own: dressed(own, lists)),
    # The kind of object that results are.
    "result-kind": lambda of_identity, of_job: on_results(KINDS[of_identity], KINDS[of_job]),
    "result-members": result_members,
    # http_status is [value], or lost if absent.
    "http-status": lambda value: on_results(None, lambda own: {**without(own, "http_status"), **({"http_status": value[0]} if value else {})}),
    "identifier-kind": lambda kind: layer(identifier=lambda self, below, answer: IDENTIFIERS[kind](below(answer))),
    "identifier-instead": identifier_instead,
    "result-changed": result_changed,
    "result-instead": result_instead,
}
