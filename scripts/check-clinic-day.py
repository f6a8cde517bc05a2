"""A day of a clinic with real peers; see check-clinic-day."""

import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from fhir.resources.R4B import get_fhir_model_class
from hl7apy.parser import parse_message

aloud, work, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
variables = dict(os.environ, ALOUD_RECORDS=str(work / "records.db"), ALOUD_CONFIG="/dev/null", XDG_DATA_HOME=str(work))
faults, programs = [], []
today = time.strftime("%Y%m%d")
letters = ["N C K Z O", "R H S D K", "D O V H R", "C Z R H S"]
setup = {"Authorization": "Bearer setup", "Content-Type": "application/fhir+json"}


def expect(is_right, words):
    print("ok   " if is_right else "FAULT", words, flush=True)
    if not is_right:
        faults.append(words)


def run(*words, fails=False, limit=180):
    """The output of a program; either end is right for `fails=None`."""
    end = subprocess.run([str(w) for w in words], env=variables, capture_output=True, text=True, timeout=limit)
    if fails is not None and (end.returncode != 0) != fails:
        faults.append(f"{' '.join(map(str, words))}: {end.returncode} {end.stdout}{end.stderr}")
    return end.stdout + end.stderr


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def answers(port, seconds=60):
    for _ in range(seconds * 10):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            time.sleep(0.1)
    return False


def fetch(address, body=None, **headers):
    request = urllib.request.Request(address, body, headers, method="PUT" if body else "GET")
    return json.load(urllib.request.urlopen(request, timeout=30))


def listed_peers():
    lines = run(aloud, "peers", "list", "--json", fails=None).splitlines()
    return {peer["name"]: peer for peer in map(json.loads, lines)}


class Served:
    """A peer that is a program, and can be stopped and started again."""

    def __init__(self, port, *words):
        self.port, self.words, self.program = port, [str(w) for w in words], None
        self.start()

    def start(self):
        if self.program is None:
            self.program = subprocess.Popen(self.words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=work)
            programs.append(self)
            if not answers(self.port):
                sys.exit(f"{self.words[0]} does not answer")

    def stop(self):
        if self.program is not None:
            self.program.terminate()
            self.program.wait()
            self.program = None


class Hospital:
    """A receiver of HL7 over MLLP that may be away, slow, or hang up after it took a message."""

    def __init__(self, delay=0):
        self.messages, self.port, self.is_away, self.hangs_up = {}, free_port(), False, 0
        self.delay = delay  # seconds before the answer
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.serve, daemon=True).start()

    def start(self):
        self.is_away = False

    def stop(self):
        self.is_away = True

    def results(self):
        """The identifiers of the tests that it has a result of."""
        lines = [line for message in self.messages.values() for line in message.split("\r")]
        return {line.split("|")[3].split("^")[0] for line in lines if line.startswith("OBR|")}

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.take, args=(client,), daemon=True).start()

    def take(self, client):
        with client:
            data = b""
            try:
                while not self.is_away:
                    more = client.recv(65536)
                    if not more or self.is_away:
                        return
                    data += more
                    while b"\x1c\r" in data:
                        whole, data = data.split(b"\x1c\r", 1)
                        message = whole.strip(b"\x0b").decode()
                        control = message.split("|")[9]
                        # A receiver knows a repeated message by its identifier and its content.
                        if self.messages.setdefault(control, message) != message:
                            faults.append("HL7: an identifier came with another content")
                        if self.hangs_up > 0:
                            self.hangs_up -= 1
                            return
                        time.sleep(self.delay)
                        client.sendall(f"\x0bMSH|^~\\&|EPR|H|ALOUD\rMSA|AA|{control}\r\x1c\r".encode())
            except OSError:
                pass


