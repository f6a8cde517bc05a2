"""Types letters into programs of others, and gives them to experiments; see check-listen."""

import http.server
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import threading
import time

aloud, work, root = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
SLOAN, RATE, LETTERS = "CDHKNORSVZ", 16_000, 100
NAMES = {"Z": "zed"}
programs, faults = [], []


def expect(is_right, words):
    print("ok   " if is_right else "FAULT", words, flush=True)
    if not is_right:
        faults.append(words)


def start(*words, **options):
    program = subprocess.Popen([str(word) for word in words], start_new_session=True, **options)
    programs.append(program)
    return program


def end(program):
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGTERM)
    try:
        program.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)


def screen(number):
    """An X server without a window manager."""
    start("Xvfb", f":{number}", "-screen", "0", "1024x768x24", stderr=subprocess.DEVNULL)
    for _ in range(100):
        if os.path.exists(f"/tmp/.X11-unix/X{number}"):
            return f":{number}"
        time.sleep(0.1)
    raise SystemExit("Xvfb does not start.")


def focus(display, name):
    subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", name, "windowfocus", "--sync"],
                   env=dict(os.environ, DISPLAY=display), check=True, timeout=60)


def picture(display, name):
    if pictures:
        from PIL import ImageGrab

        ImageGrab.grab(xdisplay=display).save(pictures / f"{name}.png")


def microphone(letters, name, lead=6.0):
    """An ALSA device that hears these letters, one every 1.7 s, and then silence."""
    samples = bytearray()
    for letter in letters:
        file = work / f"{letter}.wav"
        if not file.exists():
            subprocess.run(["flite", "-voice", "rms", "-t", NAMES.get(letter, letter), "-o", str(file)], check=True)
        said = file.read_bytes()[44:]
        samples += said + bytes(2 * int(1.7 * RATE) - len(said) if len(said) < 2 * int(1.7 * RATE) else 0)
    noise = random.Random(1)
    sound = bytearray(2 * int(lead * RATE)) + samples + bytearray(2 * 8 * RATE)
    for at in range(0, len(sound), 2):
        value = int.from_bytes(sound[at:at + 2], "little", signed=True) + int(noise.gauss(0, 10))
        sound[at:at + 2] = max(-32768, min(32767, value)).to_bytes(2, "little", signed=True)
    (work / f"{name}.raw").write_bytes(sound)
    (work / f"{name}.conf").write_text(f'''pcm.!default {{ type plug
  slave {{ pcm {{ type file
      slave.pcm {{ type null }}
      file "/dev/null"
      infile "{work}/{name}.raw"
      format "raw" }}
    format S16_LE
    rate {RATE}
    channels 1 }} }}
''')
    return dict(os.environ, ALSA_CONFIG_PATH=str(work / f"{name}.conf"), ALOUD_CONFIG="/dev/null",
                ALOUD_PROGRAM=aloud, PYTHONPATH=str(root / "python"))


