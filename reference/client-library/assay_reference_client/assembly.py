"""Puts the library together: the documented one, with a fault, variants, or drawn layers over it.

These are imported only where they are needed: the imports take most of the time that a process needs to start.
"""

from .layers import offered


def assemble(fault, variants, drawn):
    """The module's members by name; `drawn` is JSON. Raises a LookupError for a fault or variant that does not exist."""
    layers = []
    if drawn:
        from .drawn import drawn_layers

        layers += drawn_layers(drawn)
    if variants:
        from .variants import VARIANTS

        layers += [VARIANTS[name] for name in variants.split(",")]
    if not fault:
        return offered(layers)
    from .faults import FAULTS, IMPORTS, MISSING

    if fault in MISSING:
        return {name: call for name, call in offered(layers).items() if name != MISSING[fault]}
    if fault in IMPORTS:
        IMPORTS[fault]()
    return offered([FAULTS[fault], *layers])
