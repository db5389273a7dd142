"""Launches with one environment each, and what the hosts have to make of them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .hosts import Environment, Host, Outcome, launch_all
from .model import error_problem, payload, problem
from .suite import Suite

PAYLOAD = b"PYXIS_BOOTSTRAP"
FILE = b"PYXIS_BOOTSTRAP_FILE"
MALFORMED = "PYXIS_ERROR_MALFORMED_PAYLOAD"
CONFIGURE_FAILED = "PYXIS_ERROR_CONFIGURE_FAILED"

DEFAULT_REQUEST = {
    "color_scheme": "dark",
    "locale": "pl_PL",
    "subscription.status": "trial_expired",
    "animation.scale": "0.25",
    "retries": "7",
    "feature.beta": "true",
    "accessibility.color_filters": "grayscale",
    "custom.note": "zażółć gęślą jaźń 🦊 こんにちは",
}

MALFORMED_ENTRIES = {
    "retries": [
        "seven", "", "-", "+7", " 7", "7 ", "0x7", "7.0", "7e0", "1_000", "\u0667", "7\0", "7\n",
        "9223372036854775808", "-9223372036854775809", "99999999999999999999999",
    ],
    "animation.scale": [
        "half", "", "-", "+1", ".5", "1.", "01", "1,5", "0x1p3", "nan", "inf", "-Infinity", "1e",
        "1e999", "-1e999", "1_0", " 1", "1 ", "1\0", "\u0661",
    ],
    "feature.beta": ["", "1", "yes", "True", "TRUE", "true ", "true\0"],
}  # fmt: skip


def base() -> dict[bytes, bytes]:
    """Returns this process's environment without any launch variable."""
    return {name: value for name, value in os.environb.items() if not name.startswith(b"PYXIS_")}


def by_value(text: bytes) -> Environment:
    """Returns the environment that holds a payload."""
    return {**base(), PAYLOAD: text}


def by_file(path: str | bytes | Path) -> Environment:
    """Returns the environment that names a file with the payload."""
    return {**base(), FILE: os.fsencode(path)}


@dataclass(frozen=True)
class Launch:
    """One launch of all hosts. `judge` says what is wrong with a document."""

    name: str
    environment: Environment
    judge: Callable[[Outcome], str | None] = field(repr=False)


def prepared(name: str, requested: Mapping[str, str], environment: Environment) -> Launch:
    """Makes a launch that has to prepare the hosts."""
    return Launch(name, environment, lambda outcome: problem(outcome.document, requested))


def requesting(name: str, requested: Mapping[str, str]) -> Launch:
    """Makes a launch with a request in the environment."""
    return prepared(name, requested, by_value(payload(requested)))


def unprepared(name: str, environment: Environment) -> Launch:
    """Makes a launch that asks for nothing."""
    return Launch(name, environment, lambda outcome: problem(outcome.document, None))


def failing(
    name: str, environment: Environment, status: str = MALFORMED, size: int | None = None
) -> Launch:
    """Makes a launch whose preparation has to fail."""
    return Launch(name, environment, lambda outcome: error_problem(outcome.document, status, size))


def either(name: str, environment: Environment, requested: Mapping[str, str]) -> Launch:
    """Makes a launch that may prepare the hosts or be refused, as long as they all do the same."""

    def judge(outcome: Outcome) -> str | None:
        if "error" in outcome.document:
            return error_problem(outcome.document, MALFORMED, None)
        return problem(outcome.document, requested)

    return Launch(name, environment, judge)


def in_environment() -> Iterator[Launch]:
    """Launches that need no file."""
    yield requesting("default payload", DEFAULT_REQUEST)
    yield unprepared("no payload", base())
    yield unprepared("empty environment", {})
    yield requesting("empty requested", {})
    yield failing("empty payload", by_value(b""), size=0)
    yield prepared(
        "other variables that are no UTF-8",
        DEFAULT_REQUEST,
        {**by_value(payload(DEFAULT_REQUEST)), b"AAA": b"\xff", b"PYXIS_\xff": b"\xfe=\xfd"},
    )
    yield unprepared(
        "variables whose names only start alike",
        {**base(), b"PYXIS_BOOTSTRAPS": b"x", b"PYXIS_BOOTSTRA": b"x", b"PYXIS_BOOTSTRAP_": b"x"},
    )
    yield requesting("1,000 variants", {f"custom.number_{n}": f"value {n}" for n in range(1000)})
    yield requesting("keys of 10 kB", {chr(97 + n) * 10_000: str(n) for n in range(10)})
    yield prepared(
        "a payload that is not escaped",
        DEFAULT_REQUEST,
        by_value(
            json.dumps(
                {"requested": DEFAULT_REQUEST, "version": 1}, ensure_ascii=False, indent=1
            ).encode("utf-8")
        ),
    )


