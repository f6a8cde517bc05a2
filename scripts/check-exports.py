#!/usr/bin/env python3
"""Checks exports with the programs that others read them with; scripts/check-exports runs it.

    scripts/check-exports.py FOLDER

FOLDER holds what 'aloud records export' wrote: tests.csv, letters.csv, redcap.csv, dictionary.csv,
fhir.jsonl, and the folders dicom and pdf, and what 'aloud trial export' wrote: study.xml and oe.csv.
Exits with 1 at the first fault. With --protocol FILE it makes the protocol one of chart 1 instead.
"""
import csv
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

import fhirkit
import odmlib
from fhir.resources.R4B.bundle import Bundle
from lxml import etree

if sys.argv[1] == "--protocol":
    file = pathlib.Path(sys.argv[2])
    content = json.loads(file.read_text())
    rules = content["protocol"]
    rules.update(
        procedure="etdrs", distance=4, chart="1", masked=False, certificates=[],
        deviations={"answers-by-hand": "record"})
    del rules["screenDays"]
    file.write_text(json.dumps(content))
    sys.exit(0)
folder = pathlib.Path(sys.argv[1])


def fail(words):
    print(f"Failed: {words}")
    sys.exit(1)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def check_fhir():
    lines = (folder / "fhir.jsonl").read_text().splitlines()
    if not lines:
        fail("no FHIR bundle")
    for line in lines:
        Bundle.model_validate_json(line)
        issues = fhirkit.validate(line)
        if issues:
            fail(f"fhirkit: {issues}")
    # The validators see planted faults.
    planted = json.loads(lines[0])
    observation = next(
        e["resource"] for e in planted["entry"] if e["resource"]["resourceType"] == "Observation")
    del observation["code"]
    try:
        Bundle.model_validate_json(json.dumps(planted))
    except ValueError:
        pass
    else:
        fail("fhir.resources accepts an observation without a code")
    print(f"FHIR: {len(lines)} bundles pass fhir.resources (R4B) and fhirkit.")


def check_tables():
    for name in ["tests.csv", "letters.csv", "redcap.csv", "dictionary.csv"]:
        path = folder / name
        with open(path, newline="", encoding="utf-8") as file:
            ours = list(csv.reader(file, strict=True))
        # REDCap's identifiers are never changed: only quotes keep a spreadsheet from running them.
        are_quotes_text = "true" if name == "redcap.csv" else "false"
        with tempfile.TemporaryDirectory() as made:
            # Comma, double quote, UTF-8, from line 1, all columns as text; formulas would be evaluated.
            answer = run(
                "soffice", f"-env:UserInstallation=file://{made}/profile", "--headless",
                "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false",
                "--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,"
                f"{are_quotes_text},true,false,false,false,-1",
                "--outdir", made, str(path))
            copies = list(pathlib.Path(made).glob("*.csv"))
            if not copies:
                fail(f"LibreOffice does not open {name}: {answer.stderr}")
            with open(copies[0], newline="", encoding="utf-8") as file:
                theirs = list(csv.reader(file))
        if len(ours) != len(theirs):
            fail(f"{name}: {len(ours)} rows, and {len(theirs)} in LibreOffice")
        for row, other in zip(ours, theirs):
            for cell, copy in zip(row, other):
                if cell != copy and not is_same(cell, copy):
                    fail(f"{name}: LibreOffice reads {cell!r} as {copy!r}")
        print(f"LibreOffice reads {name}: {len(ours)} rows, every field.")


def is_same(one, other):
    """Whether two texts are the same number or the same time of day."""
    try:
        return float(one) == float(other)
    except ValueError:
        pass
    try:
        return time.strptime(one, "%H:%M")[3:5] == time.strptime(other, "%I:%M:%S %p")[3:5]
    except ValueError:
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check_dicom():
    files = sorted((folder / "dicom").glob("*.dcm"))
    if not files:
        fail("no DICOM file")
    for file in files:
        answer = run("dciodvfy", str(file))
        if answer.returncode or "Error" in answer.stdout + answer.stderr:
            fail(f"dciodvfy: {answer.stdout}{answer.stderr}")
    with tempfile.TemporaryDirectory() as received:
        port = free_port()
        server = subprocess.Popen(["storescp", "--output-directory", received, str(port)])
        try:
            for _ in range(50):
                # -R proposes only the classes of the files: the usual list lacks visual acuity.
                answer = run("storescu", "-R", "127.0.0.1", str(port), *map(str, files))
                if answer.returncode == 0:
                    break
                time.sleep(0.1)
            else:
                fail(f"storescu: {answer.stderr}")
        finally:
            server.terminate()
            server.wait()
        if len(list(pathlib.Path(received).iterdir())) != len(files):
            fail("storescp did not receive every file")
    print(f"DICOM: {len(files)} files pass dciodvfy, and went from storescu to storescp.")


def check_pdf():
    files = sorted((folder / "pdf").glob("*.pdf"))
    if not files:
        fail("no PDF file")
    for file in files:
        facts = dict(
            line.split(":", 1) for line in run("pdfinfo", str(file)).stdout.splitlines())
        if facts.get("Tagged", "").strip() != "yes" or facts.get("Pages", "").strip() != "1":
            fail(f"{file.name}: {facts}")
        if "Visual acuity" not in run("pdftotext", str(file), "-").stdout:
            fail(f"{file.name} has no text")
    print(f"PDF: {len(files)} files of one tagged page.")


def check_study():
    schema = pathlib.Path(odmlib.__file__).parent / "schemas/odm/1.3.2/ODM1-3-2.xsd"
    document = etree.parse(folder / "study.xml")
    rules = etree.XMLSchema(etree.parse(schema))
    if not rules.validate(document):
        fail(f"study.xml: {rules.error_log}")
    values = {
        item.get("ItemOID"): item.get("Value")
        for item in document.iter("{http://www.cdisc.org/ns/odm/v1.3}ItemData")}
    with open(folder / "oe.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != 1 or values["IT.ORRES"] != rows[0]["OEORRES"] or not rows[0]["OEORRES"]:
        fail(f"ODM and OE differ: {values} {rows}")
    if next(document.iter("{http://www.cdisc.org/ns/odm/v1.3}AuditRecord"), None) is None:
        fail("study.xml has no audit record")
    print("Study: ODM-XML passes the XSD of ODM 1.3.2, with the result of OE.")


check_fhir()
check_study()
check_tables()
check_dicom()
check_pdf()
