#!/usr/bin/env bash
# Compiles the header and its tests in every way that is promised, and runs them:
# run.sh LIBDIR OUTDIR
#
# LIBDIR holds libpyxis.so and libpyxis.so.1; OUTDIR gets what is compiled. The compilers are g++
# and clang++, from PATH or from beside the Swift compiler. Says what it had to skip; the exit
# status is 1 if something failed.
set -euo pipefail

library=$(cd "${1:?usage: run.sh LIBDIR OUTDIR}" && pwd)
mkdir -p "${2:?usage: run.sh LIBDIR OUTDIR}"
out=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
headers=$here/..

passed=0
failed=0

includes=(-I "$root/Include" -I "$headers")
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
# What the header alone is held to besides: users may be stricter than these tests.
more_warnings=(-Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
linking=(-L "$library" -lpyxis "-Wl,-rpath,$library" -pthread -ldl)

# check NAME COMMAND…: runs a command, and says how it went; its output only if it failed.
check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok       $name"
    passed=$((passed + 1))
  else
    echo "FAILED   $name"
    printf '%s\n' "$output" | head -n 60 | sed 's/^/         /'
    failed=$((failed + 1))
  fi
}

skip() {
  echo "skipped  $1: $2"
}

# find_compiler NAME: where a compiler is: in PATH, or beside the Swift compiler.
find_compiler() {
  command -v "$1" ||
    { swiftc=$(command -v swiftc) && command -v "$(dirname "$(realpath "$swiftc")")/$1"; }
}

# has_library COMPILER: whether it finds a C++ standard library to build a program with.
has_library() {
  printf '#include <optional>\n#include <string>\nint main() { return std::string().size(); }\n' |
    "$1" -std=c++17 -x c++ - -o "$out/probe" 2>/dev/null
}

