"""The model that training begins with: en-us as Debian's pocketsphinx-en-us has it."""

import os
import shutil
import subprocess

from sphinx_files import read_sendump, write_weights

FOLDER = "/usr/share/pocketsphinx/model/en-us"
FILES = ("means", "variances", "transition_matrices", "sendump", "mdef", "noisedict")
# The front end of en-us, with nothing done to its features: Aloud takes the mean off itself.
FEATURES = """-lowerf 130
-upperf 6800
-nfilt 25
-transform dct
-lifter 22
-feat 1s_c_d_dd
-svspec 0-12/13-25/26-38
-agc none
-cmn none
-varnorm no
-model ptm
"""


def copy(folder):
    """Copies the model, with its phones also as text and its mixture weights as numbers."""
    os.makedirs(folder, exist_ok=True)
    for name in FILES:
        shutil.copy(f"{FOLDER}/en-us/{name}", folder)
    with open(folder + "/feat.params", "w") as file:
        file.write(FEATURES)
    subprocess.run(
        ["pocketsphinx_mdef_convert", "-text", folder + "/mdef", folder + "/mdef.txt"],
        stderr=subprocess.DEVNULL,
        check=True,
    )
    write_weights(folder + "/mixture_weights", 1000 * read_sendump(folder + "/sendump"))
