#!/usr/bin/python3
"""Runs the examples of README.md as a reader would, and checks what they print.

Usage: check.py LIBRARY_FOLDER OUTPUT_FOLDER
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MARK = re.compile(r"<!-- example: ([\w-]+) -->\n```\w+\n(.*?)```", re.DOTALL)
DEADLINE = 600

EXPECTED = {
    "c": ["before: none", "in the scope: trial", "after: none"],
    "python": [
        *("before: none", "in the scope: trial", "after: none"),
        *("before: trial", "in the scope: trial", "after: trial"),
        "color_scheme: applied dark",
        "subscription.status: unverified",
    ],
    "swift": ["before: none", "in the scope: trial"],
    "swift-test": ["2 tests passed"],
}

SWIFT_MANIFEST = """// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "example",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pyxis", path: "{root}")],
  targets: [
    .executableTarget(
      name: "example", dependencies: [.product(name: "PyxisRuntime", package: "pyxis")]),
    .testTarget(
      name: "ExampleTests", dependencies: [.product(name: "PyxisXCTest", package: "pyxis")]),
  ]
)
"""


def run(*command: str, cwd: Path = ROOT) -> str:
    """Runs a command and returns what it prints; an error says all of it."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=DEADLINE, check=False
    )
    if done.returncode != 0:
        shown = " ".join(command)
        raise RuntimeError(f"{shown} exited {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def run_c(code: str, library: Path, output: Path) -> str:
    """Compiles and runs the example in C."""
    source = output / "example.c"
    source.write_text(code)
    program = output / "example-c"
    run(
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", str(source), f"-I{ROOT / 'Include'}",
        f"-L{library}", "-lpyxis", f"-Wl,-rpath,{library}", "-o", str(program),
    )  # fmt: skip
    return run(str(program))


def run_python(code: str, library: Path, output: Path) -> str:
    """Runs the example in Python: alone, and launched, with what it then reports."""
    source = output / "example.py"
    source.write_text(code)
    package = ROOT / "Bindings" / "Python" / "src"
    given = f"PYTHONPATH={package}", f"PYXIS_LIBRARY={library / 'libpyxis.so.1'}"
    alone = run("/usr/bin/env", *given, "/usr/bin/python3", str(source))
    requested = {"color_scheme": "dark", "subscription.status": "trial"}
    with tempfile.TemporaryDirectory() as reports:
        launched = run(
            "/usr/bin/env", *given,
            f"PYXIS_BOOTSTRAP={json.dumps({'version': 1, 'requested': requested})}",
            f"PYXIS_REPORT_DIR={reports}", f"PYXIS_RUN_ID={'0' * 32}",
            "/usr/bin/python3", str(source),
        )  # fmt: skip
        (envelope,) = (json.loads(path.read_text()) for path in Path(reports).iterdir())
    found = envelope["report"]["variants"]
    lines = (
        f"{key}: {each['status']} {each.get('value', '')}".rstrip() for key, each in found.items()
    )
    return alone + launched + "\n".join(sorted(lines))


def run_swift(code: str, library: Path, output: Path) -> str:
    """Builds and runs the example in Swift, as a package that depends on this one."""
    package = output / "example-swift"
    for folder in ("Sources/example", "Tests/ExampleTests"):
        (package / folder).mkdir(parents=True, exist_ok=True)
    (package / "Package.swift").write_text(SWIFT_MANIFEST.format(root=ROOT))
    (package / "Sources" / "example" / "main.swift").write_text(code)
    run("swift", "build", "--product", "example", cwd=package)
    return run(str(package / ".build" / "debug" / "example"))


def run_swift_test(code: str, library: Path, output: Path) -> str:
    """Runs the tests of the example in Swift, and says how many passed."""
    package = output / "example-swift"
    (package / "Tests" / "ExampleTests" / "ExampleTests.swift").write_text(code)
    passed = re.search(r"with (\d+ tests?) in .* passed", run("swift", "test", cwd=package))
    return f"{passed[1] if passed else 'no test'} passed"


RUNNERS = {"c": run_c, "python": run_python, "swift": run_swift, "swift-test": run_swift_test}


def main() -> int:
    """Runs every example, and returns the exit status."""
    library, output = (Path(argument).resolve() for argument in sys.argv[1:3])
    output.mkdir(parents=True, exist_ok=True)
    os.environ.pop("PYXIS_BOOTSTRAP", None)
    examples = dict(MARK.findall((ROOT / "README.md").read_text()))
    failures = 0
    for language, expected in EXPECTED.items():
        try:
            lines = RUNNERS[language](examples[language], library, output).splitlines()
            problem = "" if lines == expected else f"printed {lines}, not {expected}"
        except (KeyError, OSError, RuntimeError, ValueError, subprocess.TimeoutExpired) as error:
            problem = f"{type(error).__name__}: {error}"
        failures += bool(problem)
        print(f"README example in {language}: {problem or 'runs'}")
    print(f"{len(EXPECTED) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
