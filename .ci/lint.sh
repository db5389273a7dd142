#!/usr/bin/env bash
# Checks format, warnings and types of all sources, and changes none. Says what it had to skip; the
# exit status is 1 if something was found.
set -euo pipefail

cd "$(dirname "$0")/.."
# shellcheck source=.ci/tools.sh
. .ci/tools.sh

passed=0
failed=0

# check NAME COMMAND…: runs the command, and says how it went.
check() {
  local name=$1
  shift
  if "$@"; then
    echo "ok       $name"
    passed=$((passed + 1))
  else
    echo "FAILED   $name"
    failed=$((failed + 1))
  fi
}

skip() {
  echo "skipped  $1: $2"
}

# compiles COMPILER STANDARD FILE…: whether the files compile without a warning.
compiles() {
  local compiler=$1 standard=$2 file result=0
  shift 2
  for file in "$@"; do
    "$compiler" "-std=$standard" -fsyntax-only -Wall -Wextra -Wpedantic -Werror \
      -I Include -I Bindings/Cpp -I Sources/PyxisShims/include "$file" || result=1
  done
  return "$result"
}

# types_hold FILE…: whether mypy finds nothing, each folder's modules by themselves.
types_hold() {
  local folder result=0
  while IFS= read -r folder; do
    (cd "$folder" && "$mypy" --strict --no-error-summary .) || result=1
  done < <(printf '%s\n' "$@" | xargs -d '\n' dirname | sort -u)
  return "$result"
}

mapfile -d '' -t swift_files < <(sources '*.swift')
mapfile -d '' -t c_files < <(sources '*.c')
mapfile -d '' -t cpp_files < <(sources '*.cpp')
mapfile -d '' -t all_c_files < <(sources '*.c' '*.h' '*.cpp' '*.hpp')
mapfile -d '' -t python_files < <(sources '*.py')
mapfile -d '' -t shell_files < <(sources '*.sh' '.ci/run')

check "swift format: ${#swift_files[@]} files" \
  swift format lint --strict --parallel "${swift_files[@]}"

for compiler in gcc clang; do
  if command -v "$compiler" >/dev/null; then
    check "$compiler: ${#c_files[@]} C files without a warning" \
      compiles "$compiler" gnu11 "${c_files[@]}"
  else
    skip "$compiler" "it is not there"
  fi
done
for compiler in g++ clang++; do
  if command -v "$compiler" >/dev/null; then
    check "$compiler: ${#cpp_files[@]} C++ files without a warning" \
      compiles "$compiler" gnu++17 "${cpp_files[@]}"
  else
    skip "$compiler" "it is not there"
  fi
done

if command -v clang-format >/dev/null; then
  check "clang-format: ${#all_c_files[@]} files" \
    clang-format --dry-run --Werror "${all_c_files[@]}"
else
  skip "clang-format" "it is not there"
fi

if ruff=$(python_tool ruff); then
  check "ruff: ${#python_files[@]} files" "$ruff" check --quiet "${python_files[@]}"
  check "ruff: format" "$ruff" format --quiet --check "${python_files[@]}"
else
  skip "ruff" "it is not there and pip cannot install it"
fi

if mypy=$(python_tool mypy); then
  mypy=$(realpath "$mypy")
  check "mypy --strict: ${#python_files[@]} files" types_hold "${python_files[@]}"
else
  skip "mypy" "it is not there and pip cannot install it"
fi

if command -v shellcheck >/dev/null; then
  check "shellcheck: ${#shell_files[@]} files" shellcheck --external-sources "${shell_files[@]}"
else
  skip "shellcheck" "it is not there"
fi

echo "lint: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
