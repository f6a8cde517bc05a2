"""Letters that people speak, heard by the program 'aloud' on this computer."""

from .answers import Answer, Event
from .eyetest import EyeTest
from .listener import AloudError, AsyncListener, Listener
from .records import Records, RecordsError
from .recordings import Transcript, transcribe, transcribe_table

__all__ = [
    "AloudError",
    "Answer",
    "AsyncListener",
    "Event",
    "EyeTest",
    "Listener",
    "Records",
    "RecordsError",
    "Transcript",
    "transcribe",
    "transcribe_table",
]
