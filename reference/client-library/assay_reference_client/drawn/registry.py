"""Makers of layers by name: each takes what was drawn and gives a layer that goes over the library."""

DRAWN = {}


def drawn(name):
    """Enters a maker of layers."""

    def enter(make):
        DRAWN[name] = make
        return make

    return enter
