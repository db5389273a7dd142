# shellcheck shell=bash
# What lint.sh and format.sh share: which files there are, and where the Python tools are.

# sources PATTERN…: the project's files that match, each ended by NUL; none that git ignores.
sources() {
  local file
  git ls-files -z --cached --others --exclude-standard -- "$@" |
    while IFS= read -r -d '' file; do
      if [ -f "$file" ]; then printf '%s\0' "$file"; fi
    done
}

# python_tool NAME: where a Python tool is. Installs all of them into build/venv on first use, and
# again when the list changes; where that cannot be done, finds what the system has.
python_tool() {
  local venv=build/venv list=.ci/python-tools.txt
  if ! cmp -s "$list" "$venv/installed.txt"; then
    {
      /usr/bin/python3 -m venv "$venv" &&
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$list" &&
        cp "$list" "$venv/installed.txt"
    } >/dev/null 2>&1 || rm -rf "$venv"
  fi
  if [ -x "$venv/bin/$1" ]; then
    echo "$venv/bin/$1"
  else
    command -v "$1"
  fi
}
