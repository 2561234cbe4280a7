"""All faults: FAULTS by id; MISSING, those that take a call away; IMPORTS, those of the module as a whole."""

from . import of_contexts, of_identity, of_jobs, of_requests  # noqa: F401
from .of_import import IMPORTS  # noqa: F401
from .registry import FAULTS  # noqa: F401

MISSING = {f"client-library/{name}/is-offered@missing": name for name in ("Context", "whoami", "new_transfer", "new_job", "submit", "get_job_status")}
