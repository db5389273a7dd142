#!/usr/bin/env bash
# Runs the Swift tests with AddressSanitizer, which finds leaks too, and then with ThreadSanitizer.
# Arguments go to `swift test`, such as `--filter Scopes`.
set -euo pipefail

cd "$(dirname "$0")/.."
status=0

# What the test library itself leaks is not ours.
suppressions=$PWD/build/leaks.txt
mkdir -p build
echo "leak:libXCTest.so" >"$suppressions"
export LSAN_OPTIONS="suppressions='$suppressions':print_suppressions=0"

for sanitizer in address thread; do
  printf '==> swift test --sanitize=%s\n' "$sanitizer"
  swift test --sanitize="$sanitizer" --scratch-path "build/sanitize-$sanitizer" "$@" || status=1
done
exit "$status"
