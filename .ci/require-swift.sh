#!/usr/bin/env bash
# Says in one line what is needed when there is no Swift toolchain, or one that is too old.
set -euo pipefail

needed=6.3

if ! command -v swift >/dev/null; then
  echo "Pyxis needs Swift $needed or newer, and there is no 'swift' in PATH (see swift.org/install)." >&2
  exit 1
fi
found=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1)
if [ "$(printf '%s\n' "$needed" "${found:-0}" | sort -V | head -n 1)" != "$needed" ]; then
  echo "Pyxis needs Swift $needed or newer; $(command -v swift) is ${found:-of an unknown version}." >&2
  exit 1
fi
