"""Imports a client library and makes the requested calls.

usage: driver.py FD FOLDER MODULE [NAME ...]

FD      file descriptor to which answers are written, one JSON object per line
FOLDER  folder to import from, or an empty text
MODULE  module to import
NAME    member that the module should offer

The first answer is the outcome of the import. Each line of standard input is then a command
{"call": NAME, "args": [...], "kwargs": {...}, "keep": KEY}, where {"$ref": KEY} in an
argument stands for what an earlier call returned. Python 3.9 and its standard library.
"""

# Imported before the library's folder is searched: modules in it may have the same names.
import collections.abc
import importlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
import types

LONGEST_TEXT = 1 << 20
LONGEST_MESSAGE = 4000
DEEPEST = 40
MOST_ITEMS = 200_000
# Maximum depth at which slots and properties are read; those of deeper objects may lead to unrelated data.
DEEPEST_PROPERTIES = 2
READER = "driver-commands"


class Conversion:
    """Turns a Python value into JSON; remembers the places that JSON cannot represent exactly."""

    def __init__(self):
        self.left = MOST_ITEMS
        self.inexact = []

    def convert(self, value, depth=0):
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            return self.stands_for(value, "too large")
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return int(value) if abs(value) < 1 << 63 else self.stands_for(value, "too large")
        if isinstance(value, float):
            return float(value) if value - value == 0 else self.stands_for(value, "no JSON number")
        if isinstance(value, str):
            text = value.encode("utf-8", "replace").decode("utf-8")
            return text if len(text) <= LONGEST_TEXT else self.stands_for(value, "too large")
        if isinstance(value, collections.abc.Mapping):
            return self.members(value.items(), depth)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return self.members(zip(value._fields, value), depth)
        if isinstance(value, (list, tuple)):
            return [self.inner(item, depth) for item in self.some(value)]
        named = {} if callable(value) else attributes(value, depth < DEEPEST_PROPERTIES)
        return self.members(named.items(), depth) if named else self.stands_for(value, "no JSON value")

    def members(self, items, depth):
        made = {}
        for key, value in self.some(items):
            # No single member may use up the limit and leave no room for later members.
            kept = self.left // 2 if depth == 0 else 0
            self.left -= kept
            made[words(key)] = self.inner(value, depth)
            self.left += kept
        return made

    def inner(self, value, depth):
        """Contents of a container; an unreadable one does not prevent reading the rest."""
        try:
            return self.convert(value, depth + 1)
        except BaseException as error:
            return self.stands_for(value, f"it cannot be read ({type_name(error)})")

    def some(self, items):
        """Yields items until the limit is reached, because an iterable may be endless."""
        for item in items:
            if self.left <= 0:
                self.inexact.append("too large: the rest is left out")
                return
            yield item

    def stands_for(self, value, why):
        self.inexact.append(f"{type_name(value)}: {why}")
        return {"$text": words(value)}


def attributes(value, properties):
    """Public members of an object: its attributes, its slots and, if requested, its properties."""
    named = {name: each for name, each in getattr(value, "__dict__", {}).items() if not name.startswith("_")}
    if not properties:
        return named
    for kind in type(value).__mro__:
        for name, member in vars(kind).items():
            if name.startswith("_") or name in named or not isinstance(member, (property, types.MemberDescriptorType)):
                continue
            try:
                named[name] = getattr(value, name)
            except BaseException:
                # A slot without a value, or a property that raises an exception.
                continue
    return named


def words(value):
    """Returns str() of a value, or a sentence if that fails."""
    try:
        return bounded(str(value))
    except BaseException as error:
        return f"its text cannot be had ({type_name(error)})"


def bounded(text):
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE] + "…"


def type_name(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def raised(error):
    """Type, message and the places it came through; no values of variables."""
    places = [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
    bases = [base.__name__ for base in type(error).__mro__ if base is not object]
    return {"type": type_name(error), "message": words(error), "bases": bases, "places": places[-5:]}


def returned(value):
    try:
        conversion = Conversion()
        told = {"value": conversion.convert(value), "type": type_name(value)}
        if not isinstance(value, (str, list, tuple, collections.abc.Mapping)):
            told["text"] = words(value)
        if conversion.inexact:
            told["inexact"] = conversion.inexact[:5]
        json.dumps(told)
        return told
    except BaseException as error:
        return {"value": None, "type": type_name(value), "inexact": [f"it cannot be read: {raised(error)['message']}"]}


def threads():
    """Names of threads beside the main one and our own."""
    others = (thread for thread in threading.enumerate() if thread is not threading.main_thread() and thread.name != READER)
    return [f"{bounded(thread.name)}{' (daemon)' if thread.daemon else ''}" for thread in others][:20]


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


class Driver:
    def __init__(self, module, kept):
        self.module = module
        self.kept = kept

    def argument(self, value):
        if isinstance(value, dict) and set(value) == {"$ref"}:
            return self.kept[value["$ref"]]
        if isinstance(value, list):
            return [self.argument(item) for item in value]
        return value

    def perform(self, command):
        args = [self.argument(value) for value in command.get("args", [])]
        kwargs = {name: self.argument(value) for name, value in command.get("kwargs", {}).items()}
        try:
            result = getattr(self.module, command["call"])(*args, **kwargs)
        except BaseException as error:
            return {"raised": raised(error)}
        if "keep" in command:
            # The internals of a context or a job are private to the library, and may hold secrets.
            self.kept[command["keep"]] = result
            return {"returned": {"kept": True, "type": type_name(result)}}
        return {"returned": returned(result)}


def load(folder, name, wanted):
    if folder:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(name)
        offered = [member for member in wanted if callable(getattr(module, member, None))]
    except BaseException as error:
        return None, {"raised": raised(error)}
    return module, {"imported": True, "offers": offered}


def read_commands(stream, commands):
    """Queues commands. At the end of the input the caller is gone: ends the process, even during a call."""
    for line in stream:
        commands.put(json.loads(line))
    end()


def end():
    """Ends this process, and those that the library left in its group."""
    flush()
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    # Not sys.exit, which would wait for threads that the library left.
    os._exit(0)


def main():
    descriptor, folder, name, *wanted = sys.argv[1:]
    # Copies that no child inherits; the library gets an empty input, and its output goes elsewhere.
    stream = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(int(descriptor)), "w", encoding="utf-8")
    os.close(int(descriptor))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.argv = [name]
    sys.path.pop(0)

    def answer(content):
        flush()
        answers.write(json.dumps({**content, "threads": threads()}) + "\n")
        answers.flush()

    commands = queue.Queue()
    threading.Thread(target=read_commands, args=(stream, commands), name=READER, daemon=True).start()
    module, told = load(folder, name, wanted)
    answer({**told, "python": ".".join(str(part) for part in sys.version_info[:3])})
    driver = Driver(module, {})
    while module is not None:
        answer(driver.perform(commands.get()))
    end()


main()
