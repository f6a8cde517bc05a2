"""How well groups of people are heard: letters right, wrong and missed by sex, age, accent and microphone.

usage: groups.py EVIDENCE.jsonl [SPEAKERS.tsv]

EVIDENCE.jsonl is written by `aloud-workbench evaluate --letters alphabet --evidence`; SPEAKERS.tsv names each
speaker's age, gender, nationality and recorder (corpus, set accents). In AN4 the first letter of a
speaker's name is the sex.
"""

import collections
import csv
import json
import sys

from fit import aligned
from score import distance

# Letters are accepted from this confidence on, and asked for again from the lower one on.
ACCEPTED, HEARD = 0.7, 0.2


def traits(speaker, name, known):
    if speaker in known:
        row = known[speaker]
        yield "sex", row["gender"].lower()
        yield "age", "under 25" if int(row["age"]) < 25 else "25 and over"
        yield "accent", row["nationality"].strip()
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
    tally = collections.defaultdict(lambda: [0, 0, 0, 0, set()])
    for line in open(evidence, encoding="utf8"):
        row = json.loads(line)
        said = [word for word in row["transcript"].split() if len(word) == 1]
        if not said or row["set"].startswith("readers"):
            continue
        heard = []
        for word in (word for breath in row["breaths"] for word in breath if word["letters"]):
            best = max(word["letters"], key=word["letters"].get)
            if word["presence"] >= HEARD:
                heard.append((best, word["presence"] * word["letters"][best] >= ACCEPTED))
        right = sum(heard[j] == (said[i], True) for i, j in aligned(said, [letter for letter, _ in heard]))
        for trait in [("all", row["set"]), ("all", "all"), *traits(row["speaker"], row["set"], known)]:
            entry = tally[trait]
            entry[0] += distance(said, [letter for letter, _ in heard])
            entry[1] += len(said)
            entry[2] += right
            entry[3] += sum(is_sure for _, is_sure in heard)
            entry[4].add(row["speaker"])
    print("| group | | speakers | letters | letter error rate | right at once | wrong among accepted |")
    print("|---|---|---|---|---|---|---|")
    for (kind, value), (errors, count, right, accepted, speakers) in sorted(tally.items()):
        shares = [errors / count, right / count, 1 - right / max(accepted, 1)]
        print(f"| {kind} | {value} | {len(speakers)} | {count} |", " | ".join(f"{100 * share:.1f} %" for share in shares), "|")


if __name__ == "__main__":
    main()
