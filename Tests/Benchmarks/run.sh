#!/usr/bin/env bash
# Builds the benchmarks and runs them: run.sh [--only TEXT] [--slices COUNT] [--update]
#
#   --only TEXT     only the rows whose names contain the text, such as `read` (see goals.json)
#   --slices COUNT  how many slices of each side a row has; 60 unless given
#   --update        also draw Tests/Benchmarks/results.svg, which the README shows
set -euo pipefail

cd "$(dirname "$0")/../.."
log=build/bench/build.log
mkdir -p build/bench
if ! Tests/Benchmarks/build.sh build/lib build/bench >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
exec /usr/bin/python3 Tests/Benchmarks/benchmark.py build/lib build/bench "$@"
