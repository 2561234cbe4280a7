"""Faults of the module as a whole: it cannot be imported."""

import os

IMPORTS = {}


def of_import(name):
    """Enters what happens instead of an import under the id client-library/NAME."""

    def enter(happens):
        IMPORTS[f"client-library/{name}"] = happens
        return happens

    return enter


@of_import("Context/is-offered@import-raises")
def raises():
    raise RuntimeError("the library does not bear this version of Python")


@of_import("Context/is-offered@import-ends-the-process")
def ends_the_process():
    os._exit(3)
