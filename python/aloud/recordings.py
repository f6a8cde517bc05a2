"""The answers in recordings."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, List, Optional, Union

from .answers import Answer
from .listener import AloudError, program, reason

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Transcript:
    """The answers in one recording, or the reason that it could not be heard."""

    file: str
    #: Seconds; None if it could not be heard.
    duration: Optional[float] = None
    answers: List[Answer] = field(default_factory=list)
    #: Why it could not be heard, or not to its end; None if it was.
    error: Optional[str] = None


def transcribe(
    path: Union[str, Path], letters: str = "alphabet", options: Optional[List[str]] = None
) -> Iterator[Transcript]:
    """The answers in a recording, or in all recordings of a folder and its folders.

    Each is given as soon as its session is heard. Raises AloudError if the program is missing, if none
    could be heard, or at the end if the program failed for another reason than the transcripts have.
    """
    words = [program(), "transcribe", "-r", "--letters", letters, *(options or []), "--", str(path)]
    messages = tempfile.TemporaryFile()
    try:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=messages)
    except OSError as error:
        raise AloudError(f"'{words[0]}' cannot be started ({error.strerror}).") from error
    assert process.stdout is not None
    has_error = False
    try:
        for line in process.stdout:
            keys = json.loads(line)
            has_error = has_error or "error" in keys
            yield Transcript(
                keys["file"],
                keys.get("duration"),
                [Answer.of(answer) for answer in keys.get("answers", [])],
                keys.get("error"),
            )
        # With 1 some could not be heard, and their transcripts give the reason. Without one the
        # program itself failed, as for an unknown language.
        status = process.wait()
        if status != 0 and not (status == 1 and has_error):
            raise AloudError(reason(messages))
    finally:
        if process.poll() is None:
            process.terminate()
        process.stdout.close()
        process.wait()
        messages.close()


def transcribe_table(
    path: Union[str, Path], letters: str = "alphabet", options: Optional[List[str]] = None
) -> "pandas.DataFrame":
    """The same as a table of pandas, which must be installed: one row for each answer."""
    import pandas

    rows = [
        {
            "file": transcript.file, "start": answer.start, "end": answer.end,
            "kind": answer.kind, "answer": answer.name, "confidence": answer.confidence,
            "presence": answer.presence, "heard": answer.heard,
        }
        for transcript in transcribe(path, letters, options)
        for answer in transcript.answers
    ]
    return pandas.DataFrame(rows)
