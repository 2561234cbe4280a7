"""Layers over the library: each replaces some of its steps."""

from .library import Library


def layer(*bases, **steps):
    """A class over the library. A step is called with the instance, the same step of the layer below, and the arguments of the call."""
    made = type("Layer", bases, {})
    for name, step in steps.items():
        setattr(made, name, method(made, name, step))
    return made


def method(made, name, step):
    def call(self, *args, **kwargs):
        return step(self, getattr(super(made, self), name), *args, **kwargs)

    return call


def offered(layers):
    """The module's members by name, the first layer outermost."""
    return type("Library", (*layers, Library), {})().offered()


def fails(error):
    """Raises, where a statement cannot stand."""
    raise error


def without(members, *names):
    """An object without some of its members; names are compared in lower case."""
    return {name: value for name, value in members.items() if name.lower() not in names}