class Listening:
    """A program that listens; its answers with the seconds between the end of a letter and its answer."""

    def __init__(self, variables, *words):
        self.answers, self.delays, self.events = [], [], []
        self.program = start(aloud, "listen", "--letters", "etdrs", *words, env=variables,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        for line in self.program.stdout:
            now, event = time.time(), json.loads(line)
            self.events.append(event)
            if event.get("kind") == "letter":
                self.answers.append(event["letter"])
                self.delays.append(now - event["time"] - event["end"] + event["start"])

    def wait(self, seconds):
        self.thread.join(seconds)
        end(self.program)


def typed_by_keys():
    """A hundred letters into a terminal and a GTK form at once, by two listeners, on a loaded machine."""
    letters = random.Random(7).choices(SLOAN, k=LETTERS)
    sound = microphone(letters, "hundred")
    first, second = screen(81), screen(82)
    file = work / "terminal.txt"
    terminal = start("xterm", "-T", "terminal", "-e", "sh", "-c", f"cat > {file}", env=dict(os.environ, DISPLAY=first))
    form = start("zenity", "--entry", "--title", "form", "--text", "Letters", "--width", "900",
                 env=dict(os.environ, DISPLAY=second), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    focus(first, "terminal")
    focus(second, "form")
    load = [start(sys.executable, "-c", "while True: pass") for _ in range(os.cpu_count() or 1)]
    keys = ["--keys", "--keyboard", "xtest", "--again", "off", "--expect", str(LETTERS)]
    listeners = [Listening(dict(sound, DISPLAY=display), *keys) for display in (first, second)]
    for listener in listeners:
        listener.wait(LETTERS * 1.7 + 90)
    for one in load:
        end(one)
    time.sleep(1)
    picture(first, "keys-terminal")
    for display, name in ((first, "terminal"), (second, "form")):
        focus(display, name)
        subprocess.run(["xdotool", "key", "Return"], env=dict(os.environ, DISPLAY=display), check=True)
    subprocess.run(["xdotool", "key", "ctrl+d"], env=dict(os.environ, DISPLAY=first), check=True)
    written = {"terminal": "", "form": ""}
    written["form"] = form.communicate(timeout=30)[0].decode().strip()
    terminal.wait(30)
    written["terminal"] = file.read_text().strip()
    for name, listener in zip(("terminal", "form"), listeners):
        heard = "".join(listener.answers)
        expect(written[name] == heard.lower(), f"{name}: each accepted letter is typed once ({len(heard)} of {LETTERS})")
        right = sum(a == b for a, b in zip(listener.answers, letters))
        expect(len(heard) == LETTERS, f"{name}: {LETTERS} letters said, {len(heard)} accepted, {right} right in their place")
        delays = sorted(listener.delays)
        if delays:
            print(f"      seconds from the end of a letter to its answer, on a loaded machine: median"
                  f" {statistics.median(delays):.2f}, 95 % {delays[int(0.95 * (len(delays) - 1))]:.2f}")


def in_psychopy():
    """Letters of PsychoPy, answered by the package's device and by typed keys."""
    display = screen(83)
    letters = list("KSNRDHKSNR")
    for way in ("device", "keys"):
        sound = dict(microphone(letters, f"psychopy-{way}", lead=25), DISPLAY=display)
        experiment = start(sys.executable, root / "scripts" / "check-listen-psychopy.py", way, env=sound,
                           stdout=subprocess.PIPE)
        listener = None
        if way == "keys":
            focus(display, "PsychoPy")
            listener = Listening(sound, "--keys", "--keyboard", "xtest", "--again", "off", "--expect", str(len(letters)))
        time.sleep(30)
        picture(display, f"psychopy-{way}")
        output = experiment.communicate(timeout=90)[0].decode().split("\n")
        if listener:
            listener.wait(10)
        got = "".join(line[5:] for line in output if line.startswith("said "))
        expect(got == "".join(letters), f"PsychoPy by {way}: {got} of {''.join(letters)}")


def in_jspsych():
    """Trials of jsPsych, answered by typed keys and by the JavaScript module."""
    import expdeploy

    assets = pathlib.Path(expdeploy.__file__).parent / "jspsych_assets"
    version = max(assets.glob("[0-9]*"))
    site = work / "site"
    site.mkdir()
    for name in (version / "jspsych.js", version / "plugins" / "html-keyboard-response.js",
                 root / "javascript" / "aloud-listen.js", root / "scripts" / "check-listen-jspsych.html"):
        (site / name.name).write_bytes(name.read_bytes())
    results = []

    class Site(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *words):
            super().__init__(*words, directory=site)

        def log_message(self, *words):
            pass

        def do_POST(self):
            results.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    letters = list("KSNRDHKSNR")
    display = screen(84)
    for way in ("keys", "module"):
        sound = dict(microphone(letters, f"jspsych-{way}", lead=15), DISPLAY=display)
        words = ["--keys", "--keyboard", "xtest", "--again", "off"] if way == "keys" else ["--paused", "--websocket", "0", "--origin", origin]
        listener = Listening(sound, *words)
        for _ in range(100):
            if listener.events:
                break
            time.sleep(0.1)
        address = listener.events[0].get("addresses", {}).get("websocket", "")
        browser = start("chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--test-type", "--window-size=1000,700",
                        f"--user-data-dir={work}/chromium-{way}", f"--app={origin}/check-listen-jspsych.html#{address}",
                        env=sound, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        focus(display, "Letters")
        time.sleep(20)
        picture(display, f"jspsych-{way}")
        for _ in range(600):
            if results:
                break
            time.sleep(0.1)
        end(browser)
        end(listener.program)
        got = results.pop() if results else []
        expect(got == letters, f"jsPsych {version.name} by {way}: {''.join(map(str, got))} of {''.join(letters)}")
    server.shutdown()


try:
    for part in (typed_by_keys, in_psychopy, in_jspsych):
        part()
finally:
    for program in reversed(programs):
        end(program)
print(f"{len(faults)} faults.")
sys.exit(1 if faults else 0)
