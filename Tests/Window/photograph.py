#!/usr/bin/python3
"""Runs a program until its window is on the screen, and takes a picture of the screen.

    photograph.py PICTURE PROGRAM [ARGUMENT…]

The program says on its standard output when its window is there; it is then ended with TERM, and
its exit status is this one's. A runner may launch this in the program's place: the program
publishes its reports as it always does.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time

from PIL import ImageGrab

SHOWN = b"The window is on the screen.\n"
DEADLINE = 60


def wait_for_window(program: subprocess.Popen[bytes]) -> None:
    """Passes on what the program prints until it says that its window is there."""
    assert program.stdout is not None
    output = program.stdout.fileno()
    end = time.monotonic() + DEADLINE
    printed = b""
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        while not printed.endswith(SHOWN):
            if not selector.select(max(0.0, end - time.monotonic())):
                raise RuntimeError(f"no window within {DEADLINE} s")
            piece = os.read(output, 65536)
            if not piece:
                raise RuntimeError(f"ended without a window, with {program.wait(DEADLINE)}")
            printed += piece
            os.write(sys.stdout.fileno(), piece)


def main() -> int:
    """Takes the picture, and returns the exit status."""
    picture, *command = sys.argv[1:]
    program = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        wait_for_window(program)
        ImageGrab.grab().save(picture)
        program.terminate()
        return program.wait(DEADLINE)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
        return 1
    finally:
        program.kill()


if __name__ == "__main__":
    sys.exit(main())
