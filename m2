The test is at http://127.0.0.1:24850/
The records: http://127.0.0.1:24850/records

Stopping; once more to end at once.
