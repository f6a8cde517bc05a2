"""Trains the upper layers and heads of other languages than English, on a CPU.

usage: language.py compose CORPUS.npz STATE.pt OUT SOUNDS.npz... --language L [--seconds S] [--layer 4]
                   [--shares 5,3,1]
       language.py compose CORPUS.npz STATE.pt OUT DICTIONARY... --language en [--seconds S]
       language.py people MANIFEST OUT.npz --language L
       language.py indian CORPUS.npz OUT.npz
       language.py train OUT_STATE.pt STATE.pt FOLDER... [--layers 4] [--epochs N]
       language.py score OUT_STATE.pt STATE.pt MANIFEST
       language.py export OUT_STATE.pt STATE.pt MODELS --source "..."

STATE.pt is the English ear (unpack.py). compose puts recordings of speak.py together, disturbs them
with the rooms, noise and talkers of CORPUS.npz (corpus.py), and writes what the lower, English layers
make of them; English comes from CORPUS.npz itself, and its only use is to keep the shared layers true to
people. people writes the recordings of people that a shipped net may learn from, in the form of
speak.py; indian those of CORPUS.npz whose English names of letters are names of Hindi too. train
learns the layers from there up, shared by all languages, and a head for each. Since the lower layers
never change, their outputs are computed once.
"""

import argparse
import copy
import glob
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from augment import Augmenter, Composer, Surroundings, scattered
from corpus import Corpus, Dictionary
from net import BLANK, LAYERS, RATE, TOKENS, Ear, in_16_bits

BATCH = 24
# Lengths of examples, seconds, and how often each is drawn.
LENGTHS, WEIGHTS = (1.3, 2.2, 3.5, 6.0), (5, 4, 4, 2)


def load(path):
    ear = Ear()
    ear.load_state_dict({name: value.float() for name, value in torch.load(path, map_location="cpu").items()})
    return ear.eval()


@torch.no_grad()
def lower(ear, mel, lengths, layer):
    """The outputs of the layers below `layer`: [batch, frames, width]."""
    x = F.gelu(ear.conv1(mel))
    x = F.gelu(ear.conv2(x)).transpose(1, 2)
    x = x + ear.positions[: x.shape[1]]
    mask = masked(x, lengths)
    for one in ear.layers[:layer]:
        x = one(x, mask)
    return x


def masked(x, lengths):
    return (torch.arange(x.shape[1]) < lengths[:, None])[:, None, None, :]


class Sounds:
    """Recordings of speak.py, by file and voice; a file is drawn by its share, then a voice."""

    def __init__(self, paths, shares=None):
        self.all, self.files = [], []
        self.shares = shares or [1] * len(paths)
        for path in paths:
            of_voice = {}
            with np.load(path) as file:
                sound, lengths, tokens, counts, voices = (file[k] for k in ("sound", "lengths", "tokens", "counts", "voices"))
            start = place = 0
            for length, count, voice in zip(lengths, counts, voices):
                of_voice.setdefault(str(voice), []).append(len(self.all))
                self.all.append((sound[start : start + length], tokens[place : place + count].tolist()))
                start, place = start + length, place + count
            self.files.append([of_voice[voice] for voice in sorted(of_voice)])

    def example(self, rng, seconds):
        """Recordings of one voice, one after the other, and their tokens."""
        if rng.random() < 0.06:
            return scattered(rng, int(seconds * RATE)), []
        own = rng.choice(rng.choices(self.files, self.shares)[0])
        most = int(seconds * RATE)
        parts, labels, used = [np.zeros(int(rng.uniform(0.02, 0.4) * RATE), np.int16)], [], 0
        for _ in range(12):
            sound, tokens = self.all[rng.choice(own)]
            if used + len(sound) > most and (used or len(sound) > 8 * RATE):
                continue
            gap = int((rng.expovariate(3) + 0.02) * RATE)
            parts += [(sound * min(1.9, 10 ** (rng.gauss(0, 3) / 20))).astype(np.int16), np.zeros(gap, np.int16)]
            labels += tokens
            used += len(sound) + gap
            if used > most * 0.7:
                break
        parts.append(np.zeros(int(rng.uniform(0.02, 0.3) * RATE), np.int16))
        return np.concatenate(parts), labels


