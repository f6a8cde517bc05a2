"""What 'aloud' prints, as typed objects."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional


@dataclass(frozen=True)
class Answer:
    """One answer of a person: a letter, a direction, a command, or an unclear one."""

    #: "letter", "direction", "command" or "unclear".
    kind: str
    #: Start and end, seconds of the sound.
    start: Optional[float] = None
    end: Optional[float] = None
    #: How sure it is that it is this answer, 0 to 1; and that it is an answer at all.
    confidence: Optional[float] = None
    presence: Optional[float] = None
    letter: Optional[str] = None
    direction: Optional[str] = None
    command: Optional[str] = None
    #: The words, as they were heard.
    heard: Optional[str] = None
    #: The likeliest letters of an unclear answer, with their probabilities.
    letters: Mapping[str, float] = field(default_factory=dict)
    #: When it began, in seconds since 1970, as time.time() has them; None for a recording.
    time: Optional[float] = None

    @property
    def name(self) -> str:
        """The answer in a word: "C", "up", "cannotSee", or "?" for an unclear one."""
        return self.letter or self.direction or self.command or "?"

    @property
    def onset(self) -> Optional[float]:
        """When it began, as time.time() has it, or in seconds of a recording."""
        return self.start if self.time is None else self.time

    @property
    def offset(self) -> Optional[float]:
        """When it ended, in the time of `onset`."""
        if self.time is None or self.start is None or self.end is None:
            return self.end
        return self.time + self.end - self.start

    @classmethod
    def of(cls, keys: Mapping[str, Any]) -> "Answer":
        """The answer of an object; keys that this version does not know are left out."""
        known = cls.__dataclass_fields__
        return cls(**{name: value for name, value in keys.items() if name in known})


@dataclass(frozen=True)
class Event:
    """An event that is not an answer: "ready", "pause", "trouble", "lost", "end" and others."""

    name: str
    keys: Mapping[str, Any] = field(default_factory=dict)


def parse(line: str) -> "Answer | Event":
    """The answer or the event on a line of 'aloud listen'."""
    keys: Dict[str, Any] = json.loads(line)
    if keys.get("event") == "answer":
        return Answer.of(keys)
    name = str(keys.pop("event", ""))
    return Event(name, keys)
