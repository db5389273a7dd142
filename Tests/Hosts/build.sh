#!/bin/sh
# Builds the hosts in C and Swift, and the demo that launches them: build.sh LIBDIR OUTDIR
#
# LIBDIR holds libpyxis.so and libpyxis.so.1. OUTDIR gets host-c, host-swift, demo and libpyxis.so.1,
# which is a link for the host in Python. CC, CFLAGS and SWIFT are respected.
set -eu

if [ $# -ne 2 ]; then
  echo "usage: $0 LIBDIR OUTDIR" >&2
  exit 2
fi

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
library=$(CDPATH='' cd -- "$1" && pwd)
mkdir -p -- "$2"
out=$(CDPATH='' cd -- "$2" && pwd)

# Prints a command, and runs it.
run() {
  printf '+'
  printf ' %s' "$@"
  printf '\n'
  "$@"
}

# shellcheck disable=SC2086 # CFLAGS is a list of words.
run "${CC:-cc}" -std=c99 -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Werror ${CFLAGS:-} \
  -I "$here/../../Include" "$here"/C/*.c -o "$out/host-c" \
  -L "$library" -lpyxis "-Wl,-rpath,$library"

swift_build() {
  "${SWIFT:-swift}" build -c release --package-path "$here/Swift" --scratch-path "$out/swift" "$@"
}
echo "+ ${SWIFT:-swift} build -c release --package-path $here/Swift --scratch-path $out/swift"
swift_build
products=$(swift_build --show-bin-path)
run ln -sfn "$products/pyxis-host" "$out/host-swift"
run ln -sfn "$products/pyxis-demo" "$out/demo"
run ln -sfn "$library/libpyxis.so.1" "$out/libpyxis.so.1"
