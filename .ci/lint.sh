#!/usr/bin/env bash
# Checks format, warnings and types of all sources, and changes none. Says what it had to skip; the
# exit status is 1 if something was found.
set -euo pipefail

cd "$(dirname "$0")/.."
# shellcheck source=.ci/tools.sh
. .ci/tools.sh

passed=0
failed=0
# What the compilers need for another library.
library_flags=()

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
  local compiler=$1 standard=$2 file result=0 flags=(-Wall -Wextra -Wpedantic -Werror)
  flags+=("${library_flags[@]}")
  shift 2
  # Only clang has nullability, and Swift reads it.
  [[ $compiler != clang* ]] || flags+=(-Wno-nullability-extension)
  for file in "$@"; do
    "$compiler" "-std=$standard" -fsyntax-only "${flags[@]}" \
      -I Include -I Bindings/Cpp -I "$(dirname "$file")/include" "$file" || result=1
  done
  return "$result"
}

# types_hold FOLDER…: whether mypy finds nothing in any of them.
types_hold() {
  local folder result=0
  for folder in "$@"; do
    (cd "$folder" && "$mypy" --strict --no-error-summary .) || result=1
  done
  return "$result"
}

# Each is checked by itself: their modules import one another by short names.
python_folders=(
  Bindings/Python Tests/Shipped Tests/Hosts Tests/Benchmarks Tests/Readme Tests/Wheel
  Tests/Window
)
mapfile -d '' -t swift_files < <(sources '*.swift')
# `make bench-peers` installs what Peers/C compares with, and has the same warnings. What needs GTK
# is checked below.
elsewhere=(':!Tests/Benchmarks/Peers' ':!Bindings/C/examples/gtk')
mapfile -d '' -t c_files < <(sources '*.c' "${elsewhere[@]}")
# What is built with Swift targets is for the toolchain's clang alone.
mapfile -d '' -t plain_c_files < <(
  sources '*.c' ':!Sources' ':!Tests/Parity' "${elsewhere[@]}"
)
mapfile -d '' -t cpp_files < <(sources '*.cpp')
mapfile -d '' -t all_c_files < <(sources '*.c' '*.h' '*.cpp' '*.hpp')
mapfile -d '' -t python_files < <(sources '*.py')
mapfile -d '' -t shell_files < <(sources '*.sh' '.ci/run')

check "swift format: ${#swift_files[@]} files" \
  swift format lint --strict --parallel "${swift_files[@]}"

# check_compiler COMPILER STANDARD FILE…
check_compiler() {
  local name="$1: $(($# - 2)) files without a warning"
  if command -v "$1" >/dev/null; then
    check "$name" compiles "$@"
  else
    skip "$name" "it is not there"
  fi
}
check_compiler gcc gnu11 "${plain_c_files[@]}"
check_compiler clang gnu11 "${c_files[@]}"
check_compiler g++ gnu++17 "${cpp_files[@]}"
check_compiler clang++ gnu++17 "${cpp_files[@]}"

mapfile -d '' -t gtk_files < <(sources 'Bindings/C/examples/gtk/*.c')
if read -ra library_flags < <(pkg-config --cflags 'gtk4 >= 4.8' 2>/dev/null); then
  library_flags+=(-Wconversion -DGDK_VERSION_MIN_REQUIRED=GDK_VERSION_4_8)
  check_compiler gcc gnu11 "${gtk_files[@]}"
  check_compiler clang gnu11 "${gtk_files[@]}"
else
  skip "example with GTK" "there is no GTK 4.8 or newer"
fi

if command -v clang-format >/dev/null; then
  check "clang-format: ${#all_c_files[@]} files" \
    clang-format --dry-run --Werror "${all_c_files[@]}"
else
  skip "clang-format" "it is not there"
fi

# The modules of a program are formatted with its main file.
mapfile -d '' -t rust_files < <(sources '*main.rs')
if command -v rustfmt >/dev/null; then
  check "rustfmt: ${#rust_files[@]} programs" rustfmt --edition 2021 --check "${rust_files[@]}"
else
  skip "rustfmt" "it is not there"
fi

if ruff=$(python_tool ruff); then
  check "ruff: ${#python_files[@]} files" "$ruff" check --quiet "${python_files[@]}"
  check "ruff: format" "$ruff" format --quiet --check "${python_files[@]}"
else
  skip "ruff" "it is not there and pip cannot install it"
fi

if mypy=$(python_tool mypy); then
  mypy=$(realpath "$mypy")
  check "mypy --strict: ${python_folders[*]}" types_hold "${python_folders[@]}"
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
