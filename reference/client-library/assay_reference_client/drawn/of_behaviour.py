"""How the library behaves otherwise: what it prints, how long it takes, threads, exceptions, what it hands out for contexts and jobs."""

import sys
import threading
import time

from .registry import drawn


class Silent(threading.Thread):
    def run(self):
        time.sleep(600)


@drawn("prints")
def prints(text, times, streams, octets):
    """Text, many times over, to `stdout` or `stderr`, and octets that are no UTF-8."""

    def written():
        for stream in streams:
            to = getattr(sys, stream)
            to.write(text * times)
            to.flush()
            to.buffer.write(bytes(octets))

    class Prints:
        def ask(self, *request):
            written()
            return super().ask(*request)

        def new_job(self, transfers):
            written()
            return super().new_job(transfers)

        def offered(self):
            written()
            return super().offered()

    return Prints


@drawn("delays")
def delays(seconds):
    """Seconds that contexts, transfers, requests and results take longer."""
    in_context, in_transfer, in_request, in_result = seconds

    class Delays:
        def context(self, *args, **kwargs):
            time.sleep(in_context)
            return super().context(*args, **kwargs)

        def file(self, *fields):
            time.sleep(in_transfer)
            return super().file(*fields)

        def send(self, *request):
            time.sleep(in_request)
            answer = super().send(*request)
            time.sleep(in_result)
            return answer

    return Delays


@drawn("threads")
def threads(names, daemon):
    """Threads that stay behind after the identity check."""

    class Threads:
        def whoami(self, context):
            for name in names:
                Silent(name=name, daemon=daemon).start()
            return super().whoami(context)

    return Threads


BASES = {each.__name__: each for each in (Exception, OSError, ValueError, KeyError, TypeError, RuntimeError, BaseException, SystemExit, KeyboardInterrupt)}


@drawn("exceptions")
def exceptions(base, name, text):
    """What is raised where no answer came."""

    class Exceptions:
        def send(self, *request):
            try:
                return super().send(*request)
            except OSError:
                raise type(name, (BASES[base],), {})(text) from None

    return Exceptions


class Wrapped:
    __slots__ = ("content",)

    def __init__(self, content):
        self.content = content


class Closure:
    @staticmethod
    def over(content):
        return lambda: content


@drawn("hands-out")
def hands_out(contexts, built, jobs):
    """What stands for contexts, transfers and jobs: themselves, an object, a function, a tuple, a number or a text."""
    store = []

    def number(content):
        store.append(content)
        return len(store) - 1

    out = {
        "itself": lambda content: content,
        "object": Wrapped,
        "function": Closure.over,
        "tuple": lambda content: (content,),
        "number": number,
        "text": lambda content: str(number(content)),
    }
    back = {
        "itself": lambda given: given,
        "object": lambda given: given.content,
        "function": lambda given: given(),
        "tuple": lambda given: given[0],
        "number": lambda given: store[given],
        "text": lambda given: store[int(given)],
    }

    class HandsOut:
        def context(self, *args, **kwargs):
            return out[contexts](super().context(*args, **kwargs))

        def whoami(self, context):
            return super().whoami(back[contexts](context))

        def new_transfer(self, *args, **kwargs):
            return out[built](super().new_transfer(*args, **kwargs))

        def new_job(self, transfers):
            return out[jobs](super().new_job([back[built](each) for each in transfers]))

        def submit(self, context, job):
            return super().submit(back[contexts](context), back[jobs](job))

        def get_job_status(self, context, job_id):
            return super().get_job_status(back[contexts](context), job_id)

    return HandsOut
