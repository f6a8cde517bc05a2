"""Writes models/ear-search: what PocketSphinx needs to search the tokens of the ear's net.

PocketSphinx finds words in the scores of the states of hidden Markov models. Here each token of the
net but the blank is a model of two states: the token, then a blank that may be left out. Aloud hands
it the scores of all states, so the Gaussians in the folder are never asked; PocketSphinx only needs
them to be there. Run it from the root of the repository: python3 training/ear/sphinx_model.py
"""

import os
import struct

FOLDER = "models/ear-search"
STATES = 2
# The same as in net.py, which needs PyTorch.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PHONES = """aa ae ah ao aw ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw
v w y z zh""".split()
# Silence is blank alone; talk is any phones, where the grammar has no words for what is said.
SILENCE, TALK = "SIL", "TALK"
# The name of a letter is a phone of its own, written otherwise than any phone of speech whatever the
# case. PocketSphinx looks phones up by halving a list, so they must be in the order of their bytes.
NAMES = sorted([SILENCE, TALK, *("L_" + letter for letter in LETTERS), *PHONES])
# Cepstral coefficients a frame; they are never computed.
WIDTH = 13


def write_text(name, lines):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.writelines(line + "\n" for line in lines)


def write_parameters(name, numbers, values):
    """A file of Sphinx's "s3" format: a header, a byte order mark, numbers, and 32-bit values."""
    header = b"s3\nversion 1.0\n"
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(header + b" " * (-(len(header) + 7) % 4) + b"endhdr\n")
        file.write(struct.pack(f"<{len(numbers) + 1}i", 0x11223344, *numbers))
        file.write(struct.pack(f"<{len(values)}f", *values))


def write_definition(name):
    """PocketSphinx's binary form (bin_mdef.h): phone n has the senones 2 n, its own, and 2 n + 1, the blank
    after it.

    No phone depends on its neighbours, so the tree of contexts ends at its root. In the text form
    PocketSphinx makes a tree that says this phone by phone, and walks it a million times when it starts.
    """
    count = len(NAMES)
    senones = STATES * count
    positions = 4  # in a word: within, begin, end, single
    numbers = [count, count, STATES, senones, senones, 1, count, 3, positions, NAMES.index(SILENCE)]
    phones = b"".join(phone.encode() + b"\0" for phone in NAMES)
    with open(os.path.join(FOLDER, name), "wb") as file:
        # No description of the form.
        file.write(struct.pack("<4sii", b"BMDF", 1, 0))
        file.write(struct.pack("<10i", *numbers))
        file.write(phones + b"\0" * (-len(phones) % 4))
        for position in range(positions):
            file.write(struct.pack("<hhi", position, 0, -1))
        for place, phone in enumerate(NAMES):
            file.write(struct.pack("<iiB3x", place, 0, phone in (SILENCE, TALK)))
        file.write(struct.pack(f"<i{senones}H", senones, *range(senones)))


def main():
    os.makedirs(FOLDER, exist_ok=True)
    write_definition("mdef")
    words = [("<s>", SILENCE), ("</s>", SILENCE), ("<sil>", SILENCE), ("[TALK]", TALK)]
    # PocketSphinx keeps the ends of words of this list as one, of others by their last phones. So
    # the names of letters stand here, too, for the first word of a grammar that names each.
    words += [(f"[{letter}]", "L_" + letter) for letter in LETTERS]
    write_text("noisedict", [" ".join(pair) for pair in words])
    write_text("feat.params", ["-feat 1s_c", "-cmn none", "-agc none", "-varnorm no"])
    # From the token: again, to its blank, or out. From the blank: again, or out.
    steps = [1 / 3, 1 / 3, 1 / 3, 0, 1 / 2, 1 / 2]
    write_parameters("transition_matrices", [1, STATES, STATES + 1, len(steps)], steps)
    write_parameters("means", [1, 1, 1, WIDTH, WIDTH], [0] * WIDTH)
    write_parameters("variances", [1, 1, 1, WIDTH, WIDTH], [1] * WIDTH)
    senones = STATES * len(NAMES)
    write_parameters("mixture_weights", [senones, 1, 1, senones], [1] * senones)


if __name__ == "__main__":
    main()
