"""Texts that every host has to decode the same way: by preparing, and without."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .hosts import Document, Host, Outcome, complaint, execute, parse
from .launches import DEFAULT_REQUEST, Launch, by_file, by_value
from .model import by_bytes, difference, error_problem, payload
from .suite import Suite

CASES = Path(__file__).resolve().parents[2] / "PyxisCoreTests" / "Cases"
UNSUPPORTED = "PYXIS_ERROR_UNSUPPORTED_VERSION"
# The longest text that fits beside its name into one entry of the environment.
LONGEST_ENTRY = 100_000


@dataclass(frozen=True)
class Kind:
    """What is decoded: launch payloads or reports."""

    file: str
    argument: str
    member: str
    expected: str
    malformed: str


PAYLOADS = Kind(
    "payloads.json", "--decode", "requested", "requested", "PYXIS_ERROR_MALFORMED_PAYLOAD"
)
REPORTS = Kind(
    "reports.json", "--decode-reports", "report", "variants", "PYXIS_ERROR_MALFORMED_REPORT"
)


@dataclass(frozen=True)
class Case:
    """One text, and what has to become of it."""

    name: str
    text: bytes
    expectation: dict[str, Any]

    def problem(self, kind: Kind, outcome: Outcome) -> str | None:
        """Says what is wrong with what a host made of the text."""
        match self.expectation["expect"]:
            case "ok":
                variants = self.expectation[kind.expected]
                ordered = {key: variants[key] for key in sorted(variants, key=by_bytes)}
                return difference("the line", outcome.comparable, {kind.member: ordered})
            case "malformed":
                return error_problem(outcome.document, kind.malformed, len(self.text))
            case "invalid":
                status = "PYXIS_ERROR_INVALID_REPORT"
                return error_problem(outcome.document, status, None, self.expectation["key"])
            case "unsupported":
                version = str(self.expectation["version"])
                if re.search(rf"(?<![-\d]){version}(?!\d)", outcome.messages) is None:
                    return f"the message does not name version {version}: {outcome.messages!r}"
                return error_problem(outcome.document, UNSUPPORTED, None)
            case other:
                return f"the case expects {other!r}, which is unknown"


def text_of(case: dict[str, Any]) -> bytes:
    """Returns the bytes of a case."""
    if "base64" in case:
        return base64.b64decode(case["base64"], validate=True)
    if "repeat" in case:
        part = case["repeat"]
        text = part["prefix"] + part["unit"] * part["count"] + part["suffix"]
        return str(text).encode("utf-8")
    return str(case["text"]).encode("utf-8", "surrogatepass")


def cases(kind: Kind) -> list[Case]:
    """Reads the cases of a kind."""
    content = json.loads((CASES / kind.file).read_text("utf-8"))
    return [Case(case["name"], text_of(case), case) for case in content]


def truncated(kind: Kind) -> Iterator[Case]:
    """Makes cases of every beginning of a text that is well-formed as a whole."""
    whole = {
        "requested": payload(DEFAULT_REQUEST),
        "report": json.dumps(
            {"variants": {"ż": {"status": "applied", "value": "🦊"}}}, ensure_ascii=False
        ).encode("utf-8"),
    }[kind.member]
    for length in range(len(whole)):
        yield Case(f"the first {length} bytes", whole[:length], {"expect": "malformed"})


def messages_by_frame(messages: str) -> dict[int, str]:
    """Splits what a host wrote to standard error by the frames that it was about."""
    parts = re.split(r"^frame (\d+): ", messages, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def decode(host: Host, kind: Kind, texts: Sequence[Case]) -> list[Outcome]:
    """Has a host decode texts. It ends with a fault where the host did not go on."""
    stream = b"".join(b"%d\n%s" % (len(case.text), case.text) for case in texts)
    ended = execute(host, {}, [kind.argument], stream)
    messages = messages_by_frame(ended.messages)
    fault = ended.fault
    if fault is None and ended.status != 0:
        fault = f"exited with status {ended.status}{complaint(ended.messages)}"
    outcomes = []
    # A line that was cut short has no newline.
    for number, line in enumerate(ended.output.split(b"\n")[:-1]):
        document: Document = {}
        line_fault = None
        try:
            document = parse(line.decode("utf-8"))
        except ValueError as error:
            line_fault = f"printed no JSON document: {error}"
        outcomes.append(Outcome(host.language, document, messages.get(number, ""), line_fault))
    if fault is None and len(outcomes) != len(texts):
        fault = f"printed {len(outcomes)} lines for {len(texts)} texts"
    return [*outcomes[: len(texts)], *([Outcome(host.language, {}, "", fault)] if fault else [])]


def run(suite: Suite, hosts: Sequence[Host], kind: Kind, texts: Sequence[Case]) -> None:
    """Has all hosts decode texts, judges each of them, and compares them."""
    with ThreadPoolExecutor(len(hosts)) as pool:
        decoded = list(pool.map(lambda host: decode(host, kind, texts), hosts))
    for index, case in enumerate(texts):
        name = f"{kind.argument}, {case.name}"
        outcomes = [outcomes[index] for outcomes in decoded if index < len(outcomes)]
        for outcome in outcomes:
            found = outcome.fault or case.problem(kind, outcome)
            suite.check(f"{name}: {outcome.language}", found)
        if len(outcomes) == len(hosts):
            suite.check_agreement(name, outcomes)
    for host, outcomes in zip(hosts, decoded, strict=True):
        if len(outcomes) > len(texts):
            suite.check(f"{kind.argument}: {host.language}", outcomes[-1].fault)


def preparations(folder: Path) -> Iterator[Launch]:
    """Launches hosts with every payload that has to be refused."""
    for number, case in enumerate(cases(PAYLOADS)):
        if case.expectation["expect"] == "ok":
            continue
        if b"\0" in case.text or len(case.text) > LONGEST_ENTRY:
            path = folder / f"case {number}.json"
            path.write_bytes(case.text)
            environment = by_file(path)
        else:
            environment = by_value(case.text)
        yield Launch(
            f"preparing from the payload “{case.name}”",
            environment,
            lambda outcome, case=case: case.problem(PAYLOADS, outcome),  # type: ignore[misc]
        )
