#!/usr/bin/env bash
# Opens windows under variants and looks at their pixels: run.sh LIBDIR OUTDIR
#
# LIBDIR holds libpyxis.so.1. OUTDIR gets the program of Bindings/C/examples/gtk, built as its users
# build it, and a picture of each window. Needs no screen. Where GTK is not there and cannot be
# installed it says so and passes; in CI that is a failure.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: $0 LIBDIR OUTDIR" >&2
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
library=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)

# Prints what is missing, if something is.
missing() {
  pkg-config --exists 'gtk4 >= 4.8' || echo "GTK 4.8 or newer (libgtk-4-dev)"
  command -v Xvfb >/dev/null || echo "Xvfb (xvfb)"
  /usr/bin/python3 -c 'from PIL import ImageGrab' 2>/dev/null || echo "Pillow (python3-pil)"
}

if [ -n "$(missing)" ]; then
  "$root/.ci/setup.sh" libgtk-4-dev xvfb python3-pil || true
fi
if [ -n "$(missing)" ]; then
  missing | sed 's/^/skipped  real windows: there is no /'
  [ "${CI:-}" != true ]
  exit
fi

rm -rf "$out/prefix" "$out/source"
PREFIX=$out/prefix DESTDIR='' LIBDIR=lib "$root/Bindings/C/install.sh" install "$library"
cp -R "$root/Bindings/C/examples/gtk" "$out/source"
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory -C "$out/source" clean
PKG_CONFIG_PATH=$out/prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
  make --no-print-directory -C "$out/source" CFLAGS="-O1 -g -Werror"
mv "$out/source/pyxis-window" "$out/pyxis-window"
PYTHONPATH=$root/Bindings/Python/src PYXIS_LIBRARY=$library/libpyxis.so.1 \
  exec /usr/bin/python3 "$here/check.py" "$out/pyxis-window" "$out"
