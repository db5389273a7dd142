#!/usr/bin/env bash
# Builds and runs programs that mix languages in one process: run.sh LIBDIR OUTDIR
#
# LIBDIR holds the library that ships, libpyxis.so and libpyxis.so.1. OUTDIR takes everything that
# is built. Each program prints a line `ok` or `FAILED` for each check. CC, CFLAGS, SWIFT and PYTHON
# are respected.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: $0 LIBDIR OUTDIR" >&2
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
shipped=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
passed=0
failed=0

# MARK: Building

swift_build=("${SWIFT:-swift}" build -c release --package-path "$here" --scratch-path "$out/swift")
"${swift_build[@]}"
# The dynamic product is there, and the Swift programs and plugins beside it.
shared=$("${swift_build[@]}" --show-bin-path)

# build NAME OPTION…: compiles C.
build() {
  local name=$1
  shift
  # shellcheck disable=SC2086 # CFLAGS is a list of words.
  "${CC:-cc}" -std=gnu11 -O1 -g -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-} \
    -I "$here/../../Include" -I "$here/C/include" -o "$out/$name" "$@"
}

with_shipped=(-L "$shipped" -lpyxis "-Wl,-rpath,$shipped")
with_shared=(-L "$shared" -lpyxis "-Wl,-rpath,$shared")
part=("$here/C/part.c" "$here/C/nest.c")
build c-plugin.so -shared -fPIC "${part[@]}" "${with_shipped[@]}"
build swift-plugin "$here/C/swift_plugin.c" "${part[@]}" "${with_shared[@]}"
build second-copy "$here/C/second_copy.c" "${part[@]}" "${with_shipped[@]}" -ldl
build two-runtimes "$here/C/two_runtimes.c" "${part[@]}" "${with_shipped[@]}" -pthread
build unload "$here/C/unload.c" -ldl -pthread
cp -f "$shipped/libpyxis.so.1" "$out/another-copy.so"

# MARK: Running

# say NAME COMMAND…: prints and counts whether a command succeeds.
say() {
  local name=$1
  shift
  if "$@"; then
    echo "ok     $name"
    passed=$((passed + 1))
  else
    echo "FAILED $name"
    failed=$((failed + 1))
  fi
}

# run NAME COMMAND…: runs a program, counts its checks, and keeps what it wrote to standard error.
run() {
  local name=$1 status=0
  shift
  printf '\n%s\n' "$name"
  timeout 60 "$@" >"$out/output" 2>"$out/errors" || status=$?
  cat "$out/output" "$out/errors"
  passed=$((passed + $(grep -c '^ok ' "$out/output" || true)))
  failed=$((failed + $(grep -c '^FAILED ' "$out/output" || true)))
  say "it ends with status 0" [ "$status" -eq 0 ]
}

# Standard error is where diagnostics go: a second copy that is used reports itself there.
is_quiet() {
  ! [ -s "$out/errors" ]
}

# reports COUNT PATH: whether second copies were reported that often, each naming that file.
reports() {
  [ "$(grep -c 'Two copies of the library' "$out/errors")" -eq "$1" ] &&
    [ "$(grep -cF "the other one is in $2." "$out/errors")" -eq "$1" ]
}

# keeps_to_one_copy COMMAND…: whether the library that ships is loaded, and nothing outside of it is
# bound to it.
keeps_to_one_copy() {
  rm -f "$out"/bindings.*
  LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT=$out/bindings timeout 60 "$@" >"$out/output" ||
    return 1
  SHIPPED=$shipped/libpyxis.so.1 awk '
    index($0, "binding file " ENVIRON["SHIPPED"] " [") { loaded = 1; next }
    index($0, " to " ENVIRON["SHIPPED"] " [") { print; bound = 1 }
    END { exit !loaded || bound }
  ' "$out"/bindings.*
}

run "a Swift program, and a C plugin of the library that ships" \
  "$shared/swift-program" "$out/c-plugin.so"
say "no report of a second copy" is_quiet
say "nothing is bound to the plugin's copy" \
  keeps_to_one_copy "$shared/swift-program" "$out/c-plugin.so"

run "a C program of the dynamic product, and a Swift plugin" \
  "$out/swift-plugin" "$shared/libswift-plugin.so"
say "no report of a second copy" is_quiet

python=("${PYTHON:-/usr/bin/python3}" "$here/Python/program.py" "$shared/libpyxis.so"
  "$out/c-plugin.so" "$shared/libswift-plugin.so")
run "Python, a C library of the library that ships, and a Swift plugin" "${python[@]}"
say "no report of a second copy" is_quiet
say "nothing is bound to the C library's copy" keeps_to_one_copy "${python[@]}"

run "two copies, of which the program's is used first" \
  "$out/second-copy" first "$out/another-copy.so" "$shared/libown-copy-plugin.so"
say "the Swift plugin's copy reports, once" reports 1 "$shipped/libpyxis.so.1"
run "two copies, of which the program's is used second" \
  "$out/second-copy" second "$out/another-copy.so"
say "nothing on standard error" is_quiet
run "a Swift program with a copy inside, and a C plugin" \
  "$shared/own-copy-program" "$out/c-plugin.so"
say "the plugin's copy reports, once" reports 1 "the program itself"

run "a Swift program of the dynamic product with a copy inside, and a C plugin" \
  "$shared/mixed-program" "$out/c-plugin.so"
say "the dynamic product's copy reports, once" reports 1 "the program itself"

run "a C program that closes a Swift plugin" "$out/unload" "$shared/libswift-plugin.so"
say "nothing on standard error" is_quiet

run "the library that ships, and a Swift library with the shared runtime" \
  "$out/two-runtimes" "$shared/libunrelated.so"
say "nothing on standard error" is_quiet

printf '\n%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
