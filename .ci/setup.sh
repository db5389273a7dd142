#!/usr/bin/env bash
# Installs the Debian packages that building and testing need and that are missing here; and those
# that are named as arguments.
#
# As root, or where sudo asks no password; otherwise it prints the one command to run. Silent and
# quick when nothing is missing. The Swift toolchain is not among them: it has no Debian package.
set -euo pipefail

packages=(
  # gcc, g++ and the C library's headers, which Swift links against; make; strip and readelf.
  build-essential
  # Tests/Parity calls each function of the header through libffi.
  libffi-dev
  # Tests/Shipped and Tests/Hosts build programs as users do: by hand, with pkg-config, with CMake.
  cmake
  pkg-config
  # Tests/Shipped builds a program in Rust that declares the library's functions itself.
  rustc
  # Tests/Shipped searches the header's examples for leaks.
  valgrind
  # The hosts' comparison and the checks of the library are written in Python.
  python3
  # `make lint` keeps its Python tools in build/venv.
  python3-venv
  # `make bench` prints its table with it.
  python3-rich
  "$@"
)

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    if [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      echo "$package"
    fi
  done
}

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is no Debian system; it needs what these packages have: ${packages[*]}" >&2
  exit 0
fi

mapfile -t missing < <(missing_packages)
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

install=(apt-get install --yes --no-install-recommends "${missing[@]}")
if [ "$(id -u)" -eq 0 ]; then
  as_root=(env DEBIAN_FRONTEND=noninteractive)
elif sudo -n true 2>/dev/null; then
  as_root=(sudo -n env DEBIAN_FRONTEND=noninteractive)
else
  echo "setup: packages are missing. Run this, then try again:" >&2
  echo "  sudo apt-get update && sudo ${install[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
options=(-o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -qq)
"${as_root[@]}" apt-get "${options[@]}" update </dev/null
"${as_root[@]}" "${install[@]}" "${options[@]}" </dev/null
