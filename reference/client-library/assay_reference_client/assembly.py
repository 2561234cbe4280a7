"""Puts the library together: the documented one, with faults, variants, or drawn layers over it.

These are imported only where they are needed: the imports take most of the time that a process needs to start.
"""

from .layers import offered


def assemble(faults, variants, drawn):
    """The module's members by name; `faults` and `variants` are comma lists, `drawn` is JSON. Raises a LookupError for a fault or variant that does not exist."""
    layers = []
    if drawn:
        from .drawn import drawn_layers

        layers += drawn_layers(drawn)
    if variants:
        from .variants import VARIANTS

        layers += [VARIANTS[name] for name in variants.split(",")]
    if not faults:
        return offered(layers)
    from .faults import FAULTS, IMPORTS, MISSING

    missing = []
    for fault in faults.split(","):
        if fault in MISSING:
            missing.append(MISSING[fault])
        elif fault in IMPORTS:
            IMPORTS[fault]()
        else:
            layers.insert(0, FAULTS[fault])
    return {name: call for name, call in offered(layers).items() if name not in missing}
