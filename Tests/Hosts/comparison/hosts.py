"""Launches a host, and turns whatever it does into an outcome: never into an exception."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]
Environment = Mapping[bytes, bytes]

TIMEOUT = 60.0
# A host that hung this often is not started again: each time costs the whole timeout.
MOST_TIMEOUTS = 3
EXIT_PREPARATION = 3


@dataclass
class Host:
    """A host program, how to start it, and how often it did not end."""

    language: str
    command: tuple[str, ...]
    timeouts: int = 0


@dataclass(frozen=True)
class Ended:
    """How a host's process ended. `fault` says what was wrong, if it did not end by itself."""

    status: int
    output: bytes
    messages: str
    fault: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What a launched host printed: a document, or why there is none."""

    language: str
    document: Document
    messages: str = ""
    fault: str | None = None

    @property
    def comparable(self) -> Document:
        """The document without what differs by nature."""
        return {name: value for name, value in self.document.items() if name != "language"}


def unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object of members, which must have different names."""
    result = dict(members)
    if len(result) != len(members):
        raise ValueError("a member is there twice")
    return result


def refuse(constant: str) -> Any:
    """Refuses NaN and its like, which are no JSON."""
    raise ValueError(f"{constant} is not JSON")


def parse(text: str) -> Any:
    """Parses JSON strictly; objects keep their order."""
    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def complaint(messages: str) -> str:
    """Returns the line of messages that says most, for a fault."""
    lines = [line for line in messages.splitlines() if line.strip()]
    telling = [line for line in lines if re.search("fatal|error", line, re.IGNORECASE)]
    return f": {(telling or lines)[-1][:200]}" if lines else ""


def execute(
    host: Host,
    environment: Environment,
    arguments: Sequence[str] = (),
    text: bytes = b"",
    timeout: float = TIMEOUT,
) -> Ended:
    """Runs a host to its end, or to its deadline."""
    if host.timeouts == MOST_TIMEOUTS:
        return Ended(127, b"", "", f"was not started again after it hung {MOST_TIMEOUTS} times")
    command = [*host.command, *arguments]
    try:
        ended = subprocess.run(
            command, env=environment, input=text, capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as error:
        host.timeouts += 1
        return Ended(-signal.SIGKILL, error.stdout or b"", "", f"did not end within {timeout:g} s")
    except (OSError, ValueError) as error:
        return Ended(127, b"", "", f"could not be started: {error}")
    messages = ended.stderr.decode("utf-8", "backslashreplace")
    fault = None
    if ended.returncode < 0:
        try:
            name = signal.Signals(-ended.returncode).name
        except ValueError:
            name = f"signal {-ended.returncode}"
        fault = f"crashed with {name}{complaint(messages)}"
    return Ended(ended.returncode, ended.stdout, messages, fault)


def fault_of(host: Host, ended: Ended, document: Any) -> str | None:
    """Says what is wrong with how a host ended, beside the content of its document."""
    if not isinstance(document, dict) or document.get("language") != host.language:
        return "did not print a document of its language"
    expected = EXIT_PREPARATION if "error" in document else 0
    if ended.status != expected:
        return f"exited with status {ended.status} after such a document, not {expected}"
    if "error" in document and not ended.messages.strip():
        return "printed no message to standard error"
    if "error" not in document and ended.messages:
        return f"complained{complaint(ended.messages)}"
    return None


def launch(host: Host, environment: Environment) -> Outcome:
    """Launches a host, which prepares itself from an environment."""
    ended = execute(host, environment)
    document: Any = {}
    fault = ended.fault
    if fault is None and ended.status not in (0, EXIT_PREPARATION):
        fault = f"exited with status {ended.status}{complaint(ended.messages)}"
    if fault is None:
        try:
            document = parse(ended.output.decode("utf-8"))
        except ValueError as error:
            fault = f"printed no JSON document: {error}"
        else:
            fault = fault_of(host, ended, document)
    return Outcome(host.language, {} if fault else document, ended.messages, fault)


def launch_all(hosts: Sequence[Host], environment: Environment) -> list[Outcome]:
    """Launches all hosts at the same time, with one environment."""
    with ThreadPoolExecutor(len(hosts)) as pool:
        return list(pool.map(lambda host: launch(host, environment), hosts))
