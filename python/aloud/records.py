"""The REST interface of 'aloud serve': people, tests, histories and exports."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from .listener import AloudError


class RecordsError(AloudError):
    """A request that was refused. The text is for people; `code` is for programs."""

    def __init__(self, status: int, code: Optional[str], title: str) -> None:
        super().__init__(title)
        #: The HTTP status; 0 if there was no answer.
        self.status = status
        self.code = code


class Records:
    """The records of a running 'aloud serve'. Objects are those of the OpenAPI document, as dictionaries.

    >>> records = Records("http://127.0.0.1:2020", token=os.environ["ALOUD_TOKEN"])
    >>> for person in records.search("1042"):
    ...     print(records.history(person["key"]))

    Each method raises RecordsError.
    """

    def __init__(self, address: str, token: str, timeout: float = 30.0) -> None:
        """
        address: the address of the program, without "/api".
        token: a token of 'aloud accounts token add', or the part of the address of the records after "#".
        timeout: the longest wait for an answer, seconds.
        """
        parts = urllib.parse.urlsplit(address)
        local = parts.hostname in ("127.0.0.1", "::1", "localhost")
        if parts.scheme != "https" and not (parts.scheme == "http" and local):
            raise ValueError("A token is sent to an https address or to this machine only.")
        self._base = address.rstrip("/") + "/api/v1"
        self._token = token
        self._timeout = timeout
        # A redirection would carry the token to another address.
        self._opener = urllib.request.build_opener(_NoRedirection())

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Any] = None,
        headers: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Tuple[bytes, Mapping[str, str]]:
        """Any request of the document, such as ("GET", "/due"): the bytes and headers of its answer."""
        given = {name: str(value) for name, value in (query or {}).items() if value is not None}
        address = self._base + path + ("?" + urllib.parse.urlencode(given) if given else "")
        data = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self._token}", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(address, data, sent, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise RecordsError(0, None, f"No answer from {self._base}: {reason}.") from error

    def _read(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        return json.loads(self.request("GET", path, query=query)[0])

    def search(self, text: str) -> Iterator[Dict[str, Any]]:
        """The people whose name or identifier has the words of a text, page by page."""
        after: Optional[str] = None
        while True:
            body = {"text": text} if after is None else {"text": text, "after": after}
            page = json.loads(self.request("POST", "/people/search", body)[0])
            yield from page["items"]
            after = page["next"]
            if after is None:
                return

    def person(self, key: str) -> Dict[str, Any]:
        """A person by the key that the records gave it."""
        found: Dict[str, Any] = self._read(f"/people/{_part(key)}")
        return found

    def add_person(
        self, id: str, name: Optional[str] = None, birth_date: Optional[str] = None,
        again: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Adds a person. Sent again with the same word `again`, it adds nobody else (default: a new word)."""
        body = {"id": id, "name": name, "birthDate": birth_date}
        given = {key: value for key, value in body.items() if value is not None}
        headers = {"Idempotency-Key": again or str(uuid.uuid4())}
        added: Dict[str, Any] = json.loads(self.request("POST", "/people", given, headers)[0])
        return added

    def change_person(self, person: Mapping[str, Any]) -> Dict[str, Any]:
        """Changes a person that was read before; RecordsError with status 412 if somebody else did since."""
        names = ("id", "name", "birthDate", "followUp")
        body = {name: person[name] for name in names if person.get(name) is not None}
        headers = {"If-Match": f'"{person["version"]}"'}
        path = f"/people/{_part(person['key'])}"
        changed: Dict[str, Any] = json.loads(self.request("PUT", path, body, headers)[0])
        return changed

    def history(self, key: str) -> Dict[str, Any]:
        """The tests of a person by eye, with the changes that exceed chance."""
        found: Dict[str, Any] = self._read(f"/people/{_part(key)}/history")
        return found

    def tests(
        self, person: Optional[str] = None, first: Optional[str] = None, through: Optional[str] = None,
        state: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The kept tests of a person by key, or of all, page by page.

        first, through: days such as "2026-01-31".
        state: "finished", "interrupted" or another of the document.
        """
        path = "/tests" if person is None else f"/people/{_part(person)}/tests"
        query: Dict[str, Any] = {"from": first, "through": through, "state": state}
        while True:
            page = self._read(path, query)
            yield from page["items"]
            if page["next"] is None:
                return
            query["after"] = page["next"]

    def test(self, key: str, format: Optional[str] = None) -> bytes:
        """A test, as JSON or in another format, such as "text/csv", "application/fhir+json" or "application/pdf"."""
        headers = {} if format is None else {"Accept": format}
        return self.request("GET", f"/tests/{_part(key)}", headers=headers)[0]

    def due(self) -> Dict[str, Any]:
        """The tests that are due, and the confirmed changes."""
        found: Dict[str, Any] = self._read("/due")
        return found


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _part(key: str) -> str:
    return urllib.parse.quote(key, safe="")


def _refused(error: urllib.error.HTTPError) -> RecordsError:
    try:
        problem = json.loads(error.read())
        faults: List[str] = [
            " ".join(str(value) for value in fault.values()) for fault in problem.get("errors", [])
        ]
        title = " ".join([str(problem.get("title", error.reason)), *faults])
        return RecordsError(error.code, problem.get("code"), title)
    except (ValueError, AttributeError):
        return RecordsError(error.code, None, f"{error.code} {error.reason}")
