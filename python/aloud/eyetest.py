"""A whole test of acuity by the program 'aloud', event by event."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from types import TracebackType
from typing import IO, Iterator, Optional, Type

from .answers import Event
from .listener import AloudError, end, program, reason


class EyeTest:
    """A test by 'aloud test --events': iterate its events, until it ends.

    >>> with EyeTest("--display", "web", "--eye", "right") as test:
    ...     for event in test:
    ...         print(event.name, event.keys)
    ...     print(test.result.keys["score"])

    The events are those of docs/events.md.
    """

    def __init__(self, *options: str) -> None:
        """
        options: those of 'aloud test'; with "--answers", "-" the answers are given by `answer`.

        Raises AloudError if the program is missing.
        """
        #: The last event "result"; None before it.
        self.result: Optional[Event] = None
        self._messages: IO[bytes] = tempfile.TemporaryFile()
        words = [program(), "test", "--events", *options]
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages
            )
        except OSError as error:
            raise AloudError(f"'{words[0]}' cannot be started ({error.strerror}).") from error

    @property
    def messages(self) -> str:
        """The program's messages so far: after a moment, the address of the page of '--display web'."""
        file = self._messages.fileno()
        # 'pread' does not move the place in the file at which the program writes.
        return os.pread(file, os.fstat(file).st_size, 0).decode(errors="replace")

    def answer(self, letters: str) -> None:
        """Gives answers, such as "C D H K N" or "nothing", for "--answers -"; nothing once the test has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(letters.encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def __iter__(self) -> Iterator[Event]:
        """The events; raises AloudError with the program's message if it fails."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            keys = json.loads(line)
            event = Event(str(keys.pop("event", "")), keys)
            if event.name == "result":
                self.result = event
            yield event
        if self._process.wait() != 0:
            raise AloudError(reason(self._messages))

    def close(self) -> None:
        """Ends the test if it still runs; what was answered is kept."""
        end(self._process, self._messages)

    def __enter__(self) -> "EyeTest":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
