#!/usr/bin/env bash
# Builds the wheel and the source archive of the Python package: build-wheel.sh FOLDER
#
# Takes build/lib/libpyxis.so.1 of this checkout. Keeps its tools in a virtual environment under
# build/. PYTHON is the interpreter to use; the default is the system's.
set -euo pipefail

folder=${1:?usage: build-wheel.sh FOLDER}
package=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$package/../.." && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

venv=$root/build/wheel-tools
if ! cmp -s "$package/wheel-tools.txt" "$venv/wheel-tools.txt"; then
  rm -rf "$venv"
  "${PYTHON:-/usr/bin/python3}" -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    -r "$package/wheel-tools.txt"
  cp "$package/wheel-tools.txt" "$venv/"
fi
export PATH=$venv/bin:$PATH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {
  "$venv/bin/python" -m build --no-isolation --outdir "$work/built" "$@" "$package" \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}
build --sdist
build --wheel

# Says which systems the library runs on, in the name of the wheel. All that it needs is part of
# the policy: nothing is copied into the wheel.
auditwheel repair --plat auto --wheel-dir "$work/repaired" "$work"/built/*.whl \
  >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
twine check --strict "$work"/repaired/*.whl "$work"/built/*.tar.gz >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }

rm -f "$folder"/pyxis_runtime-*
mv "$work"/repaired/*.whl "$work"/built/*.tar.gz "$folder/"
ls -1 "$folder"/pyxis_runtime-*
