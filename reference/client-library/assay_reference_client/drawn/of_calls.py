"""How calls are offered, their parameters, what they print and hand out, how long they take, what they raise; a fault among what is lawful."""

import functools
import inspect
import sys
import threading
import time

from ..faults import CALLS, FAULTS
from ..layers import layer

METHODS = {name: name.lower() for name in CALLS}
KINDS = {
    "by-position": inspect.Parameter.POSITIONAL_ONLY,
    "both": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "rest": inspect.Parameter.VAR_POSITIONAL,
    "by-name": inspect.Parameter.KEYWORD_ONLY,
    "further": inspect.Parameter.VAR_KEYWORD,
}


def parameters(of, taken):
    """One call takes these parameters, each [name, kind, meaning]; one without a meaning is ignored, one that is not given is omitted."""
    defaults = [{} if kind in ("rest", "further") else {"default": None} for _, kind, _ in taken]
    signature = inspect.Signature([inspect.Parameter(name, KINDS[kind], **default) for (name, kind, _), default in zip(taken, defaults)])
    meanings = {name: meaning for name, _, meaning in taken if meaning is not None}

    def takes(self, below, *args, **kwargs):
        given = signature.bind(*args, **kwargs).arguments
        return below(**{meanings[name]: value for name, value in given.items() if name in meanings})

    return layer(**{METHODS[of]: takes})


class Callable:
    """An object that can be called."""

    def __init__(self, call):
        self.call = call

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)


OFFERS = {
    "method": lambda call: call,
    "function": lambda call: lambda *args, **kwargs: call(*args, **kwargs),
    "object": Callable,
    "partial": functools.partial,
    "class": lambda call: type("Call", (), {"__new__": lambda _, *args, **kwargs: call(*args, **kwargs)}),
}


def offers(kinds):
    """What kind of object each call is."""
    return layer(offered=lambda self, below: {name: OFFERS[kinds.get(name, "method")](call) for name, call in below().items()})


def offers_instead(of, value):
    """In place of a call there is [a value], or nothing."""
    instead = {of: value[0]} if value else {}
    return layer(offered=lambda self, below: {**{name: call for name, call in below().items() if name != of}, **instead})


def prints(text, times, streams, octets):
    """Text, many times over, to `stdout` or `stderr`, and octets that are no UTF-8."""

    def printing(self, below, *args, **kwargs):
        for stream in streams:
            to = getattr(sys, stream)
            to.write(text * times)
            to.flush()
            to.buffer.write(bytes(octets))
        return below(*args, **kwargs)

    return layer(ask=printing, new_job=printing, offered=printing)


def delays(seconds):
    """Seconds that contexts, transfers, requests and results take longer."""

    def slow(before, after):
        def step(self, below, *args, **kwargs):
            time.sleep(before)
            result = below(*args, **kwargs)
            time.sleep(after)
            return result

        return step

    in_context, in_transfer, in_request, in_result = seconds
    return layer(context=slow(in_context, 0), file=slow(in_transfer, 0), send=slow(in_request, in_result))


class Silent(threading.Thread):
    def run(self):
        time.sleep(600)


def threads(names, daemon):
    """Threads that stay behind after the identity check."""

    def whoami(self, below, context):
        for name in names:
            Silent(name=name, daemon=daemon).start()
        return below(context)

    return layer(whoami=whoami)


BASES = {each.__name__: each for each in (Exception, OSError, ValueError, KeyError, TypeError, RuntimeError, BaseException, SystemExit, KeyboardInterrupt)}


def exceptions(base, name, text):
    """What is raised where no answer came."""

    def send(self, below, *request):
        try:
            return below(*request)
        except OSError:
            raise type(name, (BASES[base],), {})(text) from None

    return layer(send=send)


class Wrapped:
    __slots__ = ("content",)

    def __init__(self, content):
        self.content = content


STORE = []


def number(content):
    STORE.append(content)
    return len(STORE) - 1


# How something is handed out, and how it is taken back.
HANDLES = {
    "itself": (lambda content: content, lambda given: given),
    "object": (Wrapped, lambda given: given.content),
    "function": (lambda content: lambda: content, lambda given: given()),
    "tuple": (lambda content: (content,), lambda given: given[0]),
    "number": (number, lambda given: STORE[given]),
    "text": (lambda content: str(number(content)), lambda given: STORE[int(given)]),
}


def hands_out(contexts, built, jobs):
    """What stands for contexts, transfers and jobs: themselves, an object, a function, a tuple, a number or a text."""
    (context_out, context_back), (built_out, built_back), (job_out, job_back) = HANDLES[contexts], HANDLES[built], HANDLES[jobs]
    return layer(
        context=lambda self, below, *args, **kwargs: context_out(below(*args, **kwargs)),
        whoami=lambda self, below, context: below(context_back(context)),
        new_transfer=lambda self, below, *args, **kwargs: built_out(below(*args, **kwargs)),
        new_job=lambda self, below, transfers: job_out(below([built_back(each) for each in transfers])),
        submit=lambda self, below, context, job: below(context_back(context), job_back(job)),
        get_job_status=lambda self, below, context, job_id: below(context_back(context), job_id),
    )


DRAWN = {
    "parameters": parameters,
    "offers": offers,
    "offers-instead": offers_instead,
    "fault": lambda id: FAULTS[id],
    "prints": prints,
    "delays": delays,
    "threads": threads,
    "exceptions": exceptions,
    "hands-out": hands_out,
}
