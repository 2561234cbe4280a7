"""Randomly drawn layers: DRAWN, makers of layers by name, and the layers that a JSON text asks for."""

import json

from . import of_bodies, of_calls, of_requests, of_results

DRAWN = {**of_calls.DRAWN, **of_requests.DRAWN, **of_bodies.DRAWN, **of_results.DRAWN}


def drawn_layers(text):
    """Layers for a JSON array of {"do": NAME, ...settings}, the last of them outermost. Raises a LookupError for an unknown name."""
    return [DRAWN[each["do"]](**{name: value for name, value in each.items() if name != "do"}) for each in reversed(json.loads(text))]
