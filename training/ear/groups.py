"""Who is heard how well: letter error rates by sex, age, accent and microphone.

usage: groups.py EVIDENCE.jsonl [SPEAKERS.tsv]

EVIDENCE.jsonl is written by `aloud-workbench evaluate --letters alphabet --evidence`; SPEAKERS.tsv names each
speaker's age, gender, nationality and recorder (corpus, set accents). In AN4 the first letter of a
speaker's name is the sex.
"""

import collections
import csv
import json
import sys

from score import distance


def traits(speaker, name, known):
    if speaker in known:
        row = known[speaker]
        yield "sex", row["gender"].lower()
        yield "age", "under 25" if int(row["age"]) < 25 else "25 and over"
        yield "accent", row["nationality"]
        yield "microphone", row["recorder"]
    elif name.startswith("an4"):
        yield "sex", {"f": "female", "m": "male"}[speaker[0]]
        yield "accent", "American (AN4)"
        yield "microphone", "headset (AN4)"


def main():
    evidence, *tables = sys.argv[1:]
    known = {}
    for table in tables:
        with open(table, encoding="utf8") as file:
            known |= {row["speaker"]: row for row in csv.DictReader(file, delimiter="\t")}
    tally = collections.defaultdict(lambda: [0, 0, set()])
    for line in open(evidence, encoding="utf8"):
        row = json.loads(line)
        said = [word for word in row["transcript"].split() if len(word) == 1]
        if not said:
            continue
        heard = [
            max(word["letters"], key=word["letters"].get)
            for breath in row["breaths"]
            for word in breath
            if word["letters"] and word["presence"] >= 0.2
        ]
        for trait in [("all", row["set"]), *traits(row["speaker"], row["set"], known)]:
            entry = tally[trait]
            entry[0] += distance(said, heard)
            entry[1] += len(said)
            entry[2].add(row["speaker"])
    print("| group | | speakers | letters | letter error rate |\n|---|---|---|---|---|")
    for (kind, value), (wrong, count, speakers) in sorted(tally.items()):
        print(f"| {kind} | {value} | {len(speakers)} | {count} | {100 * wrong / count:.1f} % |")


if __name__ == "__main__":
    main()