def values() -> Iterator[Launch]:
    """Launches whose keys or values are unusual."""
    controls = "".join(map(chr, range(0x20))) + "\x7f\x80\x9f"
    unicode = "e\u0301 \u00e9 \u212b \u202e\u2028\ufeff\ufffd\ufffe\uffff \U0001f98a \U0010ffff"
    for name, text in {"NUL": "a\0b\0", "controls": controls, "Unicode": unicode}.items():
        keys = ("color_scheme", "locale", "subscription.status", "custom.text")
        yield requesting(f"{name} in values", dict.fromkeys(keys, text))
    yield requesting(
        "empty values", dict.fromkeys(("color_scheme", "locale", "subscription.status", "a"), "")
    )
    for size in (62, 63, 64, 65, 20_000):
        request = {"color_scheme": "x" * size, "subscription.status": "é" * (size // 2)}
        yield requesting(f"values of {size} bytes", request)
    names = ["a", "a.b", "a-b", *'Aze\x01\x7f"\\\u00e9\uffff\U00010000']
    yield requesting("keys in the order of their bytes", {key: key for key in reversed(names)})
    for count in ("-9223372036854775808", "9223372036854775807", "-0", "007"):
        yield requesting(f"retries={count}", {"retries": count})
    for scale in ("0.1", "-0.0", "-0", "1e308", "1E+2", "5e-324", "1e-400", "123456789012345678"):
        yield requesting(f"animation.scale={scale}", {"animation.scale": scale})
    yield requesting("feature.beta=false", {"feature.beta": "false"})
    for key, texts in MALFORMED_ENTRIES.items():
        for text in texts:
            environment = by_value(payload({"color_scheme": "dark", key: text}))
            yield failing(f"{key}={text!a} fails configure", environment, CONFIGURE_FAILED)


def with_files(folder: Path) -> Iterator[Launch]:
    """Launches whose payload is in a file, or should be."""
    text = payload(DEFAULT_REQUEST)
    good = folder / "payload.json"
    good.write_bytes(text)
    yield prepared("a payload in a file", DEFAULT_REQUEST, by_file(good))
    named = folder / "a name with spaces, ż and 🦊.json"
    named.write_bytes(text)
    yield prepared("a file with an unusual name", DEFAULT_REQUEST, by_file(named))
    link = folder / "link.json"
    link.symlink_to(good)
    yield either("a link to a file", by_file(link), DEFAULT_REQUEST)
    invalid = os.fsencode(folder) + b"/payload-\xff.json"
    Path(os.fsdecode(invalid)).write_bytes(text)
    yield either("a file whose name is no UTF-8", by_file(invalid), DEFAULT_REQUEST)
    private = folder / "unreadable.json"
    private.write_bytes(text)
    private.chmod(0)
    yield either("a file that only root can read", by_file(private), DEFAULT_REQUEST)
    yield from large_files(folder)
    yield from unusable_files(folder)
    both = {**by_value(text), **by_file(good)}
    yield failing("both variables", both)
    yield failing("both variables, the file is missing", {**both, FILE: b"/missing"})
    yield failing("both variables, the payload is empty", {**both, PAYLOAD: b""})
    yield failing("both variables, the path is empty", {**both, FILE: b""})


def large_files(folder: Path) -> Iterator[Launch]:
    """Launches with 10 MB of payload."""
    note = {**DEFAULT_REQUEST, "custom.note": "ż\0🦊x" * 1_250_000}
    many = {f"custom.number_{n:06}": "v" * 60 for n in range(100_000)}
    for name, request in {"in one value": note, "in 100,000 variants": many}.items():
        path = folder / f"large {name}.json"
        document = {"version": 1, "requested": request}
        path.write_bytes(json.dumps(document, ensure_ascii=False).encode("utf-8"))
        yield prepared(f"a payload of 10 MB {name}", request, by_file(path))


def unusable_files(folder: Path) -> Iterator[Launch]:
    """Launches with a path that names no usable file."""
    yield failing("a file that is missing", by_file(folder / "missing.json"))
    yield failing("a file in a folder that is missing", by_file(folder / "missing" / "a.json"))
    yield failing("a file as a folder", by_file(folder / "payload.json" / "a.json"))
    yield failing("an empty path", by_file(""))
    relative = os.path.relpath(folder / "payload.json")
    yield failing("a relative path", by_file(relative))
    yield failing("a path from the home folder", {**by_file("~/payload.json"), b"HOME": b"/"})
    yield failing("a directory", by_file(folder))
    yield failing("a character device", by_file("/dev/null"))
    yield failing("a path that is too long", by_file("/" + "x" * 5000))
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    yield failing("a FIFO that nobody writes", by_file(fifo))
    link = folder / "link to fifo"
    link.symlink_to(fifo)
    yield failing("a link to a FIFO", by_file(link))
    dangling = folder / "dangling"
    dangling.symlink_to(folder / "missing.json")
    yield failing("a dangling link", by_file(dangling))
    loop = folder / "loop"
    loop.symlink_to(loop)
    yield failing("a link to itself", by_file(loop))
    node = folder / "socket"
    os.mknod(node, stat.S_IFSOCK | 0o600)
    yield failing("a socket", by_file(node))
    empty = folder / "empty.json"
    empty.touch()
    yield failing("an empty file", by_file(empty), size=0)


def run(suite: Suite, hosts: Sequence[Host], launches: Iterator[Launch]) -> None:
    """Launches the hosts, judges each of them, and compares them."""
    for launch in launches:
        outcomes = launch_all(hosts, launch.environment)
        for outcome in outcomes:
            found = outcome.fault or launch.judge(outcome)
            suite.check(f"{launch.name}: {outcome.language}", found)
        suite.check_agreement(launch.name, outcomes)
