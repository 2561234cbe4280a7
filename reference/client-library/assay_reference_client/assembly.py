"""Puts the library together: the documented one, with a fault or variants over it."""

from .faults import FAULTS, MISSING
from .library import Library
from .variants import VARIANTS

CALLS = {
    "Context": "context",
    "whoami": "whoami",
    "new_transfer": "new_transfer",
    "new_job": "new_job",
    "submit": "submit",
    "get_job_status": "get_job_status",
}


def assemble(fault, variants):
    """The module's members by name. Raises a LookupError for a fault or variant that does not exist."""
    layers = [VARIANTS[name] for name in variants.split(",") if name]
    if fault and fault not in MISSING:
        layers.insert(0, FAULTS[fault])
    library = type("Library", (*layers, Library), {})()
    offered = {name: getattr(library, method) for name, method in CALLS.items()}
    offered.pop(MISSING.get(fault, ""), None)
    return offered
