"""Reads manifests as `aloud evaluate` does, and tells what is wrong with one before hours are spent.

A manifest is a table with tabs, a line for each recording: path (from the manifest's folder),
transcript, speaker, set. Under a heading with these names the columns may stand in any order, with
others among them.
"""

import re
import sys
from pathlib import Path

COLUMNS = "path", "transcript", "speaker", "set"
# Which of them may be empty: noise has no words.
MAY_BE_EMPTY = {"transcript"}


class Fault(Exception):
    """Something wrong with what a program was given: what, where, and what to do."""


def told(main):
    """Runs a program. A fault is told in one line, and so is a file that cannot be had; status 1."""
    try:
        return main()
    except Fault as fault:
        sys.exit(f"Error: {fault}")
    except OSError as error:
        if error.filename is None:
            raise
        sys.exit(f"Error: '{error.filename}': {error.strerror}.")


def read_text(path):
    """The text of a file."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        raise Fault(f"'{path}' is not UTF-8 text.") from None
    except OSError as error:
        raise Fault(f"'{path}' cannot be read: {error.strerror}.") from None


def read_rows(path):
    """The recordings of a manifest, each a dictionary of COLUMNS. Throws `Fault`."""
    rows, places = [], None
    for number, line in enumerate(re.split("\r\n|\n|\r", read_text(path)), start=1):
        if not line:
            continue
        fields = [field.strip() for field in line.split("\t")]
        if places is None:
            places = _heading(fields, path)
            if places:
                continue
            places = {name: place for place, name in enumerate(COLUMNS)}
        row = {name: fields[at] for name, at in places.items() if at < len(fields)}
        for name in COLUMNS:
            if not row.get(name) and not (name in row and name in MAY_BE_EMPTY):
                raise Fault(f"{path}:{number}: there is no {name}. A line has {_named(COLUMNS)},"
                            " with tabs between; training goes by sets.")  # fmt: skip
        rows.append(row)
    if not rows:
        raise Fault(f"'{path}' names no recording.")
    return rows


def _heading(fields, path):
    """Where the columns stand by a first line; None where that is no heading."""
    names = [field.lower() for field in fields]
    known = [name for name in names if name in COLUMNS]
    if names[0] != "path" and len(set(known)) < 2:
        return None
    for name in COLUMNS:
        if known.count(name) != 1:
            what = "names no column" if name not in known else "names more than one column"
            raise Fault(f"The heading of '{path}' {what} '{name}'. A manifest has"
                        f" {_named(COLUMNS)}; training goes by sets.")  # fmt: skip
    return {name: names.index(name) for name in COLUMNS}


def require_sets(rows, path, needed, why):
    """Throws `Fault` where a manifest has no recording of a set that training cannot do without."""
    missing = sorted(set(needed) - {row["set"] for row in rows})
    if missing:
        raise Fault(f"'{path}' has no recordings of {_named(missing)}. {why}")


def require_recordings(rows, path):
    """Throws `Fault` where recordings that a manifest names are not there."""
    folder = Path(path).parent
    gone = [row["path"] for row in rows if not (folder / row["path"]).is_file()]
    if gone:
        others = f", nor are {len(gone) - 1} others" if len(gone) > 1 else ""
        raise Fault(f"'{folder / gone[0]}' is not there{others}. Paths in '{path}' start from the"
                    " manifest's folder.")  # fmt: skip


def require_place(path):
    """Throws `Fault` where a result could not be written in the end."""
    if path and not Path(path).resolve().parent.is_dir():
        raise Fault(f"'{path}' cannot be written: its folder is not there.")


def _named(names):
    *most, last = [f"'{name}'" for name in names]
    return f"{', '.join(most)} and {last}" if most else last
