"""KINDS: functions by name, each of which turns a value into another kind of Python object, for the operator `as`."""

import collections
import datetime
import decimal
import functools
import itertools
import json
import keyword
import tempfile
import types
import uuid


class Subclass(dict):
    """A subclass of dict, which a library may return instead of a dict."""


class Number(int):
    """A subclass of int, which a library may return instead of an int."""


class Text(str):
    """A subclass of str, which a library may return instead of a str."""


class Speaking:
    """An object that is not a string, and whose str() is the given text."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class WithMembers(Speaking):
    """An object that has members, and whose str() is the given text."""


class Mute:
    """An object whose str() and repr() raise an exception."""

    def __str__(self):
        raise RuntimeError("no words for it")

    __repr__ = __str__


class Opaque:
    __slots__ = ()


class Callable:
    """An object that can be called."""

    def __init__(self, call):
        self.call = call

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)


class Attributes:
    def __init__(self, members):
        self.__dict__.update(members)


def slotted(members):
    made = type("Slotted", (), {"__slots__": tuple(members)})()
    for name, value in members.items():
        setattr(made, name, value)
    return made


def with_properties(members):
    """An object whose members are read-only properties."""
    return type("Record", (), {"__slots__": (), **{name: property(lambda _, value=value: value) for name, value in members.items()}})()


def identifiers_alone(make):
    """Returns `make`, applied only to members whose names are public Python identifiers."""

    def of(members):
        return make({name: value for name, value in members.items() if name.isidentifier() and not name.startswith("_") and not keyword.iskeyword(name)})

    return of


def dressed(lists):
    """Texts and integers as subclasses, arrays as another kind."""

    def of(value):
        if isinstance(value, str):
            return Text(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return Number(value)
        if isinstance(value, list):
            return lists(of(each) for each in value)
        return {name: of(each) for name, each in value.items()} if isinstance(value, dict) else value

    return of


def leaf(path):
    """Writes the first certificate of a file, without its chain, to a new file, and returns the new path."""
    end = "-----END CERTIFICATE-----\n"
    with open(path, encoding="ascii") as file, tempfile.NamedTemporaryFile("w", suffix=".pem", delete=False) as made:
        made.write(file.read().split(end)[0] + end)
    return made.name


def holding_itself(members):
    members["itself"] = members
    return members


def time_of(value):
    return datetime.datetime.fromisoformat(value) if value else value


numbers = itertools.count(1000)

KINDS = {
    # Results.
    "subclass": Subclass,
    "ordered": lambda members: collections.OrderedDict(sorted(members.items())),
    "default": lambda members: collections.defaultdict(list, members),
    "chain": lambda members: collections.ChainMap({}, dict(members)),
    "user-dict": collections.UserDict,
    "proxy": types.MappingProxyType,
    "namespace": lambda members: types.SimpleNamespace(**members),
    "attributes": Attributes,
    "named-tuple": identifiers_alone(lambda members: collections.namedtuple("Record", members)(*members.values())),
    "slots": identifiers_alone(slotted),
    "properties": identifiers_alone(with_properties),
    "dressed": dressed(list),
    "dressed-with-tuples": dressed(tuple),
    "datetime": time_of,
    "holding-itself": holding_itself,
    # Texts.
    "text": str,
    "lower": str.lower,
    "text-subclass": Text,
    "uuid": uuid.UUID,
    "speaking": Speaking,
    "speaking-with-members": WithMembers,
    # Values that JSON cannot express.
    "bytes": lambda _: b"\xff\x00",
    "time": lambda _: datetime.datetime(2026, 3, 4, 5, 6, 7),
    "decimal": lambda _: decimal.Decimal("1.10"),
    "nan": lambda _: float("nan"),
    "infinite": lambda _: float("-inf"),
    "complex": lambda _: 1j,
    "large": lambda _: 10**5000,
    "set": lambda _: {1, 2},
    "function": lambda _: len,
    "class": lambda _: dict,
    "object": lambda _: object(),
    "mute": lambda _: Mute(),
    "lone-surrogate": lambda _: "\ud800",
    "another-uuid": lambda _: uuid.UUID(int=1),
    "endless": lambda _: itertools.repeat(0),
    # Wrong ones.
    "array": lambda value: [value],
    "within": lambda value: {"job_id": value},
    "last": lambda elements: elements[-1],
    "pairs": lambda members: tuple(members.items()),
    "numbered": lambda value: dict(enumerate(value)) if isinstance(value, list) else value,
    "zero-for-null": lambda value: 0 if value is None else value,
    "python": lambda text: str(json.loads(text)),
    "leaf": leaf,
    # Calls.
    "plain-function": lambda call: lambda *args, **kwargs: call(*args, **kwargs),
    "callable": Callable,
    "partial": functools.partial,
    "constructor": lambda call: type("Call", (), {"__new__": lambda _, *args, **kwargs: call(*args, **kwargs)}),
    # Handles that are returned in place of contexts, transfers and jobs.
    "opaque": lambda _: Opaque(),
    "closure": lambda own: lambda: own,
    "one-tuple": lambda own: (own,),
    "number": lambda _: next(numbers),
    "numeral": lambda _: str(next(numbers)),
}
