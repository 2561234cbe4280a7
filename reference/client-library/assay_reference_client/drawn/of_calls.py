"""How calls are offered and which parameters they take; a known fault among what is lawful."""

import functools
import inspect

from ..faults import FAULTS
from .registry import drawn

METHODS = {
    "Context": "context",
    "whoami": "whoami",
    "new_transfer": "new_transfer",
    "new_job": "new_job",
    "submit": "submit",
    "get_job_status": "get_job_status",
}
KINDS = {
    "by-position": inspect.Parameter.POSITIONAL_ONLY,
    "both": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "rest": inspect.Parameter.VAR_POSITIONAL,
    "by-name": inspect.Parameter.KEYWORD_ONLY,
    "further": inspect.Parameter.VAR_KEYWORD,
}


@drawn("parameters")
def parameters(of, taken):
    """One call takes these parameters, each [name, kind, meaning]; what has no meaning is not looked at, what is not given is omitted."""
    made = [
        inspect.Parameter(name, KINDS[kind], **({} if kind in ("rest", "further") else {"default": None})) for name, kind, _ in taken
    ]
    signature = inspect.Signature(made)
    meanings = {name: meaning for name, _, meaning in taken if meaning is not None}

    def takes(self, *args, **kwargs):
        given = signature.bind(*args, **kwargs).arguments
        return getattr(super(layer, self), METHODS[of])(**{meanings[name]: value for name, value in given.items() if name in meanings})

    layer = type("Parameters", (), {METHODS[of]: takes})
    return layer


class Callable:
    """An object that can be called."""

    def __init__(self, call):
        self.call = call

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)


def as_class(call):
    return type("Call", (), {"__new__": lambda _, *args, **kwargs: call(*args, **kwargs)})


OFFERS = {
    "method": lambda call: call,
    "function": lambda call: lambda *args, **kwargs: call(*args, **kwargs),
    "object": Callable,
    "partial": functools.partial,
    "class": as_class,
}


@drawn("offers")
def offers(kinds):
    """What kind of thing each call is."""

    class Offers:
        def offered(self):
            return {name: OFFERS[kinds.get(name, "method")](call) for name, call in super().offered().items()}

    return Offers


@drawn("offers-instead")
def offers_instead(of, value):
    """In the place of a call there is [a value], or nothing."""

    class OffersInstead:
        def offered(self):
            own = {name: call for name, call in super().offered().items() if name != of}
            return {**own, of: value[0]} if value else own

    return OffersInstead


@drawn("fault")
def known_fault(id):
    """A fault that has an id of its own."""
    return FAULTS[id]
