#!/usr/bin/env bash
# Formats all sources in place.
set -euo pipefail

cd "$(dirname "$0")/.."
# shellcheck source=.ci/tools.sh
. .ci/tools.sh

mapfile -d '' -t swift_files < <(sources '*.swift')
mapfile -d '' -t c_files < <(sources '*.c' '*.h' '*.cpp' '*.hpp')
mapfile -d '' -t python_files < <(sources '*.py')

swift format --in-place --parallel "${swift_files[@]}"

if command -v clang-format >/dev/null; then
  clang-format -i "${c_files[@]}"
else
  echo "skipped  C and C++: there is no clang-format" >&2
fi

if ruff=$(python_tool ruff); then
  "$ruff" format --quiet "${python_files[@]}"
else
  echo "skipped  Python: there is no ruff" >&2
fi
