#!/usr/bin/env python3
"""Chooses the rows of a manifest that the fusion may be fitted on.

    python left_out.py MANIFEST --share 0.13 > left-out.tsv

Whole sets that no training uses, and of the sets that the net was trained on the speakers whom
`training/letter-net/train.py --held-out SHARE` left out.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from manifests import Fault, read_rows, told  # noqa: E402

UNTRAINED = {"letters", "nato", "digits", "noise"}
TRAINED = {"words", "an4-train", "readers"}


def is_held_out(speaker, share):
    """The same choice as in training/letter-net/fit.py."""
    digest = sum(ord(c) * (index + 7) for index, c in enumerate(speaker)) * 2654435761
    return digest % 2**32 / 2**32 < share


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest")
    parser.add_argument("--share", type=float, default=0.13)
    options = parser.parse_args()
    folder = Path(options.manifest).resolve().parent
    chosen = [
        row for row in read_rows(options.manifest)
        if row["set"] in UNTRAINED
        or (row["set"] in TRAINED and is_held_out(row["speaker"], options.share))
    ]  # fmt: skip
    if not chosen:
        raise Fault(f"'{options.manifest}' has nobody to fit on: wanted are the sets"
                    f" {', '.join(sorted(UNTRAINED))}, or people of {', '.join(sorted(TRAINED))}"
                    " whom --share leaves out. Your own single letters go in the set letters if no"
                    " net has learnt them.")  # fmt: skip
    print("path", "transcript", "speaker", "set", sep="\t")
    for row in chosen:
        print(folder / row["path"], row["transcript"], row["speaker"], row["set"], sep="\t")


if __name__ == "__main__":
    sys.exit(told(main))
