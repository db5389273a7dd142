"""What a launch would do, without launching anything."""

from __future__ import annotations

import os
import shutil
from typing import Any

from .._variants import Variants
from ..runner.known_variants import doubt
from ..runner.launching import Launch
from ..runner.limits import PAYLOAD_IN_ENVIRONMENT
from ..runner.running import LAUNCH_VARIABLES
from .launches import LaunchOptions
from .texts import printable

__all__ = ["explained_launch", "launch_lines"]


def explained_launch(launch: Launch, given: LaunchOptions) -> dict[str, Any]:
    """What a launch would do, as JSON."""
    payload = Variants(launch.requested).encode()
    by_file = len(payload) > PAYLOAD_IN_ENVIRONMENT
    used = "PYXIS_BOOTSTRAP_FILE" if by_file else "PYXIS_BOOTSTRAP"
    doubts = [doubt(key, value) for key, value in launch.requested.items()]
    return {
        "command": list(launch.command),
        "executable": _executable(launch),
        "directory": launch.directory or os.getcwd(),
        "requested": dict(launch.requested),
        "payload_bytes": len(payload),
        "payload_variable": used,
        "environment": dict(launch.environment),
        "replaced": [name for name in LAUNCH_VARIABLES if name in os.environ],
        "timeout": launch.timeout,
        "grace": launch.grace,
        "fail_on": sorted(given.policy().words),
        "doubts": [text for text in doubts if text],
    }


def _executable(launch: Launch) -> str | None:
    """The file that would be executed, or None where there is none."""
    name = launch.command[0]
    path = launch.environment.get("PATH", os.environ.get("PATH", os.defpath))
    if "/" not in name:
        return shutil.which(name, path=path)
    file = os.path.join(launch.directory or os.getcwd(), name)
    return file if os.access(file, os.X_OK) and os.path.isfile(file) else None


def launch_lines(found: dict[str, Any]) -> list[str]:
    """The same, as lines for people."""
    executable = found["executable"] or "nothing: it is not there, or cannot be executed"
    way = "a private file" if found["payload_variable"].endswith("FILE") else "the environment"
    limit = "no limit" if found["timeout"] is None else f"{found['timeout']:g} s, then TERM"
    limit += "" if found["timeout"] is None else f", and KILL after {found['grace']:g} s more"
    lines = [
        f"executes   {printable(executable)}",
        f"arguments  {printable(' '.join(found['command'][1:])) or 'none'}",
        f"in         {printable(found['directory'])}",
        f"time       {limit}",
        f"payload    {found['payload_bytes']} bytes through {way}, {found['payload_variable']}",
        "reports    into a private directory, PYXIS_REPORT_DIR, for one PYXIS_RUN_ID",
        f"fails on   its own exit code, {', '.join(found['fail_on']) or 'and nothing else'}",
    ]
    for name, value in found["environment"].items():
        shown = "is taken away" if value is None else printable(value)
        lines.append(f"variable   {printable(name)} {shown}")
    lines += [f"replaces   {name} of this environment" for name in found["replaced"]]
    lines += [
        f"asks for   {printable(key)} = {printable(value)}"
        for key, value in found["requested"].items()
    ]
    return lines + [f"note       {text}" for text in found["doubts"]]