class Lane:
    """`aloud serve`, which sends results and takes orders meanwhile."""

    def start(self):
        fifo = work / "answers"
        if not fifo.exists():
            os.mkfifo(fifo)
        self.hold = os.open(fifo, os.O_RDWR)
        self.messages = open(work / "serve.txt", "a")
        self.program = subprocess.Popen(
            [aloud, "serve", "--answers", "-", "--port", "0", "--voice", "off"], env=variables, stdin=self.hold,
            stderr=self.messages, stdout=subprocess.DEVNULL)

    def kill(self, sign):
        self.program.send_signal(sign)
        self.program.wait()
        os.close(self.hold)
        self.messages.close()


def orthanc():
    web, dicom = free_port(), free_port()
    (work / "worklist").mkdir()
    (work / "orthanc.json").write_text(json.dumps({
        "Name": "peer", "StorageDirectory": str(work / "storage"), "IndexDirectory": str(work / "storage"),
        "HttpPort": web, "DicomPort": dicom, "DicomAet": "ORTHANC", "DicomCheckCalledAet": True,
        "RemoteAccessAllowed": False, "AuthenticationEnabled": False,
        "Plugins": ["/usr/share/orthanc/plugins/libModalityWorklists.so"],
        "Worklists": {"Enable": True, "Database": str(work / "worklist"), "FilterIssuerAet": False},
        "DicomModalities": {"aloud": {"AET": "ALOUD1", "Host": "127.0.0.1", "Port": 11113, "AllowFindWorklist": True}}}))
    archive = Served(dicom, "Orthanc", work / "orthanc.json")
    archive.web = f"http://127.0.0.1:{web}"
    return archive


def sekmet():
    port = free_port()
    settings = {
        "port": port, "host": "127.0.0.1", "data_dir": str(work / "sekmet"), "base_url": f"http://127.0.0.1:{port}/fhir",
        "server_auth": {"types": ["bearer"], "tokens": ["setup"]}}
    (work / "settings.yaml").write_text(json.dumps(settings))
    server = Served(port, pathlib.Path(sys.executable).parent / "sekmet", "serve", "--config", work / "settings.yaml")
    server.base = settings["base_url"]
    return server


def worklist_order(number, accession):
    dump = work / "order.dump"
    dump.write_text(f"""(0008,0005) CS [ISO_IR 192]
(0008,0050) SH [{accession}]
(0010,0010) PN [Müller^P{number}]
(0010,0020) LO [{number}]
(0010,0030) DA [19570823]
(0010,0040) CS [F]
(0020,000d) UI [1.2.3.4.{number}]
(0032,1060) LO [Visual acuity]
(0040,0100) SQ
(fffe,e000) na
(0008,0060) CS [VA]
(0040,0001) AE [ALOUD1]
(0040,0002) DA [{today}]
(0040,0003) TM [091500]
(0040,0007) LO [Acuity]
(0040,0009) SH [STEP{number}]
(fffe,e00d) na
(fffe,e0dd) na
(0040,1001) SH [RP{number}]
""")
    subprocess.run(["dump2dcm", "-q", "-g", dump, work / "worklist" / f"{number}.wl"], check=True)


def hl7(port, *segments, tries=300):
    """Sends a message to the port for orders until it is taken; returns MSA-1."""
    control = f"M{chance.randrange(10**9)}"
    text = "\r".join(["MSH|^~\\&|EPR|H|ALOUD|EYE|" + today + "080000||" + segments[0] + f"|{control}|P|2.5.1",
                      *segments[1:]]) + "\r"
    for _ in range(tries):
        try:
            with socket.create_connection(("127.0.0.1", port), 5) as one:
                one.settimeout(20)
                one.sendall(b"\x0b" + text.encode() + b"\x1c\r")
                data = b""
                while b"\x1c\r" not in data:
                    more = one.recv(65536)
                    if not more:
                        raise OSError
                    data += more
                code = data.decode().split("MSA|")[1][:2]
                if code != "AR" or tries == 1:
                    return code
        except OSError:
            pass
        time.sleep(0.2)
    return "none"


def pid(number):
    return f"PID|1||{number}^^^HOSPITAL^MR||Müller^P{number}||19570823|F"


