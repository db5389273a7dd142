"""The page holds everything, asks for nothing, and lets nothing of a host act."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pyxis import Report, Result
from pyxis.cli.html import SHOWN_OUTPUT, html_page
from pyxis.runner import (
    Attempt,
    MatrixResult,
    Outcome,
    Output,
    Policy,
    Problem,
    Row,
    RowResult,
    RunResult,
)

EVIL = "</script><img src=x onerror=alert(1)>\"' & \x1b[2J\u202e"
VOID = {"meta", "input", "wbr", "br", "img", "link"}


class Page(HTMLParser):
    """What is in a page: its elements, their attributes and all text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.inline: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.inline[self.open[-1]] = data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All text, without line breaks."""
        return re.sub(r"\s+", " ", "".join(self.texts))


def run(report: dict[str, Result], **options: object) -> RunResult:
    """A result of a run that was asked for two variants."""
    requested = {"color_scheme": "dark", EVIL: EVIL}
    outcome = options.pop("outcome", Outcome("exited", code=0))
    covered = Report(report).covering(requested)
    return RunResult(("app", EVIL), requested, "", outcome, "present", covered, **options)  # type: ignore[arg-type]


def page_of(*rows: RowResult) -> tuple[str, Page]:
    """The text of a page, and what is in it."""
    text = html_page(MatrixResult(("app", EVIL), Policy(), rows, 1.7e9, 3.25))
    return text, Page(text)


def evil_row() -> RowResult:
    """A row in which everything that a host can write is hostile."""
    failed = run(
        {EVIL: Result.unsupported(EVIL), "color_scheme": Result.applied("light")},
        outcome=Outcome("signalled", signal=9, reason=EVIL),
        problems=(Problem(EVIL, EVIL),),
        stdout=Output(EVIL.encode()),
        stderr=Output(b"\xff\x00"),
    )
    attempts = (Attempt(1, failed, f"tcp://{EVIL}"), Attempt(2, failed))
    return RowResult(Row(EVIL, {"color_scheme": "dark"}, {EVIL: EVIL}), attempts, (EVIL,), 137)


def test_nothing_of_a_host_acts() -> None:
    text, page = page_of(evil_row())
    assert page.open == []
    assert [tag for tag, _ in page.elements if tag in ("script", "style")] == ["style", "script"]
    assert not [tag for tag, _ in page.elements if tag in ("img", "link", "iframe", "object", "a")]
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "href")]
    assert "\x1b" not in text and "\u202e" not in text and "\x00" not in text
    assert page.text.count("<img src=x onerror=alert(1)>") > 10


def test_nothing_is_asked_for_and_the_policy_allows_only_the_page_itself() -> None:
    text, page = page_of(evil_row())
    assert "http://" not in text and "https://" not in text and "@import" not in text
    (policy,) = [
        str(attributes["content"])
        for tag, attributes in page.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    for name in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(page.inline[name].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def test_the_grid_says_everything_in_words() -> None:
    good = run({"color_scheme": Result.applied("dark"), EVIL: Result.observed("x")})
    passed = RowResult(Row("one", good.requested), (Attempt(1, good),))
    _, page = page_of(passed, evil_row(), RowResult(Row("never", {"color_scheme": "dark"})))
    for part in (
        "✓ passed 1",
        "✗ failed 1",
        "· not run 1",
        "✓ applied light asked for dark",
        "● observed x",
        "Attempt 2: the host ended by SIGKILL",
        "not run",
        "This row was not run.",
        "took 3.2 s",
        "3 rows",
        "1 retried",
    ):
        assert part in page.text, part
    toggles = [attributes for _, attributes in page.elements if "aria-controls" in attributes]
    identifiers = {attributes.get("id") for _, attributes in page.elements}
    assert len(toggles) == 3
    assert {toggle["aria-controls"] for toggle in toggles} <= identifiers


def test_long_outputs_are_clipped_and_say_so() -> None:
    long = run({}, stdout=Output(b"a" * 200_000, b"b" * 200_000, 5))
    text, page = page_of(RowResult(Row("one"), (Attempt(1, long),)))
    assert len(text) < 3 * SHOWN_OUTPUT
    assert "characters left out]" in page.text
    assert page.text.count("b" * 1000) > 10


def test_the_page_works_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("there is no Chromium")
    path = tmp_path / "page.html"
    path.write_text(page_of(evil_row(), evil_row())[0], "utf-8")
    # Chromium makes a socket among its temporary files, whose path must be short.
    monkeypatch.delenv("TMPDIR")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]
    command += [f"--user-data-dir={tmp_path}/profile", "--dump-dom", f"{path.as_uri()}#row-2"]
    ended = subprocess.run(command, capture_output=True, timeout=120)
    assert ended.stdout, ended.stderr.decode()
    page = Page(ended.stdout.decode())
    # The script ran, although the policy allows no other, and opened the row that was named.
    classes = {attributes.get("id"): attributes.get("class") for _, attributes in page.elements}
    assert ("html", "js") in [(tag, attributes.get("class")) for tag, attributes in page.elements]
    assert classes["details-1"] == "details"
    assert classes["details-2"] == "details open"
    assert b"CONSOLE" not in ended.stderr
