#!/usr/bin/env bash
# Tests the Python package: run.sh LIBDIR [PYTEST-ARGUMENT…]
#
# LIBDIR holds libpyxis.so.1. Makes a virtual environment under build/ with the package and what the
# tests need. PYTHON is the interpreter to test; the default is the system's.
set -euo pipefail

if [ $# -lt 1 ]; then
  echo "usage: $0 LIBDIR [PYTEST-ARGUMENT…]" >&2
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
PYXIS_LIBRARY=$(cd "$1" && pwd)/libpyxis.so.1
export PYXIS_LIBRARY
shift

python=${PYTHON:-/usr/bin/python3}
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
venv=$package/../../build/python/$version
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
  rm -rf "$venv"
  "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --no-warn-script-location --disable-pip-version-check \
    -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv/"
fi

cd "$package"
# The sources are used as they are; an installed package is tested with the wheel.
PYTHONPATH=$package/src exec "$venv/bin/python" -m pytest -q -n 2 --doctest-modules src/pyxis tests "$@"
