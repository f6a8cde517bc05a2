"""Listening to a microphone, for programs with and without asyncio."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from types import TracebackType
from typing import IO, Any, AsyncIterator, Callable, Iterator, List, Optional, Type

from .answers import Answer, Event, parse


class AloudError(RuntimeError):
    """The program 'aloud' is missing or has failed; the text is its message."""


def program() -> str:
    """The path of the program: the variable ALOUD_PROGRAM, or 'aloud'."""
    return os.environ.get("ALOUD_PROGRAM", "aloud")


def reason(messages: IO[bytes]) -> str:
    """The last error among the messages of a program that has ended, else its last message."""
    messages.seek(0)
    lines = messages.read().decode(errors="replace").strip().splitlines()
    errors = [line for line in lines if line.startswith("Error")] or lines
    return errors[-1] if errors else "'aloud' ended without a message."


def end(
    process: "subprocess.Popen[bytes]", messages: IO[bytes], then: Callable[[], None] = lambda: None
) -> None:
    """Ends a program within ten seconds, calls `then`, and closes the streams."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    then()
    for stream in (process.stdin, process.stdout, messages):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:
                pass


def drop(answers: "queue.Queue[Optional[Answer]] | asyncio.Queue[Optional[Answer]]") -> None:
    """Removes the answers of a queue, but not the mark of its end."""
    is_ended = False
    try:
        while True:
            is_ended = answers.get_nowait() is None or is_ended
    except (queue.Empty, asyncio.QueueEmpty):
        pass
    if is_ended:
        answers.put_nowait(None)


def _words(
    letters: str,
    device: Optional[str],
    channel: Optional[int],
    source: Optional[str],
    accept: Optional[float],
    paused: bool,
    options: Optional[List[str]],
) -> List[str]:
    words = [program(), "listen", "--letters", letters]
    for name, value in (
        ("device", device), ("channel", channel), ("input", source), ("accept", accept)
    ):
        if value is not None:
            words += [f"--{name}", str(value)]
    return words + (["--paused"] if paused else []) + (options or [])


