#!/usr/bin/env bash
# Builds the benchmarks: build.sh LIBDIR OUTDIR [counts]
#
# LIBDIR holds libpyxis.so and libpyxis.so.1. OUTDIR gets the programs, and libempty.so, the library
# that the loading of libpyxis is compared with; with `counts`, only what check-counts.sh needs.
# CC, CFLAGS and SWIFT are respected.
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "usage: $0 LIBDIR OUTDIR [counts]" >&2
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
what=${3:-all}

# Prints a command, and runs it.
run() {
  printf '+'
  printf ' %s' "$@"
  printf '\n'
  "$@"
}

# build_c NAME FILE…: builds a program from files of this folder.
build_c() {
  local name=$1 file sources=()
  shift
  for file in "$@"; do sources+=("$here/$file"); done
  # shellcheck disable=SC2086 # CFLAGS is a list of words.
  run "${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -Wpedantic -Wconversion -Werror ${CFLAGS:-} \
    -I "$here/../../Include" "${sources[@]}" -o "$out/$name" "${libraries[@]}"
}

build_swift() {
  run "${SWIFT:-swift}" build --configuration release --package-path "$here" \
    --scratch-path "$out/swift" --product "$1"
  ln -sfn "swift/release/$1" "$out/$1"
}

# The same flags as for libpyxis, see Bindings/C/build-library.sh.
build_empty_library() {
  local swiftc
  swiftc=$(dirname "$(command -v "${SWIFT:-swift}")")/swiftc
  run "$swiftc" -O -wmo -parse-as-library -swift-version 6 -emit-library -module-name Empty \
    -static-stdlib -use-ld=lld -Xfrontend -function-sections -Xfrontend -internalize-at-link \
    -Xlinker -soname=libempty.so -Xlinker "--version-script=$here/Empty/empty.map" \
    -Xlinker --gc-sections -Xlinker -z -Xlinker defs -Xlinker -z -Xlinker now \
    -Xlinker -z -Xlinker nodelete -o "$out/libempty.so" "$here/Empty/empty.swift"
  run strip --strip-unneeded "$out/libempty.so"
}

measuring=(Measuring/compare.c Measuring/options.c Measuring/threads.c)
libraries=(-L "$library" -lpyxis "-Wl,-rpath,$library" -lm -pthread)
if [ "$what" = all ]; then
  build_c benchmark-c C/main.c C/fixtures.c C/reads.c C/scopes.c C/captures.c C/memory.c \
    C/threads.c C/preparation.c "${measuring[@]}"
  build_swift benchmark-swift
  build_swift benchmark-launching
  build_empty_library
  libraries=(-ldl -lm -pthread)
  build_c benchmark-load C/load.c "${measuring[@]}"
fi

libraries=(-L "$library" -lpyxis "-Wl,-rpath,$library" -lm -pthread)
build_c counts-c C/counts.c C/fixtures.c Counting/counting.c "${measuring[@]}"
build_swift counts-swift
# Without the debug information, which not every valgrind can read.
run strip --strip-debug -o "$out/counts-swift.stripped" "$out/swift/release/counts-swift"
mv -f "$out/counts-swift.stripped" "$out/counts-swift"
