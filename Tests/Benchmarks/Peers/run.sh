#!/usr/bin/env bash
# Compares Pyxis with what programs would use otherwise: run.sh [--only TEXT] [--slices COUNT]
#
# Installs what it compares with: Debian's packages (as root or with sudo; otherwise it prints the
# command to run), and PyPI's in a virtual environment under build/. CC and CFLAGS are respected.
set -euo pipefail

cd "$(dirname "$0")/../../.."
.ci/setup.sh libglib2.0-dev libconfig-dev

here=Tests/Benchmarks/Peers
out=build/bench
venv=$out/peers-venv
mkdir -p "$out"

if ! cmp -s $here/requirements.txt $venv/requirements.txt; then
  rm -rf "$venv"
  /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r $here/requirements.txt
  cp $here/requirements.txt "$venv/"
fi

if ! peers=$(pkg-config --cflags --libs glib-2.0 libconfig); then
  echo "bench-peers: GLib and libconfig are needed, with their headers and pkg-config" >&2
  exit 1
fi
library=$PWD/build/lib
# shellcheck disable=SC2086 # CFLAGS and what pkg-config says are lists of words.
"${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -Wpedantic -Wconversion -Werror ${CFLAGS:-} \
  -I Include $here/C/*.c Tests/Benchmarks/C/fixtures.c Tests/Benchmarks/Measuring/*.c \
  -o $out/peers-c -L "$library" -lpyxis "-Wl,-rpath,$library" $peers -lm -pthread

exec /usr/bin/python3 Tests/Benchmarks/compare_peers.py build/lib $out "$@"
