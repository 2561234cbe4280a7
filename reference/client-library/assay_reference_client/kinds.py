"""Other kinds of what is there: KINDS, functions of a value by name, for the operator `as`."""

import collections
import datetime
import json
import tempfile
import types
import uuid


class Opaque:
    __slots__ = ()


def leaf(path):
    """A file with the first certificate of a file."""
    end = "-----END CERTIFICATE-----\n"
    with open(path, encoding="ascii") as file, tempfile.NamedTemporaryFile("w", suffix=".pem", delete=False) as made:
        made.write(file.read().split(end)[0] + end)
    return made.name


KINDS = {
    # Results.
    "ordered": lambda members: collections.OrderedDict(sorted(members.items())),
    "proxy": types.MappingProxyType,
    "namespace": lambda members: types.SimpleNamespace(**members),
    "datetime": lambda value: datetime.datetime.fromisoformat(value) if value else value,
    # Texts.
    "text": str,
    "lower": str.lower,
    "uuid": uuid.UUID,
    # Wrong ones.
    "array": lambda value: [value],
    "within": lambda value: {"job_id": value},
    "last": lambda elements: elements[-1],
    "pairs": lambda members: tuple(members.items()),
    "numbered": lambda value: dict(enumerate(value)) if isinstance(value, list) else value,
    "zero-for-null": lambda value: 0 if value is None else value,
    "python": lambda text: str(json.loads(text)),
    "leaf": leaf,
    # Calls, and what stands for contexts, transfers and jobs.
    "constructor": lambda call: type("Call", (), {"__new__": lambda _, *args, **kwargs: call(*args, **kwargs)}),
    "opaque": lambda _: Opaque(),
}
