#!/usr/bin/env python3
"""What the programs of the training say of manifests; Python's own library is enough to run it.

    python3 training/test_manifests.py
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE / "fusion"))

from evidence import read  # noqa: E402
from manifests import Fault, read_rows, require_place, require_recordings, require_sets  # noqa: E402

ROW = {"path": "a.wav", "transcript": "C D", "speaker": "ann", "set": "letters"}


class ManifestTests(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def file(self, text, name="m.tsv"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def fault(self, text):
        with self.assertRaises(Fault) as raised:
            read_rows(self.file(text))
        return str(raised.exception)

    def test_rows_with_and_without_heading_in_any_order_ended_in_any_way(self):
        for text in (
            "a.wav\tC D\tann\tletters\n",
            "path\ttranscript\tspeaker\tset\tlicence\na.wav\tC D\tann\tletters\tfree\n",
            "\ufeffset\tSpeaker\tpath\ttranscript\nletters\tann\ta.wav\tC D\n",
        ):
            for end in ("\n", "\r\n", "\r"):
                rows = read_rows(self.file(text.replace("\n", end)))
                self.assertEqual([{name: row[name] for name in ROW} for row in rows], [ROW])

    def test_noise_has_no_words(self):
        self.assertEqual(read_rows(self.file("n.wav\t\tn\tnoise\n"))[0]["transcript"], "")

    def test_faults_name_file_and_place(self):
        for text, told in (
            ("a.wav\tC\tann\tx\nb.wav\tD\tbob\n", "m.tsv:2: there is no set."),
            ("a.wav\tC\t\tx\n", "m.tsv:1: there is no speaker."),
            ("path\ttranscript\tspeaker\na.wav\tC\tann\n", "names no column 'set'"),
            ("path\tpath\ttranscript\tspeaker\tset\n", "names more than one column 'path'"),
            ("", "m.tsv' names no recording"), (b"\xff\xfe", "m.tsv' is not UTF-8 text"),
        ):
            self.assertIn(told, self.fault(text))
        with self.assertRaisesRegex(Fault, "cannot be read: Is a directory"):
            read_rows(str(self.folder))

    def test_what_is_missing_is_told_before_the_training(self):
        path = self.file("a.wav\tC D\tann\tletters\ngone.wav\tC\tann\tletters\n")
        self.file(b"", "a.wav")
        rows = read_rows(path)
        with self.assertRaisesRegex(Fault, "no recordings of 'noise' and 'readers'. Why."):
            require_sets(rows, path, {"noise", "readers", "letters"}, "Why.")
        require_sets(rows, path, {"letters"}, "")
        with self.assertRaisesRegex(Fault, "gone.wav' is not there. Paths"):
            require_recordings(rows, path)
        require_recordings(rows[:1], path)
        with self.assertRaisesRegex(Fault, "its folder is not there"):
            require_place(str(self.folder / "none" / "letters.net"))
        require_place(str(self.folder / "letters.net"))

    def test_evidence(self):
        good = ('{"path":"a","set":"letters","speaker":"ann","transcript":"C","breaths":'
                '[[{"word":"see","scores":{},"opinion":{}}]]}\n')  # fmt: skip
        self.assertEqual([h.truth for h in read(self.file(good))], ["C"])
        for bad in ("no json\n", "[]\n", '{"breaths":[]}\n', good.replace("opinion", "x")):
            with self.assertRaisesRegex(Fault, "m.tsv:2: this is no evidence"):
                list(read(self.file(good + bad)))

    def left_out(self, text):
        return subprocess.run(
            [sys.executable, HERE / "fusion" / "left_out.py", self.file(text)],
            capture_output=True, text=True)  # fmt: skip

    def test_left_out_of_a_manifest_without_heading(self):
        run = self.left_out("a.wav\tC D\tann\tletters\nb.wav\tE\tbob\tgrid\n")
        self.assertEqual(run.returncode, 0, run.stderr)
        whole = self.folder.resolve() / "a.wav"
        self.assertEqual(
            run.stdout, f"path\ttranscript\tspeaker\tset\n{whole}\tC D\tann\tletters\n")

    def test_left_out_tells_in_one_line(self):
        for text, told in (
            ("b.wav\tE\tbob\tgrid\n", "has nobody to fit on"), ("b.wav\tE\tbob\n", "m.tsv:1: "),
        ):
            run = self.left_out(text)
            self.assertEqual((run.returncode, run.stdout), (1, ""))
            self.assertTrue(run.stderr.startswith("Error: "), run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertIn(told, run.stderr)


if __name__ == "__main__":
    unittest.main()