class Listener:
    """Answers that are spoken into a microphone, until `close`.

    >>> with Listener(letters="etdrs") as listener:
    ...     for answer in listener:
    ...         print(answer.letter)

    It listens when the object is made. Iterating ends when the sound ends. Any thread may use it.
    """

    def __init__(
        self,
        letters: str = "alphabet",
        *,
        device: Optional[str] = None,
        channel: Optional[int] = None,
        source: Optional[str] = None,
        accept: Optional[float] = None,
        paused: bool = False,
        on_event: Optional[Callable[[Event], None]] = None,
        options: Optional[List[str]] = None,
        _deliver: Optional[Callable[[Optional[Answer]], None]] = None,
        _drop: Optional[Callable[[], None]] = None,
    ) -> None:
        """
        letters: "etdrs", "alphabet", "chart", "hotv", "directions" or "diagonals".
        device: the microphone by its ALSA name (default: the system's).
        source: a recording instead of the microphone.
        accept: the least confidence of an answer that is not unclear.
        paused: whether to report nothing before `listen`.
        on_event: takes each event that is not an answer, on a thread of the listener.
        options: further options of 'aloud listen'.

        Raises AloudError if the program is missing or the sound cannot be opened.
        """
        self._on_event = on_event
        self._answers: "queue.Queue[Optional[Answer]]" = queue.Queue()
        self._deliver = _deliver or self._answers.put
        self._drop = _drop or (lambda: drop(self._answers))
        # Requests to listen that the program has not obeyed yet: until it does, answers are old ones.
        self._unobeyed = 0
        self._lock = threading.Lock()
        self._is_ready = threading.Event()
        self._is_open = False
        self._messages: IO[bytes] = tempfile.TemporaryFile()
        words = _words(letters, device, channel, source, accept, paused, options)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages
            )
        except OSError as error:
            raise AloudError(
                f"'{words[0]}' cannot be started ({error.strerror}): install the package 'aloud',"
                " or name the program in the variable ALOUD_PROGRAM."
            ) from error
        self._reader = threading.Thread(target=self._read, name="aloud", daemon=True)
        self._reader.start()
        self._is_ready.wait()
        if not self._is_open:
            self._process.wait()
            raise AloudError(reason(self._messages))

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = parse(line.decode())
            if isinstance(found, Answer):
                with self._lock:
                    if self._unobeyed == 0:
                        self._deliver(found)
                continue
            if found.name == "ready":
                self._is_open = True
                self._is_ready.set()
            elif found.name in ("resume", "lost"):
                with self._lock:
                    # Among lost events may be those that were awaited.
                    self._unobeyed = max(self._unobeyed - 1, 0) if found.name == "resume" else 0
            if self._on_event:
                self._on_event(found)
        self._deliver(None)
        self._is_ready.set()

    def _send(self, *requests: Any) -> None:
        assert self._process.stdin is not None
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        try:
            self._process.stdin.write(lines.encode())
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise AloudError("'aloud' listens no more.") from error

    def listen(self, expect: Optional[int] = None) -> None:
        """Reports what is said from now on; pauses after `expect` answers.

        Earlier answers that nobody has taken are dropped.
        """
        with self._lock:
            self._unobeyed += 1
            self._drop()
        # After a pause the program reports when it resumes; answers that it reports before are old.
        request = {"listen": True} if expect is None else {"listen": True, "expect": expect}
        self._send({"listen": False}, request)

    def pause(self) -> None:
        """Reports nothing from now on."""
        self._send({"listen": False})

    def forget(self) -> None:
        """Forgets the voice: another person speaks from now on."""
        self._send({"forget": True})

    def wait(self, timeout: Optional[float] = None) -> Optional[Answer]:
        """The next answer; None after `timeout` seconds, or at the end of the sound.

        Raises AloudError if the program has failed.
        """
        try:
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            return None
        if answer is None:
            self._answers.put(None)
            self._check()
        return answer

    def get_keys(self, key_list: Optional[List[str]] = None, clear: bool = True) -> List[Answer]:
        """The answers since the last call, without waiting, as PsychoPy's keyboard gives keys.

        key_list: the names of the answers that count, such as ["C", "D", "cannotSee"].
        clear: whether other answers are dropped.
        """
        found: List[Answer] = []
        others: List[Optional[Answer]] = []
        while True:
            try:
                answer = self._answers.get_nowait()
            except queue.Empty:
                break
            if answer is None or (key_list is not None and answer.name not in key_list):
                others.append(answer)
            else:
                found.append(answer)
        for answer in others:
            if answer is None or not clear:
                self._answers.put(answer)
        return found

    getKeys = get_keys

    def wait_keys(
        self, max_wait: float = float("inf"), key_list: Optional[List[str]] = None
    ) -> Optional[List[Answer]]:
        """The first answer that counts, in a list; None if there is none in time."""
        deadline = time.monotonic() + max_wait
        while (left := deadline - time.monotonic()) > 0:
            answer = self.wait(None if left == float("inf") else left)
            if answer is None:
                return None
            if key_list is None or answer.name in key_list:
                return [answer]
        return None

    waitKeys = wait_keys

    def __iter__(self) -> Iterator[Answer]:
        while (answer := self.wait()) is not None:
            yield answer

    def _check(self) -> None:
        status = self._process.wait()
        if status not in (0, -15):
            raise AloudError(reason(self._messages))

    def close(self) -> None:
        """Ends the listening."""
        end(self._process, self._messages, then=self._reader.join)

    def __enter__(self) -> "Listener":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncListener:
    """The same for asyncio.

    >>> async with AsyncListener(letters="etdrs") as listener:
    ...     async for answer in listener:
    ...         print(answer.letter)
    """

    def __init__(self, letters: str = "alphabet", **options: Any) -> None:
        """Takes the arguments of `Listener`; it listens from `async with` on."""
        self._letters = letters
        self._options = options
        self._listener: Optional[Listener] = None

    async def __aenter__(self) -> "AsyncListener":
        loop = asyncio.get_running_loop()
        self._answers: "asyncio.Queue[Optional[Answer]]" = asyncio.Queue()
        self._listens = 0

        def put(answer: Optional[Answer], listens: int) -> None:
            # Another request may have come since the answer was delivered.
            if answer is None or listens == self._listens:
                self._answers.put_nowait(answer)

        def deliver(answer: Optional[Answer]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(put, answer, self._listens)

        def drop_all() -> None:
            self._listens += 1
            drop(self._answers)

        self._listener = await asyncio.to_thread(
            lambda: Listener(self._letters, _deliver=deliver, _drop=drop_all, **self._options)
        )
        return self

    async def __aexit__(self, *reason: object) -> None:
        await asyncio.to_thread(self._open.close)

    @property
    def _open(self) -> Listener:
        if self._listener is None:
            raise AloudError("Use 'async with' to open the listener.")
        return self._listener

    def listen(self, expect: Optional[int] = None) -> None:
        """Reports what is said from now on; pauses after `expect` answers. Call it in the loop.

        Earlier answers that nobody has taken are dropped.
        """
        self._open.listen(expect)

    def pause(self) -> None:
        """Reports nothing from now on."""
        self._open.pause()

    def forget(self) -> None:
        """Forgets the voice: another person speaks from now on."""
        self._open.forget()

    async def wait(self, timeout: Optional[float] = None) -> Optional[Answer]:
        """The next answer; None after `timeout` seconds, or at the end of the sound.

        Raises AloudError if the program has failed.
        """
        try:
            answer = await asyncio.wait_for(self._answers.get(), timeout)
        except asyncio.TimeoutError:
            return None
        if answer is None:
            self._answers.put_nowait(None)
            await asyncio.to_thread(self._open._check)
        return answer

    async def __aiter__(self) -> AsyncIterator[Answer]:
        while (answer := await self.wait()) is not None:
            yield answer
