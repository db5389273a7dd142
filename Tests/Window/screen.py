"""A screen without a monitor, for windows that nobody has to see."""

from __future__ import annotations

import os
import selectors
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

DEADLINE = 60
SIZE = "800x600x24"


@contextmanager
def screen() -> Iterator[str]:
    """Starts an X server on a display that is free, and ends it; the name is for DISPLAY."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SIZE]
    command += ["-nolisten", "tcp", "-noreset"]
    with open(reading, "rb", closefd=True) as pipe:
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.PIPE)
        os.close(writing)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(pipe, selectors.EVENT_READ)
                if not selector.select(DEADLINE):
                    raise RuntimeError(f"Xvfb is not ready after {DEADLINE} s")
            number = pipe.readline().decode().strip()
            if not number:
                _, errors = server.communicate(timeout=DEADLINE)
                raise RuntimeError(f"Xvfb: {errors.decode(errors='replace').strip()}")
            yield f":{number}"
        finally:
            server.terminate()
            server.communicate(timeout=DEADLINE)
