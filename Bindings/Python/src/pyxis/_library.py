"""Finds the library, loads it, and declares its functions.

In this order, the first that applies is used:

1. The copy that is in the process already, since there is one context only if the code is there
   once: symbols that any loaded object exports to all, then a loaded `libpyxis.so.1`.
2. The file that the environment variable `PYXIS_LIBRARY` names by an absolute path.
3. The file that came with this package, in its folder.
4. In a checkout of the project, what `make lib` built.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable

from . import _declarations
from ._version import __version__

FILE_NAME = "libpyxis.so.1"
VARIABLE = "PYXIS_LIBRARY"


class Functions:
    """Functions of a library: `functions.get_int64` is `pyxis_get_int64`."""

    def __init__(self, foreign: Any, are_declared: bool = True) -> None:
        self._foreign = foreign
        self._are_declared = are_declared

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        function: Callable[..., Any] = declared(self._foreign, name)
        if not self._are_declared:
            function.argtypes = None  # type: ignore[attr-defined]
        setattr(self, name, function)
        return function


class Library(Functions):
    """A library that is loaded, and may be used by this version of the package."""

    def __init__(self, path: str | None, mode: int = ctypes.RTLD_GLOBAL) -> None:
        super().__init__(ctypes.CDLL(path, mode))
        self.path = path
        """The file that was loaded, or None for symbols that were in the process."""
        self._check_version()
        self.quick = Functions(ctypes.PyDLL(path, mode))
        """The same functions, called while this thread keeps the interpreter's lock: for those
        which take no time and run no callback."""
        self.ready = Functions(ctypes.PyDLL(path, mode), are_declared=False)
        """As `quick`, for arguments that are C values of the declared types already: converting
        them takes longer than what the hottest functions do."""

    def _check_version(self) -> None:
        loaded = self.version_string().decode("ascii")
        major, minor = (int(part) for part in loaded.split(".")[:2])
        own_major, own_minor = (int(part) for part in __version__.split(".")[:2])
        if major != own_major or minor < own_minor:
            raise ImportError(
                f"pyxis {__version__} cannot use {self.path or 'the library in this process'}, "
                f"which is version {loaded}: it needs {own_major}.{own_minor} or a newer "
                f"{own_major}.x"
            )


def declared(foreign: Any, name: str) -> Any:
    """Return a function of a library with its types, by its name without `pyxis_`."""
    parameters, result = _declarations.STATUS_FUNCTIONS.get(name), ctypes.c_int32
    if parameters is None:
        if name not in _declarations.OTHER_FUNCTIONS:
            raise AttributeError(f"pyxis_{name} is not declared")
        parameters, result = _declarations.OTHER_FUNCTIONS[name]
    function: Any = foreign[f"pyxis_{name}"]
    function.argtypes = parameters
    function.restype = result
    return function


def in_process() -> Library | None:
    """Return the copy that this process has loaded already, or None."""
    try:
        ctypes.CDLL(None)["pyxis_version"]
    except AttributeError:
        pass
    else:
        return Library(None)
    try:
        ctypes.CDLL(FILE_NAME, os.RTLD_NOLOAD | os.RTLD_NOW)
    except OSError:
        return None
    # Already loaded by that name: this gives the same copy, and shows it to what comes later.
    return Library(FILE_NAME)


def candidates() -> list[str]:
    """Return the files to try, in order."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        if not os.path.isabs(chosen):
            raise ImportError(f"{VARIABLE} must be an absolute path, and is {chosen!r}")
        return [chosen]
    folder = os.path.dirname(os.path.abspath(__file__))
    files = [os.path.join(folder, FILE_NAME)]
    root = os.path.normpath(os.path.join(folder, *[os.pardir] * 4))
    if os.path.isfile(os.path.join(root, "Include", "pyxis.h")):
        files.append(os.path.join(root, "build", "lib", FILE_NAME))
    return files


def load() -> Library:
    """Find the library and load it; raise ImportError with what was tried."""
    present = in_process()
    if present is not None:
        return present
    tried = []
    for path in candidates():
        if not os.path.exists(path):
            tried.append(f"{path}: there is no such file")
            continue
        try:
            return Library(path)
        except (OSError, AttributeError) as error:
            tried.append(f"{path}: {error}")
    raise ImportError(
        "the Pyxis library was not found. Tried: "
        + "; ".join(["what is in this process", *tried])
        + f". {VARIABLE} names a file by its absolute path"
    )


library = load()