def hl7_order(port, number, placer):
    code = hl7(port, "OMG^O19^OMG_O19", pid(number), "PV1|1|O", f"ORC|NW|{placer}^EPR",
               f"TQ1|1||||||{today}091500+0000", f"OBR|1|{placer}^EPR||VA^Visual acuity^99CLINIC||||||||||||||{placer}")
    expect(code == "AA", f"the order {placer} is taken ({code})")


def listed(*words):
    return [json.loads(line) for line in run(aloud, "records", *words, "--limit", "1000", "--json").splitlines()
            if line.startswith("{")]


def number_of(person):
    return people().get(person)


def people():
    return {p["key"]: p.get("id") for p in listed("people")}


def finished(number):
    found = [t for t in listed("list", "--person", number) if t["state"] == "finished"] if number in people().values() else []
    return len(found) > 0


class Chair(threading.Thread):
    """A lane whose people read their letters; a test that the power cut ended is taken anew."""

    def __init__(self, name, numbers):
        super().__init__(daemon=True)
        self.lane, self.numbers, self.current = name, numbers, None

    def run(self):
        sheet = work / f"{self.lane.replace(' ', '')}.txt"
        for number in self.numbers:
            for _ in range(5):
                sheet.write_text("\n".join(letters[: chance.randint(3, 4)] + ["D D D D D"]) + "\n")
                self.current = subprocess.Popen(
                    [aloud, "test", "--answers", str(sheet), "--chart", "1", "--person", number, "--correction", "none",
                     "--lane", self.lane], env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                words = self.current.communicate(timeout=300)[1]
                if self.current.returncode == 0 or finished(number):
                    break
                if self.current.returncode > 0:
                    faults.append(f"test of {number}: {self.current.returncode} {words}")
                    break


class Trouble(threading.Thread):
    """Stops and starts peers at random."""

    def __init__(self, archive, server, hospital):
        super().__init__(daemon=True)
        self.peers, self.hospital, self.is_over, self.times = [archive, server, hospital], hospital, False, 0

    def run(self):
        while not self.is_over:
            peer = chance.choice(self.peers)
            peer.stop()
            self.hospital.hangs_up = chance.randint(0, 1)
            time.sleep(chance.uniform(0.5, 3))
            peer.start()
            self.times += 1
            time.sleep(chance.uniform(0.2, 1))


def the_day():
    archive, server, hospital, lane = orthanc(), sekmet(), Hospital(), Lane()
    programs.append(lane)
    ordered = [str(3000 + n) for n in range(20)]
    without = ["4000", "4001", "4002"]
    former, merged = ordered[15], "5000"
    accession = {number: f"ACC{number}" for number in ordered}
    for number in [*ordered, *without, merged]:
        fetch(f"{server.base}/Patient/p{number}", json.dumps(
            {"resourceType": "Patient", "id": f"p{number}",
             "identifier": [{"system": "urn:oid:1.2.3.4", "value": number}]}).encode(), **setup)
    for number in ordered:
        fetch(f"{server.base}/ServiceRequest/o{number}", json.dumps(
            {"resourceType": "ServiceRequest", "id": f"o{number}", "status": "active", "intent": "order",
             "identifier": [{"system": "urn:oid:1.2.3.5", "value": accession[number]}],
             "subject": {"reference": f"Patient/p{number}"}}).encode(), **setup)
    token, orders, shelf = work / "token", free_port(), work / "shelf"
    token.write_text("setup\n")
    token.chmod(0o600)
    shelf.mkdir()
    titles = ["--own-title", "ALOUD1", "--peer-title", "ORTHANC"]
    run(aloud, "peers", "add", "ris", "worklist", f"127.0.0.1:{archive.port}", *titles)
    run(aloud, "peers", "add", "pacs", "dicom", f"127.0.0.1:{archive.port}", *titles)
    run(aloud, "peers", "add", "epr", "hl7", f"127.0.0.1:{hospital.port}", "--patient-system", "HOSPITAL")
    run(aloud, "peers", "add", "adt", "hl7-orders", f"127.0.0.1:{orders}", "--patient-system", "HOSPITAL")
    run(aloud, "peers", "add", "ehr", "fhir", server.base, "--patient-system", "urn:oid:1.2.3.4", "--order-system",
        "urn:oid:1.2.3.5", "--secret-file", token)
    run(aloud, "peers", "add", "shelf", "folder", shelf)
    slow = Hospital(delay=10)
    run(aloud, "peers", "add", "slow", "hl7", f"127.0.0.1:{slow.port}", "--patient-system", "HOSPITAL")
    for number in ordered[:12]:
        worklist_order(number, accession[number])
    lane.start()
    answers(orders)
    for number in ordered[12:]:
        hl7_order(orders, number, accession[number])
    for number in [*without, merged]:
        expect(hl7(orders, "ADT^A04^ADT_A01", f"EVN||{today}080000", pid(number), "PV1|1|O") == "AA",
               f"{number} is registered")
    for _ in range(60):
        if run(aloud, "records", "expect").count("Müller") >= 20:
            break
        time.sleep(1)
    expect(run(aloud, "records", "expect").count("Müller") == 20, "the list of today has 20 people")

    work_of_day = [*ordered, *without]
    chance.shuffle(work_of_day)
    chairs = [Chair("Lane 1", work_of_day[::2]), Chair("Lane 2", work_of_day[1::2])]
    trouble = Trouble(archive, server, hospital)
    for one in [*chairs, trouble]:
        one.start()
    time.sleep(chance.uniform(2, 6))
    # The power cut: everything of ours ends at the same moment.
    for chair in chairs:
        if chair.current and chair.current.poll() is None:
            chair.current.kill()
    lane.kill(signal.SIGKILL)
    time.sleep(1)
    lane.start()
    for chair in chairs:
        chair.join()
    trouble.is_over = True
    trouble.join()
    hospital.hangs_up = 0
    expect(hl7(orders, "ADT^A40^ADT_A39", f"EVN||{today}120000", pid(merged), f"MRG|{former}^^^HOSPITAL^MR") == "AA",
           "the merge is taken")
    for one in [archive, server, hospital]:
        one.start()
    # The slow peer does not hold up the others.
    for _ in range(120):
        waiting = {name: peer["waiting"] for name, peer in listed_peers().items()}
        if not any(count for name, count in waiting.items() if name != "slow"):
            break
        time.sleep(1)
    # On a slow machine even it is done by now.
    waiting.pop("slow")
    expect(not any(waiting.values()), "nobody waits for the slow peer")
    slow.delay = 0
    for _ in range(10):
        if " 0 waiting" in run(aloud, "peers", "send", fails=None):
            break
        # The lane sends one of them now.
        time.sleep(3)
    expect(slow.results() == hospital.results(), f"the slow peer has all {len(slow.results())} results")
    print(run(aloud, "peers", "list", fails=None))
    page = re.findall(r"http://127.0.0.1:\d+", (work / "serve.txt").read_text())[-1]
    statement = fetch(f"{page}/api/v1/fhir/metadata")
    get_fhir_model_class("CapabilityStatement").model_validate(statement)
    expect(statement["fhirVersion"] == "4.0.1", "the CapabilityStatement is valid by fhir.resources")
    hostile(archive, orders)
    lane.kill(signal.SIGINT)
    programs.remove(lane)
    compare(archive, server, hospital, shelf, accession, former, merged, without)
    print(f"peers were stopped {trouble.times} times")


def compare(archive, server, hospital, shelf, accession, former, merged, without):
    names = people()
    tests = [t for t in listed("list") if t["state"] in ("finished", "interrupted")]
    by_number = {}
    for test in tests:
        by_number.setdefault(names[test["person"]], []).append(test)
    expected = set(accession) - {former} | {merged} | set(without)
    done = {n for n, found in by_number.items() if sum(t["state"] == "finished" for t in found) == 1}
    expect(done == expected, f"each person has one finished test ({sorted(expected ^ done)})")
    print(f"{len(tests)} tests, {sum(t['state'] == 'interrupted' for t in tests)} of them interrupted")

    def order_of(number):
        return accession.get(former if number == merged else number)

    for test in tests:
        order = test["circumstances"].get("order") or {}
        given = order_of(names[test["person"]])
        if (order.get("accession") or order.get("placer")) != given:
            faults.append(f"records: a test of {names[test['person']]} has the order {order}, not {given}")

    # FHIR.
    def found(query):
        entries, address = [], f"{server.base}/{query}"
        while address:
            page = fetch(address, **setup)
            entries += [e["resource"] for e in page.get("entry", [])]
            address = next((l["url"] for l in page.get("link", []) if l["relation"] == "next"), None)
        return entries

    count = 0
    for number in [*accession, *without, merged]:
        results = found(f"Observation?subject=Patient/p{number}&_count=50")
        count += len(results)
        for one in results:
            get_fhir_model_class(one["resourceType"]).model_validate(one)
            based = [b["reference"] for b in one.get("basedOn", [])]
            origin = former if number == merged else number
            if based != ([f"ServiceRequest/o{origin}"] if origin in accession else []):
                faults.append(f"FHIR: the result of {number} is based on {based}")
        if len(results) != len(by_number.get(number, [])):
            faults.append(f"FHIR: {len(results)} results of {number}, not {len(by_number.get(number, []))}")
    expect(count == len(tests), f"FHIR: {count} results of {len(tests)} tests, each valid by fhir.resources")
    for kind in ("DiagnosticReport", "Provenance", "Device"):
        for one in found(f"{kind}?_count=100"):
            get_fhir_model_class(kind).model_validate(one)
    expect(len(found("Patient?_count=100")) == 24, "FHIR: no person was added")

    # DICOM: an object cannot be taken back, so that the merged person's former one stays.
    objects = {}
    for one in fetch(f"{archive.web}/instances?expand"):
        file = work / "instance.dcm"
        file.write_bytes(urllib.request.urlopen(f"{archive.web}/instances/{one['ID']}/file", timeout=30).read())
        end = subprocess.run(["dciodvfy", file], capture_output=True, text=True)
        if end.returncode != 0 or "Error" in end.stderr:
            faults.append(f"dciodvfy: {end.stderr}")
        study = fetch(f"{archive.web}/instances/{one['ID']}/study")
        number = study["PatientMainDicomTags"]["PatientID"]
        objects[number] = objects.get(number, 0) + 1
        given = order_of(number) or (accession[former] if number == former else "")
        if study["MainDicomTags"].get("AccessionNumber", "") != given:
            faults.append(f"DICOM: the object of {number} has not the order {given}")
    measured = {n: sum(t["state"] == "finished" for t in found) for n, found in by_number.items()}
    for number, wanted in measured.items():
        if objects.get(number, 0) < wanted:
            faults.append(f"DICOM: {objects.get(number, 0)} objects of {number}, not {wanted}")
    extra = set(objects) - set(measured) - {former}
    expect(not extra and all(objects[n] <= len(by_number[n]) for n in objects if n != former),
           f"DICOM: {sum(objects.values())} objects, each valid by dciodvfy")

    # HL7: the last message about a test holds.
    results = {}
    report = work / "hl7.txt"
    for text in hospital.messages.values():
        valid = parse_message(text, find_groups=True).validate(report_file=str(report))
        errors = [line for line in report.read_text().splitlines() if not line.startswith("Warning: Value")]
        if not valid or errors:
            faults.append(f"hl7apy: {errors}")
        segments = {line.split("|")[0]: line.split("|") for line in text.split("\r")}
        number, status = segments["PID"][3].split("^")[0], segments["OBR"][25]
        filler = segments["OBR"][3].split("^")[0]
        given = order_of(number) or (accession[former] if number == former else "")
        # An order of a worklist has no number of its placer, but an accession.
        named = {segments["OBR"][2].split("^")[0], segments["OBR"][18]} - {""}
        if named != ({given} - {"", None}):
            faults.append(f"HL7: the result of {number} has the order {named}, not {given}")
        if status != "W":
            results.setdefault((number, filler), []).append(status)
    last = {filler for number, filler in results if number != former}
    expect(last == {t["id"].replace("-", "") for t in tests}, f"HL7: {len(last)} results of {len(tests)} tests")
    repeated = {k: v for k, v in results.items() if len(v) != len(set(v))}
    expect(not repeated, f"HL7: each result once, each valid by hl7apy {repeated}")

    files = {f.name.rsplit("-", 1)[0].removeprefix("acuity-") for f in shelf.glob("*.csv")}
    expect(files == {t["id"] for t in tests}, f"folder: {len(files)} files")
    peers = listed_peers()
    expect(all(p["waiting"] == 0 for p in peers.values()), "nothing waits")
    # DICOM cannot hold an interrupted test without an acuity.
    interrupted = sum(t["state"] == "interrupted" for t in tests)
    expect(peers["pacs"]["setAside"] <= interrupted
           and all(p["setAside"] == 0 for p in peers.values() if p["name"] != "pacs"),
           "only interrupted tests are set aside, by the archive")
    run(aloud, "records", "verify")


def hostile(archive, orders):
    """Peers that send too much, too slowly, or with a wrong certificate, and an order of a million fields."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=other", "-keyout", work / "other.key", "-out", work / "other.crt"],
                   check=True, capture_output=True)
    token = work / "token"

    def serve(act, is_encrypted=False):
        listener = socket.create_server(("127.0.0.1", 0))

        def loop():
            while True:
                client, _ = listener.accept()
                try:
                    if is_encrypted:
                        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                        context.load_cert_chain(work / "other.crt", work / "other.key")
                        client = context.wrap_socket(client, server_side=True)
                    client.recv(65536)
                    act(client)
                except OSError:
                    pass
                finally:
                    client.close()

        threading.Thread(target=loop, daemon=True).start()
        return listener.getsockname()[1]

    def endless(client):
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/fhir+json\r\nContent-Length: 2147483648\r\n\r\n")
        block = b"[" * (1 << 20)
        for _ in range(2048):
            client.sendall(block)

    def nested(client):
        body = b"[" * 1000000
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    common = ["--patient-system", "urn:oid:1.2.3.4", "--secret-file", token]
    for name, act, encrypted in (("endless", endless, False), ("nested", nested, False), ("stranger", nested, True)):
        port = serve(act, encrypted)
        run(aloud, "peers", "add", name, "fhir", f"http{'s' if encrypted else ''}://127.0.0.1:{port}/fhir", *common)
        run(aloud, "peers", "test", name, fails=True)
        run(aloud, "peers", "off", name)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    expect(peak < 600, f"hostile peers cost no memory (at most {peak} MB)")
    many = hl7(orders, "OMG^O19^OMG_O19", pid("3000") + "|" * 1000000, tries=1)
    expect(many in ("AE", "AR"), f"an order of a million fields is refused ({many})")
    expect(hl7(orders, "ADT^A04^ADT_A01", f"EVN||{today}080000", pid("4000"), "PV1|1|O") == "AA",
           "the port answers after it")


print(f"seed {seed}")
missing = [name for name in ("Orthanc", "dciodvfy", "dump2dcm") if not shutil.which(name)]
if missing:
    sys.exit(f"Install {', '.join(missing)}.")
try:
    the_day()
finally:
    for one in programs:
        if isinstance(one, Lane):
            one.program.kill()
        else:
            one.stop()
if faults:
    sys.exit("\n".join(["", f"Faults of seed {seed}:"] + faults))
print("Each peer has each result once.")
