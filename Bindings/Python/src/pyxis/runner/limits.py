"""The limits of one run, in one place."""

from __future__ import annotations

MEBIBYTE = 1024 * 1024

PAYLOAD_IN_ENVIRONMENT = 64 * 1024
"""A longer payload, in bytes, goes by file: Linux takes at most 128 KiB in one variable."""

REPORT_BYTES = 64 * MEBIBYTE
"""The longest report that is read."""

REPORT_COUNT = 10_000
"""How many reports of one run are read."""

REPORT_BYTES_IN_ALL = 256 * MEBIBYTE
"""How many bytes of reports of one run are read."""

NAME_COUNT = 1_000_000
"""How many names in a report directory are looked at."""

PROBLEM_COUNT = 100
"""How many problems of one run are kept; the rest is counted."""

OUTPUT_HEAD = 256 * 1024
"""How many bytes of the start of each of a host's outputs are kept."""

OUTPUT_TAIL = 256 * 1024
"""How many bytes of the end of each of a host's outputs are kept."""

RETRIES = 100
"""How often a row that failed can be tried again."""

GRACE_SECONDS = 2.0
"""How long a process group has between TERM and KILL."""
