#!/usr/bin/env bash
# Checks that operations allocate no more often than thresholds.json says, and execute no more than
# 10 % more instructions: check-counts.sh [--update]
#
#   --update  write thresholds.json anew
#
# Allocations are counted by functions in front of the C library's allocator, and instructions by
# valgrind; without it they are skipped. Needs build/lib, which `make lib` makes.
set -euo pipefail

cd "$(dirname "$0")/../.."
log=build/bench/build-counts.log
mkdir -p build/bench
if ! Tests/Benchmarks/build.sh build/lib build/bench counts >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
exec /usr/bin/python3 Tests/Benchmarks/check_counts.py build/bench "$@"
