"""Checks that results reach real peers once each, under the right person and order; see check-peers."""

import base64
import getpass
import hashlib
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request

aloud, work = sys.argv[1], pathlib.Path(sys.argv[2])
variables = dict(os.environ, ALOUD_RECORDS=str(work / "records.db"), ALOUD_CONFIG="/dev/null", XDG_DATA_HOME=str(work))
programs, faults, skipped = [], [], []
today = time.strftime("%Y%m%d")


def run(*words, fails=False):
    end = subprocess.run(words, env=variables, capture_output=True, text=True, timeout=120)
    if (end.returncode != 0) != fails:
        faults.append(f"{' '.join(map(str, words))}: {end.returncode} {end.stdout}{end.stderr}")
    return end.stdout + end.stderr


def expect(is_right, words):
    print("ok   " if is_right else "FAULT", words)
    if not is_right:
        faults.append(words)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(port, *words):
    program = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=work)
    programs.append(program)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return program
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{words[0]} does not answer")


def fetch(address, body=None, **headers):
    request = urllib.request.Request(address, body, headers, method="PUT" if body else "GET")
    return json.load(urllib.request.urlopen(request, timeout=20))


def test(person, name):
    """Keeps a test of a person, read from a typed chart."""
    answers = work / "answers.txt"
    answers.write_text("N C K Z O\nR H S D K\nD O V H R\nC Z R H S\nD D D D D\n")
    run(aloud, "test", "--answers", str(answers), "--chart", "1", "--person", person, "--name", name,
        "--correction", "none")


class Receiver:
    """A receiver of HL7 over MLLP and TLS, which asks for the certificate of the client."""

    def __init__(self):
        self.messages, self.port = [], free_port()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(work / "server.crt", work / "server.key")
        self.context.load_verify_locations(work / "client.crt")
        self.context.verify_mode = ssl.CERT_REQUIRED
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            plain, _ = self.listener.accept()
            try:
                with self.context.wrap_socket(plain, server_side=True) as client:
                    data = b""
                    while not data.endswith(b"\x1c\r"):
                        more = client.recv(65536)
                        if not more:
                            break
                        data += more
                    if not data:
                        continue
                    message = data.strip(b"\x0b\x1c\r").decode()
                    self.messages.append(message)
                    control = message.split("|")[9]
                    client.sendall(f"\x0bMSH|^~\\&|EPR|H|ALOUD\rMSA|AA|{control}\r\x1c\r".encode())
            except OSError:
                pass


def make_certificate(name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", work / f"{name}.key",
         "-out", work / f"{name}.crt"], check=True, capture_output=True)


def check_hl7():
    from hl7apy.parser import parse_message

    make_certificate("server")
    make_certificate("client")
    receiver = Receiver()
    common = ["--patient-system", "HOSPITAL", "--receiver", "EPR^HOSPITAL", "--tls"]
    address = f"127.0.0.1:{receiver.port}"
    run(aloud, "peers", "add", "stranger", "hl7", address, *common)
    expect("error" in run(aloud, "peers", "test", "stranger", fails=True), "HL7: an unknown certificate is refused")
    run(aloud, "peers", "off", "stranger")
    run(aloud, "peers", "add", "epr", "hl7", address, *common, "--trust", work / "server.crt", "--certificate",
        work / "client.crt", "--key", work / "client.key")

    def finish():
        expect(len(receiver.messages) == 2 and len({m.split("|")[9] for m in receiver.messages}) == 2,
               "HL7: each result once, by TLS with a certificate of the client")
        for text in receiver.messages:
            report = work / "hl7.txt"
            valid = parse_message(text, find_groups=True).validate(report_file=str(report))
            # Warnings name local code systems, which hl7apy does not know.
            errors = [line for line in report.read_text().splitlines() if not line.startswith("Warning: Value")]
            expect(valid and not errors, f"HL7: hl7apy finds nothing {errors}")
        expect("A1000234" not in receiver.messages[1], "HL7: no order where none was given")

    return finish


