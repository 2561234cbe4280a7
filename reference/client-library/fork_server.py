"""Starts scripts in copies of this interpreter, so that its start and its imports happen once.

usage: fork_server.py FOLDER PACKAGE MODULE...

MODULE  imported before the first copy, from FOLDER or the standard library
PACKAGE its modules stay imported, and it runs again in each copy that imports it

Each line of standard input is an order {"number": N, "args": [SCRIPT, ...], "environment": {...}, "directory": PATH, "socket": PATH}.
The server connects to the socket four times, for descriptors 0 to 3 of the copy, which runs the script as if the interpreter had
been started with it, in a separate session. Each line of standard output tells of a copy: {"number": N, "pid": PID}, and once it has ended
{"number": N, "code": CODE} or {"number": N, "signal": NAME}. The server ends with its input.
"""

import fcntl
import importlib
import json
import os
import select
import signal
import socket
import sys

DESCRIPTORS = 4
codes = {}
numbers = {}


def tell(**content):
    os.write(1, (json.dumps(content) + "\n").encode("ascii"))


def code_of(script):
    if script not in codes:
        with open(script, "rb") as file:
            codes[script] = compile(file.read(), script, "exec")
    return codes[script]


def start(order):
    code = code_of(order["args"][0])
    connected = [connect(order["socket"]) for _ in range(DESCRIPTORS)]
    pid = os.fork()
    if pid != 0:
        for each in connected:
            os.close(each)
        numbers[pid] = order["number"]
        tell(number=order["number"], pid=pid)
        return
    status = 1
    try:
        become(order, connected)
        exec(code, main_module(order["args"][0]))
        status = 0
    except SystemExit as end:
        status = status_of(end)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            sys.stdout.flush()
        finally:
            os._exit(status)


def status_of(end):
    """The exit code that an interpreter gives to a SystemExit."""
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 0xFF
    print(end.code, file=sys.stderr)
    return 1


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    return connection.detach()


def become(order, connected):
    """Puts the process where a started one would be, with `connected` as its descriptors from 0 on."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.chdir(order["directory"])
    os.environ.clear()
    os.environ.update(order["environment"])
    # Copies above all descriptors that are replaced.
    held = [fcntl.fcntl(each, fcntl.F_DUPFD, DESCRIPTORS) for each in connected]
    for descriptor, each in enumerate(held):
        os.dup2(each, descriptor)
    os.closerange(DESCRIPTORS, max(held + connected) + 1)
    sys.argv = list(order["args"])
    sys.path.insert(0, os.path.dirname(order["args"][0]))


def main_module(script):
    module = type(sys)("__main__")
    module.__file__ = script
    sys.modules["__main__"] = module
    return vars(module)


def collect():
    """Tells of the copies that have ended."""
    while numbers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        number = numbers.pop(pid)
        if os.WIFSIGNALED(status):
            tell(number=number, signal=signal.Signals(os.WTERMSIG(status)).name)
        else:
            tell(number=number, code=os.WEXITSTATUS(status))


def main():
    folder, package, *modules = sys.argv[1:]
    # Where this script lies is not on the path of what it starts.
    sys.path[0] = folder
    for module in modules:
        importlib.import_module(module)
    sys.path.pop(0)
    sys.modules.pop(package, None)
    waking, woken = socket.socketpair()
    for each in (waking, woken):
        each.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken.fileno())
    rest = b""
    while True:
        ready, _, _ = select.select([0, waking], [], [])
        if waking in ready:
            waking.recv(4096)
            collect()
        if 0 in ready:
            octets = os.read(0, 1 << 16)
            if not octets:
                return
            *lines, rest = (rest + octets).split(b"\n")
            for line in lines:
                start(json.loads(line))


if __name__ == "__main__":
    main()
