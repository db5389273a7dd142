"""Typed process configuration, scoped overrides and honest launch reports.

>>> import pyxis
>>> STATUS = pyxis.Key("subscription.status", str, default="none")
>>> with pyxis.override({STATUS: "trial"}):
...     STATUS.get()
'trial'
"""

from ._adapters import Variant, known_values
from ._binding import Bound, bind
from ._diagnostics import set_diagnostic_handler
from ._keys import Key, Reader
from ._native import callback, native
from ._origins import Origin
from ._overrides import override
from ._preparation import apply, prepare
from ._reports import Report, Result, publish_report
from ._snapshots import Snapshot, current, explain, snapshot
from ._staged import StagedConfiguration
from ._variants import Variants
from ._version import __version__
from .errors import PyxisError

__all__ = [
    "Bound",
    "Key",
    "Origin",
    "PyxisError",
    "Reader",
    "Report",
    "Result",
    "Snapshot",
    "StagedConfiguration",
    "Variant",
    "Variants",
    "__version__",
    "apply",
    "bind",
    "callback",
    "current",
    "explain",
    "known_values",
    "native",
    "override",
    "prepare",
    "publish_report",
    "set_diagnostic_handler",
    "snapshot",
]