def check_orthanc():
    if not shutil.which("Orthanc"):
        return skipped.append("Orthanc")
    web, dicom = free_port(), free_port()
    (work / "worklist").mkdir()
    (work / "orthanc.json").write_text(json.dumps({
        "Name": "peer", "StorageDirectory": str(work / "storage"), "IndexDirectory": str(work / "storage"),
        "HttpPort": web, "DicomPort": dicom, "DicomAet": "ORTHANC", "DicomCheckCalledAet": True,
        "RemoteAccessAllowed": False, "AuthenticationEnabled": False,
        "Plugins": ["/usr/share/orthanc/plugins/libModalityWorklists.so"],
        "Worklists": {"Enable": True, "Database": str(work / "worklist"), "FilterIssuerAet": False},
        "DicomModalities": {"aloud": {"AET": "ALOUD1", "Host": "127.0.0.1", "Port": 11113, "AllowFindWorklist": True}}}))
    dump = work / "order.dump"
    dump.write_text(f"""(0008,0005) CS [ISO_IR 192]
(0008,0050) SH [ACC7]
(0008,0090) PN [Roth^Eva]
(0010,0010) PN [Müller^Anna]
(0010,0020) LO [1042]
(0010,0030) DA [19570823]
(0010,0040) CS [F]
(0020,000d) UI [1.2.3.4.5]
(0032,1060) LO [Visual acuity]
(0040,0100) SQ
(fffe,e000) na
(0008,0060) CS [VA]
(0040,0001) AE [ALOUD1]
(0040,0002) DA [{today}]
(0040,0003) TM [091500]
(0040,0007) LO [Acuity]
(0040,0009) SH [STEP1]
(fffe,e00d) na
(fffe,e0dd) na
(0040,1001) SH [RP1]
""")
    subprocess.run(["dump2dcm", "-q", "-g", dump, work / "worklist" / "order.wl"], check=True)
    start(dicom, "Orthanc", str(work / "orthanc.json"))
    titles = ["--own-title", "ALOUD1", "--peer-title", "ORTHANC"]
    run(aloud, "peers", "add", "ris", "worklist", f"127.0.0.1:{dicom}", *titles)
    run(aloud, "peers", "add", "pacs", "dicom", f"127.0.0.1:{dicom}", *titles)
    expect("ok" in run(aloud, "peers", "test", "pacs"), "Orthanc: answers")
    expect("1 order taken" in run(aloud, "peers", "orders", "ris"), "Orthanc: the worklist gives its order")
    expect("Müller, Anna" in run(aloud, "records", "expect"), "Orthanc: the person is on the list of today")

    def finish():
        base = f"http://127.0.0.1:{web}"
        studies = [fetch(f"{base}/studies/{one}") for one in fetch(f"{base}/studies")]
        ordered = [s for s in studies if s["MainDicomTags"]["StudyInstanceUID"] == "1.2.3.4.5"]
        expect(len(ordered) == 1 and ordered[0]["MainDicomTags"]["AccessionNumber"] == "ACC7"
               and ordered[0]["PatientMainDicomTags"]["PatientID"] == "1042",
               "Orthanc: the result is in the order's study, with its accession number")
        expect(len(fetch(f"{base}/instances")) == 2, "Orthanc: each result once")

    return finish


