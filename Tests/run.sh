#!/usr/bin/env bash
# Runs every test: sets the machine up, builds, tests, and ends with a line that sums up.
#
# A step that fails does not keep the others from running; the exit status is 1 if one failed.
set -euo pipefail

cd "$(dirname "$0")/.."
passed=0
failed=0
summary=()

# step NAME COMMAND…: runs one step, and keeps how it went and how long it took.
step() {
  local name=$1 start=$SECONDS result
  shift
  printf '\n==> %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
    result=passed
  else
    failed=$((failed + 1))
    result=FAILED
  fi
  summary+=("$(printf '%-7s %4d s  %s' "$result" $((SECONDS - start)) "$name")")
  [ "$result" = passed ]
}

sum_up() {
  printf '\n'
  printf '%s\n' "${summary[@]}"
  printf 'steps: %d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ]
}

compare_hosts() {
  Tests/Hosts/build.sh build/lib build/hosts &&
    /usr/bin/python3 Tests/Hosts/compare.py build/hosts &&
    build/hosts/demo build/hosts Tests/Hosts/Python/host.py
}

check_wheel() {
  make --no-print-directory wheel && /usr/bin/python3 Tests/Wheel/check.py build/wheel
}

step "Swift toolchain" .ci/require-swift.sh || { sum_up; exit 1; }
step "System packages (make setup)" .ci/setup.sh || { sum_up; exit 1; }
step "Swift tests (swift test)" swift test --parallel || true
step "Windows of UIKit, type-checked (Tests/UIKit)" Tests/UIKit/check.sh build/uikit || true
if step "The library (make lib)" make --no-print-directory lib; then
  step "Hosts in C, Python and Swift agree (Tests/Hosts)" compare_hosts || true
  step "pyxis.hpp (Bindings/Cpp)" Bindings/Cpp/tests/run.sh build/lib build/cpp || true
  step "The Python package (Bindings/Python)" Bindings/Python/tests/run.sh build/lib || true
  step "A real window (Tests/Window)" Tests/Window/run.sh build/lib build/window || true
  step "The wheel (make wheel)" check_wheel || true
  step "Languages in one process (Tests/Combinations)" \
    Tests/Combinations/run.sh build/lib build/combinations || true
  step "The library that ships (Tests/Shipped)" /usr/bin/python3 Tests/Shipped/check.py || true
  step "Random calls against a model (Tests/Fuzz)" \
    Tests/Fuzz/run.sh build/lib build/fuzz || true
  step "Random calls with AddressSanitizer (Tests/Fuzz)" \
    Tests/Fuzz/run.sh build/lib build/fuzz --sanitize || true
  step "Examples of README.md (Tests/Readme)" \
    /usr/bin/python3 Tests/Readme/check.py build/lib build/readme || true
  step "Allocations and instructions (Tests/Benchmarks)" Tests/Benchmarks/check-counts.sh || true
fi
sum_up
