#!/usr/bin/env bash
# Installs the library and its headers, or removes them: install.sh install FOLDER | install.sh uninstall
#
# FOLDER is the one that build-library.sh filled. From the environment, all optional:
#
#   PREFIX   where it will be used from; absolute (/usr/local)
#   LIBDIR   where the library goes; absolute, or below PREFIX (lib)
#   DESTDIR  put before each path, to install into a package's tree
#
# What is installed finds its parts from where it lies: the tree may be moved, and any path may have
# spaces.
set -euo pipefail

sources=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$sources/../.." && pwd)

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

action=${1:-}
folder=${2:-}
prefix=${PREFIX:-/usr/local}
libdir=${LIBDIR:-lib}
destdir=${DESTDIR:-}

[[ $prefix == /* ]] || fail "PREFIX must be an absolute path, and is '$prefix'"
[[ $libdir == /* ]] || libdir=$prefix/$libdir
prefix=$(realpath -ms "$prefix")
libdir=$(realpath -ms "$libdir")
include=$prefix/include
pkgconfig=$libdir/pkgconfig
cmake=$libdir/cmake/pyxis

# The C++ headers, named from the folder that they are in.
shopt -s nullglob
cpp_headers=("$root"/Bindings/Cpp/*.hpp "$root"/Bindings/Cpp/pyxis/*.hpp)
cpp_headers=("${cpp_headers[@]#"$root/Bindings/Cpp/"}")

# A number of the header's version: MAJOR, MINOR or PATCH.
version() {
  sed -nE "s/^#define PYXIS_VERSION_$1 ([0-9]+)\$/\1/p" "$root/Include/pyxis.h"
}

# Fills a template's @NAMES@ and installs the result.
install_template() {
  local template=$1 target=$2 text
  text=$(<"$sources/$template")
  text=${text//@VERSION@/"$(version MAJOR).$(version MINOR).$(version PATCH)"}
  text=${text//@VERSION_MAJOR@/"$(version MAJOR)"}
  text=${text//@LIBDIR_FROM_PREFIX@/"$(realpath -ms --relative-to="$prefix" "$libdir")"}
  text=${text//@PREFIX_FROM_PKGCONFIG@/"$(realpath -ms --relative-to="$pkgconfig" "$prefix")"}
  text=${text//@PREFIX_FROM_CMAKE@/"$(realpath -ms --relative-to="$cmake" "$prefix")"}
  install -m 644 /dev/stdin "$destdir$target" <<<"$text"
}

install_all() {
  local header
  [ -f "$folder/libpyxis.so.1" ] || fail "there is no library in '$folder': run 'make lib' first"
  install -d "$destdir$include" "$destdir$libdir" "$destdir$pkgconfig" "$destdir$cmake"
  install -m 644 "$root/Include/pyxis.h" "$destdir$include/pyxis.h"
  for header in "${cpp_headers[@]}"; do
    install -D -m 644 "$root/Bindings/Cpp/$header" "$destdir$include/$header"
  done
  install -m 755 "$folder/libpyxis.so.1" "$destdir$libdir/libpyxis.so.1"
  ln -sfn libpyxis.so.1 "$destdir$libdir/libpyxis.so"
  install_template pyxis.pc.in "$pkgconfig/pyxis.pc"
  install_template pyxis-config.cmake.in "$cmake/pyxis-config.cmake"
  install_template pyxis-config-version.cmake.in "$cmake/pyxis-config-version.cmake"
  echo "Installed Pyxis below $destdir$prefix."
  if [ -z "$destdir" ] && [ "$libdir" = /usr/local/lib ]; then
    echo "Run 'ldconfig' as root, once, so that programs find it there."
  fi
}

uninstall_all() {
  local header
  rm -f "$destdir$include/pyxis.h" "$destdir$libdir/libpyxis.so.1" "$destdir$libdir/libpyxis.so" \
    "$destdir$pkgconfig/pyxis.pc" "$destdir$cmake/pyxis-config.cmake" \
    "$destdir$cmake/pyxis-config-version.cmake" "${cpp_headers[@]/#/"$destdir$include/"}"
  # Folders that are ours alone; they may be gone, or have what somebody else put there.
  rmdir "$destdir$cmake" "$destdir$include/pyxis" 2>/dev/null || true
  echo "Removed Pyxis below $destdir$prefix."
}

case $action in
  install) install_all ;;
  uninstall) uninstall_all ;;
  *) fail "the first argument is 'install' or 'uninstall'" ;;
esac
