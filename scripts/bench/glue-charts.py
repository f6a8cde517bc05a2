"""Glues recordings of whole charts from single recordings of letters, for scripts/bench/score.

usage: glue-charts.py MANIFEST FOLDER PAUSE [NOISE DECIBELS]

Writes 40 WAV files, table.csv for 'aloud-workbench score', and truth.csv: the score that the
letters said would give. Each simulated reader has a person's own recordings of the ten letters, an
acuity from 0.0 to 0.7 logMAR, and goes down the chart until a line has no letter right. Within a line
letters are 0.35 s apart, lines PAUSE seconds. NOISE is a FLAC file (16 kHz, mono, 16 bits) that is mixed under each chart, DECIBELS below
the mean power of the 10 ms that hold speech. The same arguments give the same files.
"""

import csv
import math
import os
import random
import subprocess
import sys
import wave
from array import array

RATE = 16000
SLOAN = "CDHKNORSVZ"
CHARTS = {
    "1": "NCKZO RHSDK DOVHR CZRHS ONHRC DKSNV ZSOKN CKDNR SRZKD HZOVC NVDOK VHCNO SVHCZ OZDVK",
    "2": "DSRKN CKZOH ONRKD KZVDC VSHZO HDKCR CSRHN SVZDK NCVOZ RHSDV SNROH ODHKR ZKCSN CRHDV",
    "R": "HVZDS NCVKD CZSHN ONVSR KDNRO ZKCSV DVOHC OHVCK HZCKO NCKHD ZHCSR SZRDN HCDRO RDOSN",
}
# The psychometric function of the simulated observers: see docs/measurement.md.
SIGMA = 0.08
LETTER_PAUSE = 0.35
NOISE = 8
COUNT = 40


def decoded(path):
    """A FLAC file as 16-bit samples."""
    return array("h", subprocess.run(
        ["flac", "-d", "-s", "-c", "--force-raw-format", "--endian=little", "--sign=signed", path],
        check=True, capture_output=True).stdout)


def powers(samples):
    """The sum of squares of each 10 ms."""
    size = RATE // 100
    return [sum(x * x for x in samples[i:i + size]) for i in range(0, len(samples), size)]


def sound(path):
    """A recording as 16-bit samples, without the quiet around it."""
    samples = decoded(path)
    frames = powers(samples)
    least = max(frames) * 0.0003
    loud = [i for i, power in enumerate(frames) if power > least]
    size = RATE // 100
    return samples[max(0, loud[0] - 3) * size:(loud[-1] + 4) * size]


def mixed(samples, noise, decibels, draw):
    """Samples with a noise under them."""
    if not noise:
        return samples
    frames = powers(samples)
    speech = [power for power in frames if power > max(frames) * 0.001]
    start = draw.randrange(len(noise))
    under = [noise[(start + i) % len(noise)] for i in range(len(samples))]
    power = sum(x * x for x in under) / len(under) * RATE / 100
    gain = math.sqrt(sum(speech) / len(speech) / max(power, 1)) * 10 ** (-decibels / 20)
    return [x + gain * y for x, y in zip(samples, under)]


def named(letter, size, acuity, draw):
    """The letter that the reader names; None for "cannot see", which nobody has recorded."""
    seen = 0.5 * (1 + math.erf((size - acuity) / SIGMA / math.sqrt(2)))
    return letter if draw.random() < seen else draw.choice(SLOAN)


def main():
    if len(sys.argv) not in (4, 6):
        sys.exit(__doc__)
    manifest, folder, pause = sys.argv[1], sys.argv[2], float(sys.argv[3])
    under, decibels = (decoded(sys.argv[4]), float(sys.argv[5])) if len(sys.argv) > 5 else (None, 0)
    os.makedirs(folder, exist_ok=True)
    root = os.path.dirname(os.path.abspath(manifest))
    people = {}
    with open(manifest, encoding="utf8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["set"] in ("letters", "letters-more") and row["transcript"].upper() in SLOAN:
                letters = people.setdefault((row["set"], row["speaker"]), {})
                letters.setdefault(row["transcript"].upper(), os.path.join(root, row["path"]))
    people = {who: {l: sound(p) for l, p in own.items()}
              for who, own in sorted(people.items()) if len(own) == len(SLOAN)}
    names = list(people)
    table = open(os.path.join(folder, "table.csv"), "w", encoding="utf8", newline="")
    truth = open(os.path.join(folder, "truth.csv"), "w", encoding="utf8", newline="")
    rows, truths = csv.writer(table), csv.writer(truth)
    rows.writerow(["record", "person", "eye", "chart", "file"])
    truths.writerow(["record", "set", "speaker", "letters", "logmar", "said"])
    for number in range(COUNT):
        draw = random.Random(f"charts 1 {number}")
        set_name, speaker = who = names[number % len(names)]
        chart = list(CHARTS)[number // len(names) % len(CHARTS)]
        acuity = draw.uniform(0.0, 0.7)
        noise = random.Random(f"noise {number}")
        said, right, out = [], 0, array("h", bytes(2 * RATE))
        for line, letters in enumerate(CHARTS[chart].split()):
            answers = [named(letter, 1.0 - 0.1 * line, acuity, draw) for letter in letters]
            said.append("".join(answers))
            if line:
                out.extend(array("h", bytes(2 * int(pause * RATE))))
            for place, answer in enumerate(answers):
                if place:
                    out.extend(array("h", bytes(2 * int(LETTER_PAUSE * RATE))))
                out.extend(people[who][answer])
            of_line = sum(a == b for a, b in zip(answers, letters))
            right += of_line
            if of_line == 0:
                break
        out.extend(array("h", bytes(2 * 2 * RATE)))
        out = array("h", (max(-32768, min(32767, int(x) + int(noise.uniform(-NOISE, NOISE))))
                          for x in mixed(out, under, decibels, noise)))
        record = f"chart-{number + 1:02}"
        with wave.open(os.path.join(folder, record + ".wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(out.tobytes())
        rows.writerow([record, speaker, ["right", "left", "both"][number % 3], chart, record + ".wav"])
        truths.writerow([record, set_name, speaker, right, f"{1.1 - 0.02 * right:.2f}", " ".join(said)])


if __name__ == "__main__":
    main()
