"""OPERATORS by name: each returns the changed value, from the value, the argument and the seam."""

import builtins
import json
import os
import random
import re
import sys
import threading
import time

from .kinds import KINDS
from .seam import MISSING
from .sending import carry, further, once, repeat


def copied(value, pointer, now):
    """The value at a pointer into `arguments`, `made` or the changed `value`; without a value there, the value stays unchanged."""
    found = vars(now)
    for name in pointer.split("/")[1:]:
        try:
            found = found[int(name)] if isinstance(found, list) else found[name] if isinstance(found, dict) else getattr(found, name)
        except (AttributeError, LookupError):
            return value
    return found


def merged(value, argument, now):
    """Adds members or elements `before` and `behind` the existing ones. An existing member takes precedence over one in `before`."""
    if isinstance(value, list):
        return [*argument.get("before", []), *value, *argument.get("behind", [])]
    if not isinstance(value, dict):
        return value
    return {**argument.get("before", {}), **value, **argument.get("behind", {})}


def replaced(value, argument, now):
    """Replaces what a regular expression matches in a text; another value stays unchanged."""
    pattern, by = argument
    return re.sub(pattern, by, value) if isinstance(value, str) else value


def picked(value, places, now):
    """Selects elements of a list, at the positions that `places` gives for its length; another list is unchanged."""
    return [value[at] for at in places.get(str(len(value)), range(len(value)))] if isinstance(value, list) else value


def gathered(value, argument, now):
    """The elements of the lists of all calls so far, as if these calls shared one list."""
    now.gathered.extend(value)
    return list(now.gathered)


def written(text, style, now):
    """Returns equal JSON in another notation: order of members (sorted, or by a seed), spacing, separators, escapes."""
    source = random.Random(style.get("order"))

    def ordered(value):
        if isinstance(value, list):
            return [ordered(each) for each in value]
        if not isinstance(value, dict):
            return value
        names = source.sample(list(value), len(value)) if style.get("order") is not None else value
        return {name: ordered(value[name]) for name in names}

    made = json.dumps(
        ordered(json.loads(text)),
        indent=style.get("indent"),
        separators=style.get("separators"),
        ensure_ascii=style.get("ascii_only", True),
        sort_keys=style.get("sorted", False),
    )
    before, behind = style.get("around", ("", ""))
    # A slash stands in strings only.
    return before + (made.replace("/", "\\/") if style.get("escaped_slashes") else made) + behind


class Trouble(BaseException):
    def __str__(self):
        raise RuntimeError("no words for it")


def raises(value, argument, now):
    """Raises a built-in exception, or a subclass of it called `name`; without `text`, an exception whose str() fails."""
    if "text" not in argument:
        raise Trouble
    base = getattr(builtins, argument["type"])
    raise (type(argument["name"], (base,), {}) if "name" in argument else base)(argument["text"])


def waits(value, seconds, now):
    time.sleep(seconds)
    return value


def prints(value, argument, now):
    """A text, many times over, and bytes that need not be UTF-8."""
    for name in argument["streams"]:
        stream = getattr(sys, name)
        stream.write(argument["text"] * argument["times"])
        stream.flush()
        stream.buffer.write(bytes(argument.get("bytes", ())))
    return value


def leaves_threads(value, argument, now):
    for name in argument["names"]:
        threading.Thread(target=time.sleep, args=(600,), name=name, daemon=argument["daemon"]).start()
    return value


def configured(value, members, now):
    """Sets attributes of an object; if a name is that of a method, calls it with the argument."""
    for name, argument in members.items():
        if callable(getattr(value, name)):
            getattr(value, name)(argument)
        else:
            setattr(value, name, argument)
    return value


OPERATORS = {
    "set": lambda value, argument, now: argument,
    "drop": lambda value, argument, now: MISSING,
    "copy": copied,
    "merge": merged,
    "replace": replaced,
    "pick": picked,
    "gather": gathered,
    # The element of a list in which the named member equals the argument of the call with this name.
    "find": lambda value, name, now: next(each for each in value if each[name] == now.arguments[name]),
    "as": lambda value, kind, now: KINDS[kind](value),
    "write": written,
    "raise": raises,
    "exit": lambda value, code, now: os._exit(code),
    "wait": waits,
    "print": prints,
    "leave-threads": leaves_threads,
    "configure": configured,
    "further": further,
    "repeat": repeat,
    "once": once,
    "carry": carry,
    # Nothing is sent: this is the answer.
    "answer": lambda send, content, now: lambda *request: (200, json.dumps(content).encode("utf-8")),
}
