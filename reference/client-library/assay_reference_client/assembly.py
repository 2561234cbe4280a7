"""Puts the library together: the documented one, with a fault, variants, or what was drawn over it."""

from .drawn import drawn_layers
from .faults import FAULTS, IMPORTS, MISSING
from .library import Library
from .variants import VARIANTS


def assemble(fault, variants, drawn):
    """The module's members by name; `drawn` is JSON. Raises a LookupError for a fault or variant that does not exist."""
    layers = [*drawn_layers(drawn), *(VARIANTS[name] for name in variants.split(",") if name)]
    if fault in IMPORTS:
        IMPORTS[fault]()
    elif fault and fault not in MISSING:
        layers.insert(0, FAULTS[fault])
    offered = type("Library", (*layers, Library), {})().offered()
    offered.pop(MISSING.get(fault, ""), None)
    return offered
