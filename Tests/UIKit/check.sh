#!/usr/bin/env bash
# Type-checks the conformance of UIKit's windows, against a stand-in for UIKit: check.sh [SCRATCH]
#
# There is no UIKit on this machine: nothing of it runs.
set -euo pipefail

cd "$(dirname "$0")/../.."
scratch=${1:-build/uikit}
rm -rf "$scratch"
mkdir -p "$scratch"

cat >"$scratch/module.modulemap" <<MAP
module PyxisShims { header "$PWD/Sources/PyxisShims/include/PyxisShims.h" }
MAP

# module NAME FOLDER: makes a module of the sources of a folder.
module() {
  local sources
  mapfile -d '' -t sources < <(find "$2" -name '*.swift' -print0)
  swiftc "${flags[@]}" -module-name "$1" -emit-module -emit-module-path "$scratch/$1.swiftmodule" \
    "${sources[@]}"
}

flags=(-swift-version 6 -warnings-as-errors -parse-as-library -package-name pyxis -I "$scratch")
module UIKit Tests/UIKit/Module
module PyxisCore Sources/PyxisCore
mapfile -d '' -t others < <(
  find Sources/PyxisRuntime -name '*.swift' ! -name 'UIWindow+Pyxis.swift' -print0
)
conformance=Sources/PyxisRuntime/Windows/UIWindow+Pyxis.swift

# checks FILE…: whether an app can apply what was requested to a window of UIKit.
checks() {
  swiftc "${flags[@]}" -module-name PyxisRuntime -typecheck "$@" Tests/UIKit/Use/use.swift
}

checks "${others[@]}" "$conformance"
# Without the conformance it must not: else the check would be of something else.
if checks "${others[@]}" 2>"$scratch/errors" || ! grep -q PyxisWindow "$scratch/errors"; then
  cat "$scratch/errors" >&2
  echo "check.sh: an app can do without the conformance" >&2
  exit 1
fi
echo "checks: 2 passed, 0 failed"
