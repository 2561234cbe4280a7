"""Faults by id: each replaces a step of the library by a wrong one."""

FAULTS = {}


def fault(name):
    """Enters a layer that goes over the library under the id client-library/NAME."""

    def enter(layer):
        FAULTS[f"client-library/{name}"] = layer
        return layer

    return enter