def compose(arguments):
    torch.set_num_threads(arguments.threads)
    ear, rng = load(arguments.state), random.Random(arguments.seed)
    corpus = Corpus.load(arguments.corpus)
    augmenter = Augmenter(Surroundings(corpus, {"train"}, "cpu", arguments.seed), arguments.seed)
    if arguments.language == "en":
        english = Composer(corpus, Dictionary(*arguments.sounds), {"train"}, 1, arguments.seed)
        example = lambda seconds: english.compose(rng, int(seconds * RATE))
    else:
        sounds = Sounds(arguments.sounds, arguments.shares and [float(x) for x in arguments.shares.split(",")])
        example = lambda seconds: sounds.example(rng, seconds)
    os.makedirs(arguments.out, exist_ok=True)
    done, step = 0.0, 0
    while done < arguments.seconds:
        size = rng.choices(LENGTHS, WEIGHTS)[0]
        count = max(4, int(BATCH * 1.3 / size * 1.5))
        items = sorted((example(size) for _ in range(count)), key=lambda item: len(item[0]))
        for group, part in enumerate((items[: count // 2], items[count // 2 :])):
            lengths = torch.tensor([len(sound) for sound, _ in part])
            batch = np.zeros((len(part), int(lengths.max())), np.int16)
            for row, (sound, _) in zip(batch, part):
                row[: len(sound)] = sound
            with torch.no_grad():
                mel, frames = augmenter(torch.from_numpy(batch), lengths, step, group)
                with in_16_bits("cpu"):
                    x = lower(ear, mel, frames, arguments.layer)
            torch.save((x.bfloat16(), frames, [label for _, label in part]), f"{arguments.out}/{arguments.language}-{arguments.seed}-{step:05}-{group}.pt")
            done += float(lengths.sum()) / RATE
        step += 1
    print(f"{arguments.language}: {done:.0f} s in {step} steps")


def save(path, recordings):
    """Writes (sound, tokens, voice) of each recording in the form of speak.py."""
    sounds, labels, voices = zip(*recordings)
    np.savez(
        path, sound=np.concatenate(sounds), lengths=np.array([len(s) for s in sounds]),
        tokens=np.array([t for label in labels for t in label], np.int16), counts=np.array([len(label) for label in labels]), voices=np.array(voices),
    )  # fmt: skip
    print(f"{path}: {len(sounds)} recordings, {sum(map(len, sounds)) / RATE:.0f} s, {len(set(voices))} people")


def people(arguments):
    """Letters and sentences of people whose licence lets a shipped net learn from them."""
    import csv

    from corpus import read
    from phones import phones, voices_of

    found = []
    for row in csv.DictReader(open(arguments.manifest, encoding="utf8"), delimiter="\t"):
        text = row["transcript"]
        if row["language"] != arguments.language or row["set"] not in ("letters", "speech") or text.startswith(("(", "hey ")):
            continue
        own = [text] if row["set"] == "letters" else [phone.lower() for phone in phones(voices_of(arguments.language)[0], text)]
        sound = read(os.path.join(os.path.dirname(arguments.manifest), row["path"]))
        found.append((sound, [TOKENS.index(token) for token in own], row["speaker"]))
    save(arguments.out, found)


def indian(arguments):
    """English names of letters by people, above all Indian ones."""
    corpus = Corpus.load(arguments.corpus)
    found = []
    for sound, (_, text, speaker, name, split) in zip(corpus.sounds, corpus.entries):
        if split == "train" and name in ("accents", "letters", "letters-more") and all(len(word) == 1 for word in text.split()):
            found.append((sound, [TOKENS.index(letter) for letter in text.split()], speaker))
    save(arguments.out, found)


class Upper(nn.Module):
    """The layers from `first` up, shared by the languages, and a head for each."""

    def __init__(self, ear, first, languages):
        super().__init__()
        self.first = first
        self.layers = nn.ModuleList(copy.deepcopy(layer) for layer in ear.layers[first:])
        self.norm = copy.deepcopy(ear.norm)
        self.heads = nn.ModuleDict({language: copy.deepcopy(ear.head) for language in languages})

    def forward(self, x, lengths, language, dropout=0.0):
        mask = masked(x, lengths)
        for layer in self.layers:
            x = layer(x, mask, dropout)
        return self.heads[language](F.dropout(self.norm(x), dropout, self.training)).float().log_softmax(-1)

    def state(self, ear, language):
        """The state of a whole ear for one language."""
        whole = {name: value.clone() for name, value in ear.state_dict().items()}
        for name, value in self.layers.state_dict().items():
            place, rest = name.split(".", 1)
            whole[f"layers.{int(place) + self.first}.{rest}"] = value
        whole |= {f"norm.{name}": value for name, value in self.norm.state_dict().items()}
        return whole | {f"head.{name}": value for name, value in self.heads[language].state_dict().items()}


def train(arguments):
    torch.manual_seed(1)
    torch.set_num_threads(arguments.threads)
    ear = load(arguments.state)
    files = [path for folder in arguments.folders for path in sorted(glob.glob(f"{folder}/*.pt"))]
    languages = arguments.languages.split(",")
    files = [path for path in files if os.path.basename(path).split("-")[0] in languages]
    upper = Upper(ear, arguments.layers, languages)
    if arguments.start:
        kept = torch.load(arguments.start)
        # A language that the start lacks begins with the English head.
        upper.load_state_dict(kept["upper"], strict=set(languages) <= set(kept["languages"]))
    # Above the last layer there is the head alone, which leaves the layers of other languages as they are.
    upper.norm.requires_grad_(arguments.layers < LAYERS)
    heads = [p for p in upper.heads.parameters()]
    others = [p for name, p in upper.named_parameters() if p.requires_grad and not name.startswith("heads")]
    rate = arguments.rate
    groups = [{"params": heads, "lr": rate * 10}] + ([{"params": others, "lr": rate}] if others else [])
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    mean, rng, began = copy.deepcopy(upper).eval(), random.Random(1), time.time()
    steps, step, losses = int(len(files) * arguments.epochs), 0, []
    while step < steps:
        rng.shuffle(files)
        for path in files:
            progress = max(step / steps, (time.time() - began) / arguments.seconds)
            if progress >= 1:
                step = steps
                break
            for group, most in zip(optimiser.param_groups, (rate * 10, rate)):
                group["lr"] = most * min(1, (step + 1) / 40) * (1 - progress) ** 0.9
            x, frames, labels = torch.load(path)
            language = os.path.basename(path).split("-")[0]
            upper.train()
            with in_16_bits("cpu"):
                logs = upper(x.float(), frames, language, dropout=0.1)
            sizes = torch.tensor([len(label) for label in labels])
            loss = F.ctc_loss(
                logs.transpose(0, 1), torch.tensor([token for label in labels for token in label]), frames, sizes,
                blank=BLANK, reduction="none", zero_infinity=True,
            )  # fmt: skip
            loss = (loss / sizes.clamp(min=2).sqrt()).mean()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(upper.parameters(), 2.0)
            optimiser.step()
            losses.append(loss.item())
            step += 1
            with torch.no_grad():
                weight = min(0.998, (step + 1) / (step + 20))
                torch._foreach_lerp_([*mean.parameters()], [*upper.parameters()], 1 - weight)
            if step % 25 == 0:
                print(f"{step} of {steps}: loss {np.mean(losses):.3f}, {time.time() - began:.0f} s", flush=True)
                losses = []
            if step % 50 == 0:
                torch.save({"upper": mean.state_dict(), "first": arguments.layers, "languages": languages}, arguments.out)
    torch.save({"upper": mean.state_dict(), "first": arguments.layers, "languages": languages}, arguments.out)


def whole(path, english):
    """The ears of a training, by language."""
    kept = torch.load(path)
    ear = load(english)
    upper = Upper(ear, kept["first"], kept["languages"])
    upper.load_state_dict(kept["upper"])
    ears = {}
    for language in kept["languages"]:
        ears[language] = Ear()
        ears[language].load_state_dict(upper.state(ear, language))
        ears[language].eval()
    return ears


def export(arguments):
    """Writes the layers that the languages share, and a head for each, as files that build on ear.net;
    after a training of heads alone these, which build on the shared layers that are there."""
    import export as file
    from net import HEADS

    ears = whole(arguments.trained, arguments.state)
    first = torch.load(arguments.trained)["first"]
    parts = ("norm.", *(f"layers.{place}." for place in range(first, LAYERS)))
    shared = os.path.join(arguments.models, "ear-more.net")
    if first < LAYERS:
        file.write(next(iter(ears.values())).state_dict(), HEADS, shared, arguments.source, "ear.net", parts)
    ears.pop("en", None)
    for language, ear in ears.items():
        path = os.path.join(arguments.models, f"ear-{language}.net")
        file.write(ear.state_dict(), HEADS, path, arguments.source, "ear-more.net", ("head.",))


def score(arguments):
    """Single letters by their likelihood, of ten and of 26, by language and speaker."""
    import csv

    from corpus import read
    from net import LETTERS
    from score import CHART, OF_LETTERS, greedy, likelihoods, scored

    ears = whole(arguments.trained, arguments.state)
    rows = [row for row in csv.DictReader(open(arguments.manifest, encoding="utf8"), delimiter="\t") if row["set"] in ("letters-score", "letters")]
    folder = os.path.dirname(arguments.manifest)
    for language, ear in ears.items():
        for speaker in sorted({row["speaker"] for row in rows if row["language"] == language}):
            own = [row for row in rows if row["speaker"] == speaker and len(row["transcript"]) == 1 and row["transcript"] in LETTERS]
            ten, all26, greedily, misses = [0, 0], [0, 0], 0, []
            for row, log in zip(own, scored(ear, [read(os.path.join(folder, row["path"])) for row in own], "cpu")):
                said, ranked = row["transcript"], likelihoods(log, [[k] for k in OF_LETTERS])
                best = lambda of: max(of, key=lambda letter: ranked[LETTERS.index(letter)])
                if said in CHART:
                    ten[0] += best(CHART) == said
                    ten[1] += 1
                all26[0] += best(LETTERS) == said
                all26[1] += 1
                heard = [TOKENS[token] for token in greedy(log)]
                greedily += heard == [said]
                if best(LETTERS) != said or heard != [said]:
                    misses.append(f"{said}:{best(LETTERS)}/{'+'.join(heard)}")
            print(f"{language} {speaker}: ten {ten[0]} of {ten[1]}, 26 {all26[0]} of {all26[1]}, alone {greedily}; {' '.join(misses)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    verbs = parser.add_subparsers(required=True)
    one = verbs.add_parser("compose")
    for name in ("corpus", "state", "out"):
        one.add_argument(name)
    one.add_argument("sounds", nargs="+")
    one.add_argument("--language", required=True)
    one.add_argument("--seconds", type=float, default=5000)
    one.add_argument("--shares", help="how often each file is drawn, such as 5,3,1")
    one.add_argument("--layer", type=int, default=4)
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(run=compose)
    five = verbs.add_parser("people")
    five.add_argument("manifest")
    five.add_argument("out")
    five.add_argument("--language", required=True)
    five.set_defaults(run=people)
    six = verbs.add_parser("indian")
    six.add_argument("corpus")
    six.add_argument("out")
    six.set_defaults(run=indian)
    two = verbs.add_parser("train")
    two.add_argument("out")
    two.add_argument("state")
    two.add_argument("folders", nargs="+")
    two.add_argument("--layers", type=int, default=4)
    two.add_argument("--epochs", type=float, default=2)
    two.add_argument("--rate", type=float, default=1e-4)
    two.add_argument("--seconds", type=float, default=1e9)
    two.add_argument("--start")
    two.add_argument("--languages", default="de,es,fr,hi")
    two.set_defaults(run=train)
    three = verbs.add_parser("score")
    for name in ("trained", "state", "manifest"):
        three.add_argument(name)
    three.set_defaults(run=score)
    four = verbs.add_parser("export")
    for name in ("trained", "state", "models"):
        four.add_argument(name)
    four.add_argument("--source", required=True, help="what the net has learnt from")
    four.set_defaults(run=export)
    for verb in (one, two, three, four, five, six):
        verb.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
