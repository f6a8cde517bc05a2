"""Letters that people speak, heard by the program 'aloud' on this computer."""

from .answers import Answer, Event
from .listener import AloudError, AsyncListener, Listener
from .recordings import Transcript, transcribe, transcribe_table

__all__ = [
    "AloudError",
    "Answer",
    "AsyncListener",
    "Event",
    "Listener",
    "Transcript",
    "transcribe",
    "transcribe_table",
]
