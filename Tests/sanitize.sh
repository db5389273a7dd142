#!/usr/bin/env bash
# Runs the Swift tests with AddressSanitizer, which finds leaks too, and then with ThreadSanitizer.
# Arguments go to `swift test`, such as `--filter Scopes`. Without any, it also runs the host in C,
# with AddressSanitizer, UndefinedBehaviorSanitizer and the library of `make lib`.
set -euo pipefail

cd "$(dirname "$0")/.."
status=0

# What the test library itself leaks is not ours. And what `Process.run()` of Foundation leaves is
# no leak: a run loop that it referenced weakly lives on, with a side table that LeakSanitizer does
# not find, since the object holds its address shifted.
suppressions=$PWD/build/leaks.txt
mkdir -p build
printf 'leak:%s\n' libXCTest.so s10Foundation7ProcessC3run >"$suppressions"
export LSAN_OPTIONS="suppressions='$suppressions':print_suppressions=0"
# Tests wait for their threads. At its end, each process would wait a second for others.
export TSAN_OPTIONS="atexit_sleep_ms=0"

# The host in C has to say the same as the others, and nothing of its own.
compare_hosts() {
  local out=build/sanitize-hosts
  mkdir -p "$out"
  make --no-print-directory lib &&
    Tests/Hosts/build.sh build/lib build/hosts &&
    "${CC:-cc}" -std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
      -I Include Tests/Hosts/C/*.c -o "$out/host-c" \
      -L build/lib -lpyxis "-Wl,-rpath,$PWD/build/lib" &&
    /usr/bin/python3 Tests/Hosts/compare.py build/hosts --c "$out/host-c"
}

for sanitizer in address thread; do
  printf '==> swift test --sanitize=%s\n' "$sanitizer"
  swift test --sanitize="$sanitizer" --scratch-path "build/sanitize-$sanitizer" "$@" || status=1
done
if [ $# -eq 0 ]; then
  printf '==> the host in C with AddressSanitizer and UndefinedBehaviorSanitizer\n'
  compare_hosts || status=1
fi
exit "$status"
