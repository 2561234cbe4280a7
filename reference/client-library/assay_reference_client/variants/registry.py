"""Lawful oddities by name: other ways to do what the document says."""

VARIANTS = {}


def variant(name):
    """Enters a layer that goes over the library."""

    def enter(layer):
        VARIANTS[name] = layer
        return layer

    return enter
