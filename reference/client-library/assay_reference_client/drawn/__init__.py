"""What was drawn at random: DRAWN, makers of layers by name, and the layers that a text of JSON asks for."""

import json

from . import of_behaviour, of_bodies, of_calls, of_requests, of_results, of_transport, of_values  # noqa: F401
from .registry import DRAWN


def drawn_layers(text):
    """Layers for a JSON array of {"do": NAME, ...settings}, the last of them outermost. Raises a LookupError for an unknown name."""
    asked = json.loads(text) if text else []
    return [DRAWN[each["do"]](**{name: value for name, value in each.items() if name != "do"}) for each in reversed(asked)]
