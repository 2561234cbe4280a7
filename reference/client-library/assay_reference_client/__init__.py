"""Reference client library of the transfer service.

ASSAY_REFERENCE_FAULT is a comma list of faults, ASSAY_REFERENCE_VARIANTS one of lawful variants,
ASSAY_REFERENCE_DRAWN holds what was drawn at random as JSON.
"""

import os

from .assembly import assemble

globals().update(assemble(*(os.environ.get(f"ASSAY_REFERENCE_{what}", "") for what in ("FAULT", "VARIANTS", "DRAWN"))))
