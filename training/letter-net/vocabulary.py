"""What the net tells apart: letters, words of answers, and all else."""

from collections import Counter

from synthetic import ALPHABET, DIGITS, DIRECTIONS

# British Z is a class of its own inside the net and the same letter outside.
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ZED"]
OTHER = "OTHER"
SPELLINGS = {"ALFA": "ALPHA", "JULIETT": "JULIET", "XRAY": "X-RAY", "OH": "O", "WHISKY": "WHISKEY"}
# Words of sentences that sound like letters teach nothing either way.
ALIKE = set("A I BE BEE SEE SEA TEA TEE GEE YOU ARE OUR WHY EYE OWE JAY KAY DEE ELL ESS EX "
            "QUEUE CUE PEA PEE DOUBLE".split())  # fmt: skip


def label_of(clip):
    """The class that a clip would like to be in; None for one that is left out."""
    label = SPELLINGS.get(clip.label, clip.label)
    if clip.set == "readers" and (label in ALIKE or label in LETTERS):
        return None
    if clip.set == "grid" and label == "Z":
        return "ZED"
    return label


def class_names(clips, least=15):
    """Letters, the spelling alphabet, directions, digits, every word said often enough, other."""
    fixed = [*LETTERS, *ALPHABET, *DIRECTIONS, *DIGITS]
    counts = Counter(label_of(clip) for clip in clips)
    often = sorted(
        word for word, count in counts.items()
        if word and count >= least and word not in fixed and word != OTHER
    )  # fmt: skip
    return [*fixed, *often, OTHER]