# build PROGRAM COMPILER FLAG… -- SOURCE…: compiles sources, several at a time, and links them.
build() {
  local program=$1 compiler=$2 flags=() source
  shift 2
  while [ "$1" != -- ]; do
    flags+=("$1")
    shift
  done
  shift
  rm -rf "$program.objects"
  mkdir -p "$program.objects"
  # shellcheck disable=SC2016 # The inner shell expands them.
  printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I '{}' sh -c '
    source=$1 objects=$2
    shift 2
    exec "$@" -c "$source" -o "$objects/$(basename "$source").o"
  ' sh '{}' "$program.objects" "$compiler" "${includes[@]}" "${warnings[@]}" "${flags[@]}" ||
    return 1
  "$compiler" "${flags[@]}" "$program.objects"/*.o "${linking[@]}" -o "$program"
}

# run_tests NAME PROGRAM COMPILER FLAG… -- SOURCE…: builds and runs a test program, and counts its
# tests.
run_tests() {
  local name=$1 program=$2 before=$failed output result=0
  shift
  check "$name compiles without a warning" build "$@"
  [ "$failed" -eq "$before" ] || return 0
  output=$("$program" 2>&1) || result=$?
  if [[ ${output##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] &&
    [ "$result" -eq $((BASH_REMATCH[2] > 0)) ]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
    output+=$'\n'"ended with status $result"
  fi
  if [ "$failed" -eq "$before" ]; then
    echo "ok       $name: ${output##*$'\n'}"
  else
    echo "FAILED   $name"
    printf '%s\n' "$output" | sed 's/^/         /'
  fi
}

# compiles COMPILER FLAG…: whether the program on standard input compiles.
compiles() {
  "$@" "${includes[@]}" "${warnings[@]}" -fsyntax-only -x c++ -
}

# is_self_contained HEADER COMPILER FLAG…: whether a header compiles alone, twice and by strict
# rules.
is_self_contained() {
  local header=$1
  shift
  printf '#include "%s"\n#include "%s"\nint main() {}\n' "$header" "$header" |
    compiles "$@" "${more_warnings[@]}"
}

# is_refused MESSAGE STATEMENTS COMPILER FLAG…: whether these statements do not compile, and why.
is_refused() {
  local message=$1 statements=$2 output
  shift 2
  local text="#include <pyxis.hpp>
int main() { $statements }"
  if output=$(printf '%s\n' "$text" | compiles "$@" 2>&1); then
    echo "it compiles: $statements"
    return 1
  fi
  grep -qF -- "$message" <<<"$output" || { printf '%s\n' "$output"; return 1; }
}

# write_examples: writes each example of the headers to a file, and prints its name.
write_examples() {
  rm -rf "$out/examples"
  mkdir -p "$out/examples"
  awk -v folder="$out/examples" '
    /^ \*   *```cpp$|^ \* ```cpp$/ {
      name = FILENAME
      gsub(/.*\//, "", name)
      file = folder "/" name "-" FNR ".cpp"
      print file
      next
    }
    /^ \* ```$/ { file = "" }
    file != "" { sub(/^ \* ?/, ""); print > file }
  ' "$headers"/pyxis.hpp "$headers"/pyxis/*.hpp
}

# runs_example SOURCE COMPILER FLAG…: whether an example compiles without a warning, and runs.
runs_example() {
  local source=$1
  shift
  "$@" "${includes[@]}" "${warnings[@]}" "$source" "${linking[@]}" -o "$source.program" &&
    env -u PYXIS_BOOTSTRAP -u PYXIS_BOOTSTRAP_FILE "$source.program"
}

# check_standard NAME COMPILER STANDARD: what is checked in each way of compiling.
check_standard() {
  local name="$1 $3" compiler=$2 standard=-std=$3 folder=$out/$1-$3
  mkdir -p "$folder"
  check "$name: the header is held to strict rules" \
    is_self_contained pyxis.hpp "$compiler" "$standard"
  run_tests "$name: tests" "$folder/tests" "$compiler" "$standard" -- \
    "$here"/*_tests.cpp "$here/check.cpp"
  run_tests "$name: tests without exceptions and RTTI" "$folder/no_exceptions" "$compiler" \
    "$standard" -fno-exceptions -fno-rtti -- "$here/no_exceptions_tests.cpp" "$here/check.cpp"
}

# check_compiler NAME COMPILER: what does not depend on the standard, by the oldest one.
check_compiler() {
  local name=$1 compiler=$2 standard=-std=c++17 folder=$out/$1 header example
  mkdir -p "$folder"
  for header in "$headers"/pyxis/*.hpp; do
    check "$name: $(basename "$header") stands alone" \
      is_self_contained "pyxis/$(basename "$header")" "$compiler" "$standard"
  done
  check "$name: the header is held to strict rules without exceptions and RTTI" \
    is_self_contained pyxis.hpp "$compiler" "$standard" -fno-exceptions -fno-rtti
  check "$name: units with and without exceptions link" link_units "$folder" "$compiler" "$standard"
  check "$name: units with and without exceptions share entries" "$folder/units"
  check "$name: a key of int is refused" \
    is_refused "a key's type is bool" 'pyxis::key<int> key{"key", 1};' "$compiler" "$standard"
  check "$name: a view of what goes at once is refused" \
    is_refused "deleted" 'pyxis::configuration().view(pyxis::key<std::string>());' \
    "$compiler" "$standard"
  check "$name: a guard that goes at once is refused" \
    is_refused "nodiscard" 'pyxis::scope_guard{pyxis::configuration()};' "$compiler" "$standard"
  check "$name: a result that nobody looks at is refused" \
    is_refused "nodiscard" 'pyxis::configuration().set(pyxis::key<bool>(), true);' \
    "$compiler" "$standard" -fno-exceptions
  for example in "${examples[@]}"; do
    check "$name: example $(basename "$example" .cpp)" \
      runs_example "$example" "$compiler" "$standard"
  done
}

link_units() {
  local folder=$1 compiler=$2 standard=$3
  local flags=("$standard" "${includes[@]}" "${warnings[@]}")
  "$compiler" "${flags[@]}" -c "$here/units/first.cpp" -o "$folder/first.o" &&
    "$compiler" "${flags[@]}" -fno-exceptions -c "$here/units/second.cpp" -o "$folder/second.o" &&
    "$compiler" "$folder/first.o" "$folder/second.o" "${linking[@]}" -o "$folder/units"
}

mapfile -t examples < <(write_examples)
check "the headers have examples (${#examples[@]})" test "${#examples[@]}" -gt 5

for name in g++ clang++; do
  if ! compiler=$(find_compiler "$name"); then
    skip "$name" "it is not there"
    continue
  fi
  if ! has_library "$compiler"; then
    skip "$name" "it finds no C++ standard library"
    continue
  fi
  check_compiler "$name" "$compiler"
  check_standard "$name" "$compiler" c++17
  check_standard "$name" "$compiler" c++20
done

if compiler=$(find_compiler g++) && has_library "$compiler"; then
  export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
  # With sanitizers this warning finds what is not there, as its documentation says.
  # shellcheck disable=SC2054 # The comma belongs to the argument.
  sanitizing=(-g -O1 -fsanitize=address,undefined -Wno-maybe-uninitialized)
  mkdir -p "$out/sanitized" "$out/no-rtti"
  run_tests "g++: tests with AddressSanitizer and UndefinedBehaviorSanitizer" \
    "$out/sanitized/tests" "$compiler" -std=c++20 "${sanitizing[@]}" -- \
    "$here"/*_tests.cpp "$here/check.cpp"
  run_tests "g++: tests without exceptions with AddressSanitizer and UndefinedBehaviorSanitizer" \
    "$out/sanitized/no_exceptions" "$compiler" -std=c++17 "${sanitizing[@]}" -fno-exceptions -- \
    "$here/no_exceptions_tests.cpp" "$here/check.cpp"
  run_tests "g++: tests without RTTI, optimised" \
    "$out/no-rtti/tests" "$compiler" -std=c++17 -O2 -fno-rtti -- \
    "$here"/*_tests.cpp "$here/check.cpp"
else
  skip "sanitizers" "there is no g++ with a C++ standard library"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
