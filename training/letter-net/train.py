#!/usr/bin/env python3
"""Trains the nets that give Aloud its second opinion, from recordings and synthetic voices.

    python train.py MANIFEST --work FOLDER --model models/letters.net

See README.md beside it.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from export import StoredNet, write, write_example
from fit import Data, Stretches, evaluation_sets, fit, heard, report
from phone_votes import fit_phones, right_phones
from manifests import read_rows, require_place, require_recordings, require_sets, told
from prepare import prepare
from stretches import align_utterances, make_stretches
from teaching import Opinions
from variants import make_variants


# What is not usual about each net, and how often it sees all variants. The one that tells phones is
# narrow, since it hears every stretch of running speech. Two teach the one that tells words: one of
# them has learnt from babble mixed in anew, and hears better in noise, the other in quiet. That other is
# kept, to be asked where the taught one is not sure.
WIDE = {"widths": (96, 160, 224, 224), "embedding": 192}
BABBLE = {**WIDE, "babble": 0.35}
PHONES, TEACHERS, WORDS = ({}, 2), [(WIDE, 3), (BABBLE, 3)], (BABBLE, 3)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest", help="TSV of path, transcript, speaker, set, licence")
    parser.add_argument("--work", required=True, help="a folder for 6 GB of what is in between")
    parser.add_argument("--model", help="the file of weights to write; none: only score")
    parser.add_argument("--example", help="the file of one sound and what the nets make of it")
    parser.add_argument("--tables", help="a folder for tables of log probabilities")
    parser.add_argument("--held-out", type=float, default=0.0,
                        help="share of speakers who are left out and scored on; none: learn from all")
    parser.add_argument("--variants", type=int, default=600_000, help="how many to learn from")
    parser.add_argument("--stretches", type=int, default=160_000, help="how many to learn phones from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2, help="cores to use")
    return parser.parse_args()


def write_tables(folder, nets, sets, names):
    """One table a set: what each clip is, and the log probability of each class."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, (clips, x) in sets.items():
        classes, letter = heard(nets, x)
        with open(Path(folder) / f"{name.replace(' ', '-')}.tsv", "w") as file:
            print("path", "speaker", "label", "start", "end", "letter?", *names, sep="\t", file=file)
            for clip, row, is_letter in zip(clips, classes.numpy(), letter.numpy()):
                print(clip.path, clip.speaker, clip.label, clip.start, clip.end,
                      f"{np.log(is_letter + 1e-12):.4f}", *(f"{v:.4f}" for v in row),
                      sep="\t", file=file)  # fmt: skip


def check(options):
    """Throws `Fault` where what was given would end the training hours later."""
    rows = read_rows(options.manifest)
    require_sets(
        rows, options.manifest, {"noise", "readers"},
        "Beside letters, of your own or others, it takes noises (set noise) and read sentences (set"
        " readers), which are laid under them and are no letters: README.md names public ones.")
    require_recordings(rows, options.manifest)
    for path in (options.model, options.example):
        require_place(path)


def main():
    options = arguments()
    check(options)
    torch.set_num_threads(options.processes)
    work = Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    prepare(options.manifest, work, options.seed, options.processes)
    align_utterances(options.manifest, work, options.processes)
    make_stretches(work, options.manifest, options.stretches, options.seed, options.processes)
    make_variants(work, options.manifest, options.variants, options.seed, options.processes)
    data, stretches = Data(work, options.held_out), Stretches(work, options.held_out)

    def fitted(kind, seed, **more):
        unusual, epochs = kind
        return fit(data, stretches, options.seed + seed, epochs, **unusual, **more)

    phones = StoredNet(fitted(PHONES, 44))
    fit_phones(phones, stretches, options.seed + 44)
    phones.drop_words()
    teachers = [fitted(kind, 45 + index) for index, kind in enumerate(TEACHERS)]
    taught = StoredNet(fitted(WORDS, 60, taught=Opinions(teachers, data.variants)))
    words = [taught, StoredNet(teachers[0])]
    nets, sets = [phones, *words], evaluation_sets(work, data)
    print(report(words, sets, data.names))
    left_out = Stretches(work, options.held_out, of_held_out=True)
    if len(left_out.sound):
        right = right_phones(phones, left_out)
        print(f"phones of people left out: {right:.3f} of the frames right")
    if options.tables:
        write_tables(options.tables, words, sets, data.names)
    if options.model:
        write(options.model, nets, data.names)
        print(f"{options.model} written", file=sys.stderr)
    if options.example:
        write_example(options.example, nets, data.names)


if __name__ == "__main__":
    sys.exit(told(main))
