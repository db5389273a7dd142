"""Writes the texts of the decoders' shared cases to files: decode_corpus.py CASES FOLDER

They are what libFuzzer starts from. Cases that repeat something many times are left out: they would
only slow it down.
"""

import base64
import hashlib
import json
import pathlib
import sys


def main() -> None:
    """Writes one file for each case, named after its contents."""
    cases = pathlib.Path(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(cases.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if "base64" in case:
                text = base64.b64decode(case["base64"])
            elif "text" in case:
                text = case["text"].encode("utf-8")
            else:
                continue
            name = hashlib.sha1(text, usedforsecurity=False).hexdigest()
            (folder / name).write_bytes(text)


if __name__ == "__main__":
    main()
