"""All lawful variants by name."""

from . import of_behaviour, of_calls, of_requests, of_submissions  # noqa: F401
from .registry import VARIANTS  # noqa: F401
