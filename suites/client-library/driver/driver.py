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
import collections
import collections.abc
import importlib
import itertools
import json
import os
import queue
import signal
import sys
import threading
import traceback
import types

# The library may replace members of modules.
dumps, loads = json.dumps, json.loads

LONGEST_MESSAGE = 4000
DEEPEST = 40
# Maximum depth at which members of objects are read; those of deeper objects may lead to unrelated data.
DEEPEST_OBJECT = 2
# An iterable may be endless, and an object may contain itself.
MOST_VALUES = 200_000
READER = "driver-commands"


def converted(value, depth=0, numbers=None):
    """Returns a value for JSON; {"$text": str(value)} for what JSON cannot represent, or what cannot be read."""
    numbers = numbers or itertools.count()
    inner = depth < DEEPEST and next(numbers) < MOST_VALUES
    try:
        if value is None or isinstance(value, int) and abs(value) < 1 << 63:
            return value
        # Neither infinite nor no number.
        if isinstance(value, float) and value - value == 0:
            return value
        if isinstance(value, (str, collections.UserString)):
            return clean(str(value))
        named = value._asdict() if isinstance(value, tuple) and hasattr(value, "_asdict") else value
        # Like sqlite3.Row: a mapping without its base class.
        if not isinstance(named, collections.abc.Mapping) and hasattr(type(named), "keys") and hasattr(type(named), "__getitem__"):
            named = {key: named[key] for key in itertools.islice(named.keys(), MOST_VALUES)}
        is_list = isinstance(named, (collections.abc.Sequence, collections.abc.Set)) and not isinstance(named, (bytes, bytearray, memoryview))
        is_container = is_list or isinstance(named, collections.abc.Mapping)
        if not is_container and not callable(named) and depth <= DEEPEST_OBJECT:
            named = attributes(named) or named
        if isinstance(named, collections.abc.Mapping) and inner:
            items = itertools.islice(named.items(), MOST_VALUES)
            return {words(key): converted(item, depth + 1, numbers) for key, item in items}
        if is_list and inner:
            return [converted(item, depth + 1, numbers) for item in itertools.islice(named, MOST_VALUES)]
    except BaseException:
        # Its text may be readable.
        pass
    return {"$text": words(value)}


def attributes(value):
    """Public members of an object: its attributes, its slots, its properties, and those that only it lists."""
    named = dict(getattr(value, "__dict__", {}))
    kinds = [vars(kind) for kind in type(value).__mro__]
    for name in dir(value):
        member = next((kind[name] for kind in kinds if name in kind), None)
        if name not in named and (member is None or isinstance(member, (property, types.MemberDescriptorType))):
            try:
                named[name] = getattr(value, name)
            except BaseException:
                # A slot without a value, or a property that raises an exception.
                continue
    return {name: each for name, each in named.items() if not name.startswith("_")}


def words(value):
    """Returns str() of a value, or a sentence if that fails."""
    try:
        text = clean(str(value))
        return text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE] + "…"
    except BaseException as error:
        return f"its text cannot be had ({type_name(error)})"


def clean(text):
    """Returns a text without lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")


def type_name(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def raised(error):
    """Returns type, message and innermost frames, without values of variables."""
    places = [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
    bases = [base.__name__ for base in type(error).__mro__ if base is not object]
    return {"type": type_name(error), "message": words(error), "bases": bases, "places": places[-5:]}


def returned(value):
    told = {"value": converted(value), "type": type_name(value)}
    if not issubclass(type(value), (str, list, tuple, collections.abc.Mapping)):
        told["text"] = words(value)
    return told


def threads():
    """Names of threads beside the main one and our own."""
    others = (thread for thread in threading.enumerate() if thread is not threading.main_thread() and thread.name != READER)
    return [f"{words(thread.name)}{' (daemon)' if thread.daemon else ''}" for thread in others][:20]


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def argument(kept, value):
    if isinstance(value, dict) and set(value) == {"$ref"}:
        return kept[value["$ref"]]
    return [argument(kept, item) for item in value] if isinstance(value, list) else value


def perform(module, kept, command):
    args = argument(kept, command.get("args", []))
    kwargs = {name: argument(kept, value) for name, value in command.get("kwargs", {}).items()}
    try:
        result = getattr(module, command["call"])(*args, **kwargs)
    except BaseException as error:
        return {"raised": raised(error)}
    if "keep" in command:
        # The internals of a context or a job are private to the library, and may contain secrets.
        kept[command["keep"]] = result
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
        commands.put(loads(line))
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
        answers.write(dumps({**content, "threads": threads()}) + "\n")
        answers.flush()

    commands = queue.Queue()
    threading.Thread(target=read_commands, args=(stream, commands), name=READER, daemon=True).start()
    module, told = load(folder, name, wanted)
    answer(told)
    kept = {}
    while module is not None:
        answer(perform(module, kept, commands.get()))
    end()


main()