def check_sekmet():
    sekmet = pathlib.Path(sys.executable).parent / "sekmet"
    if not sekmet.exists():
        return skipped.append("sekmet-fhir")
    key, public, port = work / "client-p384.key", work / "client-p384.pub", free_port()
    subprocess.run(["openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", key], check=True)
    subprocess.run(["openssl", "ec", "-in", key, "-pubout", "-out", public], check=True, capture_output=True)
    key.chmod(0o600)
    base = f"http://127.0.0.1:{port}/fhir"
    settings = {
        "port": port, "host": "127.0.0.1", "data_dir": str(work / "sekmet"), "base_url": base,
        "server_auth": {"types": ["smart", "bearer"], "tokens": ["setup"], "enforce_scopes": True,
                        "smart_clients": [{"client_id": "aloud", "public_key_path": str(public),
                                           "scopes": "system/*.cruds"}]}}
    (work / "settings.yaml").write_text(json.dumps(settings))
    start(port, str(sekmet), "serve", "--config", str(work / "settings.yaml"))
    setup = {"Authorization": "Bearer setup", "Content-Type": "application/fhir+json"}
    for number in ("1042", "2077", "3099"):
        patient = {"resourceType": "Patient", "id": f"p{number}",
                   "identifier": [{"system": "urn:oid:1.2.3.4", "value": number}],
                   "name": [{"family": "Weg", "given": ["Erika"]}], "birthDate": "1957-08-23"}
        fetch(f"{base}/Patient/p{number}", json.dumps(patient).encode(), **setup)
    order = {"resourceType": "ServiceRequest", "id": "o1", "status": "active", "intent": "order",
             "identifier": [{"system": "urn:oid:1.2.3.5", "value": "ACC7"}], "subject": {"reference": "Patient/p1042"}}
    fetch(f"{base}/ServiceRequest/o1", json.dumps(order).encode(), **setup)
    request = {"resourceType": "ServiceRequest", "id": "o3", "status": "active", "intent": "order",
               "identifier": [{"system": "urn:oid:1.2.3.5", "value": "ACC9"}], "subject": {"reference": "Patient/p3099"},
               "code": {"coding": [{"system": "urn:oid:1.2.3.6", "code": "VA"}], "text": "Visual acuity"},
               "occurrenceDateTime": time.strftime("%Y-%m-%dT10:15:00+00:00")}
    fetch(f"{base}/ServiceRequest/o3", json.dumps(request).encode(), **setup)
    run(aloud, "peers", "add", "requests", "fhir", base, "--patient-system", "urn:oid:1.2.3.4", "--order-code",
        "urn:oid:1.2.3.6|VA", "--user", "aloud", "--key", str(key), "--scopes", "system/*.cruds")
    expect("1 order taken" in run(aloud, "peers", "orders", "requests"), "sekmet: gives its ServiceRequest")
    expect("Weg, Erika" in run(aloud, "records", "expect"), "sekmet: the person is on the list of today")
    run(aloud, "peers", "off", "requests")
    run(aloud, "peers", "add", "ehr", "fhir", base, "--patient-system", "urn:oid:1.2.3.4", "--order-system",
        "urn:oid:1.2.3.5", "--user", "aloud", "--key", str(key), "--scopes", "system/*.cruds")
    expect("FHIR 4.0.1" in run(aloud, "peers", "test", "ehr"), "sekmet: signs the client in, and answers")

    def finish():
        def found(query):
            return [e["resource"] for e in fetch(f"{base}/{query}", **setup).get("entry", [])]

        expect(len(found("Patient")) == 3, "sekmet: no person was added")
        for number in ("1042", "2077"):
            results = found(f"Observation?subject=Patient/p{number}")
            expect(len(results) == 1 and results[0]["status"] == "final", f"sekmet: one result of {number}")
        based = found("Observation?subject=Patient/p1042")[0].get("basedOn")
        expect(not shutil.which("Orthanc") or based == [{"reference": "ServiceRequest/o1"}],
               "sekmet: the result is based on the order")
        expect(len(found("DiagnosticReport")) == 2, "sekmet: one report a sitting")
        identifier = run(aloud, "records", "list", "--person", "2077", "--json")
        name = json.loads(identifier.splitlines()[0])["id"]
        run(aloud, "records", "amend", name, "--void", "--reason", "a mistake")
        # DICOM has no message for a mistake, so that its delivery is set aside.
        run(aloud, "peers", "send", fails=bool(shutil.which("Orthanc")))
        expect(found("Observation?subject=Patient/p2077")[0]["status"] == "entered-in-error",
               "sekmet: a voided test is sent as such")

    return finish


def check_sftp():
    if not pathlib.Path("/usr/sbin/sshd").exists():
        return skipped.append("sshd")
    port, target = free_port(), work / "incoming results"
    target.mkdir()
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-m", "PEM", "-f", work / name], check=True)
    (work / "authorized").write_text((work / "user.pub").read_text())
    (work / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {work}/host\nAuthorizedKeysFile {work}/authorized\n"
        f"StrictModes no\nPasswordAuthentication no\nPidFile none\nSubsystem sftp internal-sftp\n")
    pathlib.Path("/run/sshd").mkdir(exist_ok=True)
    start(port, "/usr/sbin/sshd", "-D", "-f", str(work / "sshd_config"))
    blob = base64.b64decode((work / "host.pub").read_text().split()[1])
    digest = base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")
    common = ["--user", getpass.getuser(), "--key", str(work / "user")]
    address = f"sftp://127.0.0.1:{port}{target}/"
    run(aloud, "peers", "add", "other-host", "sftp", address, *common, "--host-key", "A" * 43)
    expect("not trusted" in run(aloud, "peers", "test", "other-host", fails=True), "sshd: an unknown host is refused")
    run(aloud, "peers", "off", "other-host")
    run(aloud, "peers", "add", "files", "sftp", address, *common, "--host-key", digest)
    expect("ok" in run(aloud, "peers", "test", "files"), "sshd: the folder can be read")

    def finish():
        names = sorted(one.name for one in target.iterdir())
        expect(sum(n.endswith("-1.csv") for n in names) == 2 and not any(n.endswith(".part") for n in names),
               "sshd: each result once")

    return finish


try:
    finishes = [check() for check in (check_orthanc, check_sekmet, check_sftp, check_hl7)]
    test("1042", "Müller, Anna")
    test("2077", "Weber, Jo")
    run(aloud, "peers", "send")
    expect("0 sent" in run(aloud, "peers", "send"), "nothing waits")
    for finish in (finishes[0], finishes[3], finishes[2], finishes[1]):
        if finish:
            finish()
    run(aloud, "records", "verify")
finally:
    for program in programs:
        program.terminate()
        program.wait()
print(f"{len(skipped)} peers skipped{': ' if skipped else ''}{', '.join(skipped)}")
if faults:
    sys.exit("\n".join(["", "Faults:"] + faults))
