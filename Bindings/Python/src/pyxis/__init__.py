"""Typed process configuration, scoped overrides and honest launch reports."""

from ._reports import Report, Result
from ._variants import Variants
from ._version import __version__
from .errors import PyxisError

__all__ = ["PyxisError", "Report", "Result", "Variants", "__version__"]
