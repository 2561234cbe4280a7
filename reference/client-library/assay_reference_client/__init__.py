"""Reference client library of the transfer service."""

from .library import offered

globals().update(offered())
