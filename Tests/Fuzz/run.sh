#!/usr/bin/env bash
# Makes random calls of the library and compares how each ends with a model of it:
#
#   run.sh LIBRARY BUILD [--sanitize] [OPTION…]   LIBRARY: the folder of libpyxis.so.1
#   run.sh --decoders SECONDS BUILD               feeds the decoders random text
#
#   --sanitize  builds the library with AddressSanitizer and tests that one, which finds errors in
#               its own use of memory
#   OPTION      --calls N (1000000), --seed N (by chance), --threads N (4, the most of a round),
#               --jobs N (one for each processor), --counts
#
# BUILD is for what is built here. The last line says how many rounds passed and failed; the exit
# status is 1 if one failed, after it was made as short as it still fails.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
fuzz=$root/Tests/Fuzz
export SWIFT_BACKTRACE=enable=no

usage() {
  sed -nE '2,/^set /s/^# ?//p' "$0" >&2
  exit 2
}

# The toolchain's own C compiler, whose sanitizers are those of the Swift compiler.
toolchain_clang() {
  "$root/.ci/require-swift.sh"
  clang=$(dirname "$(command -v swiftc)")/clang
}

# build_library SANITIZERS SCRATCH: builds the library with the compiler's own checks in it. Its uses
# of handles rest now and then, so that those of several threads meet.
build_library() {
  local log=$2.log
  mkdir -p "$2"
  if ! swift build --package-path "$root" --scratch-path "$2" --configuration release \
    --product pyxis --disable-local-rpath -Xswiftc -static-stdlib -Xswiftc -gline-tables-only \
    -Xcc -DPYXIS_SHIMS_WITH_RESTS \
    -Xswiftc -Xfrontend -Xswiftc "-sanitize=$1" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
  library=$2/release
}

# Every function of the header is called: the shipped library exports exactly those.
check_functions() {
  local called exported
  called=$(sed -nE 's/^  X\((pyxis_[a-z0-9_]+)\).*/\1/p' "$fuzz/Program/functions.h" | sort)
  exported=$(nm -D --defined-only "$library/libpyxis.so.1" | awk '{ print $3 }' | sort)
  if [ "$called" != "$exported" ]; then
    echo "run.sh: Program/functions.h does not have the functions that the library exports:" >&2
    diff <(echo "$called") <(echo "$exported") >&2 || true
    exit 1
  fi
}

# compile COMPILER PROGRAM FLAG…: builds the tester; what is up to date is only linked again.
compile() {
  local compiler=$1 program=$2 objects=$2.objects
  shift 2
  if ! [ -e "$objects/done" ] ||
    [ -n "$(find "$fuzz" "$root/Include" -type f -newer "$objects/done")" ]; then
    rm -rf "$objects"
    mkdir -p "$objects"
    # shellcheck disable=SC2016 # The inner shell expands it.
    (cd "$fuzz" && printf '%s\0' */*.c) |
      xargs -0 -P "$(nproc)" -I '{}' bash -c '
        set -euo pipefail
        source=$1 object=$2/${3//\//-}.o
        shift 3
        "$@" -c "$source" -o "$object"' - "$fuzz/{}" "$objects" '{}' \
        "$compiler" -std=c11 -D_DEFAULT_SOURCE -O1 -g -fno-omit-frame-pointer \
        -Wall -Wextra -Wpedantic -Wconversion -Werror -pthread -I "$root/Include" "$@"
    touch "$objects/done"
  fi
  "$compiler" "$@" "${linker[@]}" -pthread "$objects"/*.o -o "$program" -L "$library" -lpyxis \
    "-Wl,-rpath,$library"
}

run_decoders() {
  local seconds=$1 status=0
  mkdir -p "$build"
  build=$(cd "$build" && pwd)
  toolchain_clang
  build_library address,fuzzer "$build/decoders"
  "$clang" -std=gnu11 -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Werror -fuse-ld=lld \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I "$root/Include" \
    "$fuzz/decode.c" -o "$build/decode" -L "$library" -lpyxis "-Wl,-rpath,$library"
  /usr/bin/python3 "$fuzz/decode_corpus.py" "$root/Tests/PyxisCoreTests/Cases" "$build/cases"
  mkdir -p "$build/corpus"
  "$build/decode" "-max_total_time=$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=4096 \
    -print_final_stats=1 "-dict=$fuzz/decode.dict" "-artifact_prefix=$build/" \
    "$build/corpus" "$build/cases" >"$build/decode.log" 2>&1 || status=$?
  grep -E '^stat::|ERROR|SUMMARY|Test unit|does not hold' "$build/decode.log" || true
  if [ "$status" -ne 0 ]; then
    tail -n 40 "$build/decode.log"
    echo "0 passed, 1 failed"
    exit 1
  fi
  echo "1 passed, 0 failed"
}

if [ "${1:-}" = --decoders ]; then
  [ $# -eq 3 ] || usage
  build=$3
  run_decoders "$2"
  exit
fi

[ $# -ge 2 ] || usage
library=$(cd "$1" && pwd)
mkdir -p "$2"
build=$(cd "$2" && pwd)
shift 2
linker=()
checks=("-fsanitize=address,undefined" -fno-sanitize-recover=undefined)
if [ "${1:-}" = --sanitize ]; then
  shift
  check_functions
  toolchain_clang
  build_library address "$build/sanitize"
  linker=(-fuse-ld=lld)
  compile "$clang" "$build/sequences-sanitize" "${checks[@]}"
  exec "$build/sequences-sanitize" "$@"
fi
check_functions
compile gcc "$build/sequences" "${checks[@]}"
exec "$build/sequences" "$@"
