"""Reference client library of the transfer service.

ASSAY_REFERENCE_FAULT names a fault, ASSAY_REFERENCE_VARIANTS a comma list of lawful oddities.
"""

import os

from .assembly import assemble

globals().update(assemble(os.environ.get("ASSAY_REFERENCE_FAULT", ""), os.environ.get("ASSAY_REFERENCE_VARIANTS", "")))
