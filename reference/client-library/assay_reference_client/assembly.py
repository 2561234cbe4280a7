"""Puts the library together: the documented one, with a fault, variants, or what was drawn over it.

What lies over the library is imported where it is asked for: most of the time that a process takes to start goes there.
"""

from .library import Library


def assemble(fault, variants, drawn):
    """The module's members by name; `drawn` is JSON. Raises a LookupError for a fault or variant that does not exist."""
    layers = [*layers_of_drawn(drawn), *layers_of_variants(variants)]
    if not fault:
        return offered(layers)
    from .faults import FAULTS, IMPORTS, MISSING

    if fault in MISSING:
        members = offered(layers)
        members.pop(MISSING[fault], None)
        return members
    if fault in IMPORTS:
        IMPORTS[fault]()
    return offered([FAULTS[fault], *layers])


def offered(layers):
    return type("Library", (*layers, Library), {})().offered()


def layers_of_drawn(text):
    if not text:
        return []
    from .drawn import drawn_layers

    return drawn_layers(text)


def layers_of_variants(names):
    if not names:
        return []
    from .variants import VARIANTS

    return [VARIANTS[name] for name in names.split(",")]
