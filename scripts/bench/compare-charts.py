"""Compares the scores of glued charts with what was said, for scripts/bench/score.

usage: compare-charts.py MANIFEST FOLDER...

Each folder has truth.csv and scores/scores.csv. Prints a Markdown table with a row for each folder
and group of speakers (by training/ear/splits.py), then every chart that is off by more than one
letter.
"""

import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../training/ear"))
import splits  # noqa: E402


def load(path):
    with open(path, encoding="utf8") as file:
        return {row["record"]: row for row in csv.DictReader(file)}


def main():
    manifest, folders = sys.argv[1], sys.argv[2:]
    with open(manifest, encoding="utf8") as file:
        split = splits.splits(list(csv.DictReader(file, delimiter="\t")))
    print("| s between lines | speakers | charts | scored | range | withheld | scored: within 1 letter "
          "| scored: mean difference, letters | ranges that hold what was said | off by more |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    off = []
    for folder in folders:
        truth, scores = load(f"{folder}/truth.csv"), load(f"{folder}/scores/scores.csv")
        groups = {"all": list(truth)}
        for record, row in truth.items():
            learnt = split[row["set"], row["speaker"]]
            groups.setdefault("learnt from" if learnt == "train" else "not learnt from", []).append(record)
        for name, records in groups.items():
            count = {status: 0 for status in ("scored", "range", "withheld", "failed")}
            near, differences, held, far = 0, [], 0, 0
            for record in records:
                said, row = int(truth[record]["letters"]), scores[record]
                count[row["status"]] += 1
                if row["status"] == "scored":
                    difference = int(row["letters"]) - said
                    differences.append(difference)
                    near += abs(difference) <= 1
                    if abs(difference) > 1:
                        far += 1
                        if name == "all":
                            off.append((folder, record, truth[record]["speaker"], f"{difference:+d}"))
                elif row["status"] == "range":
                    held += int(row["letters_low"]) <= said <= int(row["letters_high"])
            mean = sum(differences) / len(differences) if differences else 0
            print(f"| {os.path.basename(folder)} | {name} | {len(records)} | {count['scored']} "
                  f"| {count['range']} | {count['withheld'] + count['failed']} "
                  f"| {near} of {count['scored']} | {mean:+.2f} | {held} of {count['range']} | {far} |")
    for folder, record, speaker, difference in off:
        print(f"\n{os.path.basename(folder)} s, {record}, {speaker}: {difference} letters", end="")
    print()


if __name__ == "__main__":
    main()
