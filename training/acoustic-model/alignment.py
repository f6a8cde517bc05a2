"""Finds where each word lies in recordings whose words are known, with pocketsphinx_batch."""

import concurrent.futures
import os
import re
import subprocess

import base_model
from transcripts import read_dictionary

# Beams so wide that what is said is found wherever it is; all senones scored, so that the scores of
# one frame can be compared with those of another.
SEARCH = (
    "-beam 1e-200 -wbeam 1e-150 -pbeam 1e-200 -bestpath no -compallsen yes"
    " -lw 1 -silprob 0.1 -wip 1"
).split()


class Span:
    """A word, or a silence, and the frames that it takes: first to end, which is not in it."""

    def __init__(self, word, first, end):
        self.word, self.first, self.end = word, first, end
        self.is_word = not word.startswith(("<", "["))


def align(said, model, cepstra, work, dictionary, jobs):
    """Path to the spans of its words and silences, for the utterances in which they were found.

    dictionary: words to pronunciations, before those of en-us. cepstra: folder of PATH.mfc.
    """
    os.makedirs(work + "/words", exist_ok=True)
    _write_dictionary(work + "/dict", said, dictionary)
    command = ["pocketsphinx_batch", "-hmm", model, "-dict", work + "/dict"]
    command += ["-fsgdir", work + "/words", "-fsgext", ".fsg", "-cepdir", cepstra]
    command += ["-cepext", ".mfc", *SEARCH]

    def part(number):
        files = {option: f"{work}/{option}-{number}" for option in ("ctl", "fsgctl", "hypseg")}
        with open(files["ctl"], "w") as control, open(files["fsgctl"], "w") as networks:
            for utterance in said[number::jobs]:
                name = utterance.path.replace("/", "_")
                _write_network(f"{work}/words/{name}.fsg", name, utterance.words)
                control.write(utterance.path + "\n")
                networks.write(name + "\n")
        options = [text for option, file in files.items() for text in ("-" + option, file)]
        with open(f"{work}/log-{number}", "w") as log:
            subprocess.run(command + options, stdout=log, stderr=log, check=True)
        with open(files["hypseg"]) as file:
            return dict(map(_spans, file))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(part, range(jobs)))
    found = {path: spans for part in parts for path, spans in part.items()}
    return {
        utterance.path: found[utterance.path]
        for utterance in said
        if [span.word for span in found.get(utterance.path, []) if span.is_word] == utterance.words
    }


def _write_dictionary(path, said, dictionary):
    english = read_dictionary(base_model.FOLDER + "/cmudict-en-us.dict")
    with open(path, "w") as file:
        for word in sorted({word for utterance in said for word in utterance.words}):
            for number, phones in enumerate(dictionary.get(word) or english.get(word, []), 1):
                variant = f"({number})" if number > 1 else ""
                file.write(f"{word}{variant} {' '.join(phones)}\n")


def _write_network(path, name, words):
    """A grammar of one sentence; silences may come anywhere."""
    with open(path, "w") as file:
        file.write(f"FSG_BEGIN {name}\nNUM_STATES {len(words) + 1}\n")
        file.write(f"START_STATE 0\nFINAL_STATE {len(words)}\n")
        for state, word in enumerate(words):
            file.write(f"TRANSITION {state} {state + 1} 1.0 {word}\n")
        file.write("FSG_END\n")


def _spans(line):
    """A line of `-hypseg`: path, scores, "L" and its number, then first frame, two scores and word
    by word, and at last how many frames there are."""
    fields = line.split()
    rest = fields[fields.index("L") + 2 :]
    firsts = list(map(int, rest[0::4]))
    words = [re.sub(r"\(\d+\)$", "", word) for word in rest[3::4]]
    return fields[0], [
        Span(word, first, end)
        for word, first, end in zip(words, firsts, firsts[1:])
        if word != "(NULL)"
    ]
