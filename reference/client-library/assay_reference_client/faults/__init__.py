"""All faults: FAULTS by id, and MISSING, those that take a call away."""

from . import of_contexts, of_identity, of_jobs, of_requests  # noqa: F401
from .registry import FAULTS  # noqa: F401

MISSING = {f"client-library/{name}/is-offered@missing": name for name in ("Context", "whoami", "new_transfer", "new_job", "submit", "get_job_status")}
