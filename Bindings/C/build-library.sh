#!/usr/bin/env bash
# Builds the library that ships, from the SwiftPM product `pyxis`: build-library.sh FOLDER SCRATCH
#
#   FOLDER/libpyxis.so.1        the library, stripped, with the Swift runtime inside
#   FOLDER/libpyxis.so          a link to it, which the linker finds for -lpyxis
#   FOLDER/libpyxis.so.1.debug  its symbols, which debuggers find through the debug link
#   SCRATCH/                    what SwiftPM keeps between two builds
set -euo pipefail

folder=${1:?usage: build-library.sh FOLDER SCRATCH}
scratch=${2:?usage: build-library.sh FOLDER SCRATCH}
root=$(cd "$(dirname "$0")/../.." && pwd)
soname=libpyxis.so.1

"$root/.ci/require-swift.sh"
mkdir -p "$folder" "$scratch"
folder=$(cd "$folder" && pwd)
scratch=$(cd "$scratch" && pwd)

# The names of the functions that the header declares, one a line, as the compiler sees them.
declared_functions() {
  "$(dirname "$(command -v swiftc)")/clang" -x c -std=c99 -fsyntax-only -fno-color-diagnostics \
    -Xclang -ast-dump "$root/Include/pyxis.h" |
    sed -nE "s/^[|\`]-FunctionDecl .* (pyxis_[a-z0-9_]+) '.*/\1/p" | sort -u
}

# Exports exactly the header's functions. The linker's inputs are no part of what SwiftPM checks for
# changes: another script needs another link.
write_version_script() {
  declared_functions >"$scratch/functions"
  if ! [ -s "$scratch/functions" ]; then
    echo "build-library.sh: Include/pyxis.h declares no function" >&2
    exit 1
  fi
  {
    printf '{\n  global:\n'
    sed 's/.*/    &;/' "$scratch/functions"
    printf '  local: *;\n};\n'
  } >"$scratch/pyxis.map.new"
  if ! cmp -s "$scratch/pyxis.map.new" "$scratch/pyxis.map"; then
    rm -f "$scratch/release/libpyxis.so"
  fi
  mv -f "$scratch/pyxis.map.new" "$scratch/pyxis.map"
}

flags=(
  --package-path "$root" --scratch-path "$scratch" --configuration release --product pyxis
  # The library is not in one folder with others that it needs: no run path.
  --disable-local-rpath
  # The Swift runtime inside. SwiftPM's own --static-swift-stdlib ignores dynamic products.
  -Xswiftc -static-stdlib
  # Nobody can start a task on a runtime that is inside and not exported: reads need not ask.
  -Xcc -DPYXIS_SHIMS_WITHOUT_TASKS
  # The toolchain's own linker: code apart from data, and no local symbols in the dynamic table.
  -Xswiftc -use-ld=lld
  -Xlinker "-soname=$soname"
  -Xlinker "--version-script=$scratch/pyxis.map"
  # A name that nobody provides is an error here, not in the host.
  -Xlinker -z -Xlinker defs
  # Tables of addresses are read-only once the library is loaded.
  -Xlinker -z -Xlinker now
  # dlclose() keeps the library: the Swift runtime cannot be unloaded.
  -Xlinker -z -Xlinker nodelete
  # What nothing in the library calls is left out: each function is a section of its own, and being
  # public keeps none. The version script names what is used from outside.
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xswiftc -Xfrontend -Xswiftc -internalize-at-link
  # Debug information that older tools read too: the Swift compiler writes version 4.
  -Xcc -gdwarf-4
  # Neither the library nor its symbols name the folder it was built in.
  -Xswiftc -file-prefix-map -Xswiftc "$root=."
  -Xcc "-ffile-prefix-map=$root=."
)

write_version_script
swift build "${flags[@]}"

# Made beside the old library and then moved over it: a process that has that one open keeps it.
built=$scratch/release/libpyxis.so
stripped=$scratch/$soname
objcopy --only-keep-debug "$built" "$stripped.debug"
strip --strip-unneeded -o "$stripped" "$built"
objcopy --add-gnu-debuglink="$stripped.debug" "$stripped"
mv -f "$stripped" "$stripped.debug" "$folder/"
ln -sfn "$soname" "$folder/libpyxis.so"
