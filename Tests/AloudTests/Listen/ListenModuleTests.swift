import FliteVoice
import Foundation
import SoundFiles
import TestBrowser
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The JavaScript module and its sample page in Chromium, with the real program.
@Suite("The JavaScript module", .listening)
struct ListenModuleTests {
    /// A folder served at an origin of its own, and a program that the pages there may use.
    private final class Site {
        let origin: String
        let program: RunningAloud
        let address: String
        private let server = Process()
        private let microphone: FileMicrophone

        init(_ folder: TemporaryFolder, _ words: [String], saying texts: [String]) throws {
            for name in ["aloud-listen.js", "landolt.html"] {
                try FileManager.default.copyItem(
                    at: Checkout.root.appending(path: "javascript/\(name)"), to: folder.url(name))
            }
            let output = Pipe()
            server.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            server.arguments = [
                "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
                folder.url(".").path,
            ]
            server.standardOutput = output
            server.standardError = FileHandle.nullDevice
            try server.run()
            let line = String(
                decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(line.firstMatch(of: #/port (\d+)/#)?.1)
            origin = "http://127.0.0.1:\(port)"
            let sound = try Scene.saying(
                texts, by: FliteVoice(.rms), pause: 1, before: 3, after: 2)
            microphone = try FileMicrophone(sound.inRoom())
            program = try RunningAloud(
                ["listen"] + (words.contains("page") ? [] : ["--paused"])
                    + ["--websocket", "0", "--origin", origin] + words,
                variables: microphone.variables)
            address = "ws://" + (try program.message(after: "websocket: ws://"))
        }

        deinit {
            // It inherits a mask that blocks every other signal, from the threads of tests.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
    }

    @Test("a page awaits answers one by one, and connects again")
    func module() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            <!doctype html><title>letters</title><script type="module">
            import { AloudListener } from './aloud-listen.js';
            Object.assign(window, { answers: [], opens: 0, closes: 0, isDone: false });
            const aloud = new AloudListener(location.hash.slice(1));
            aloud.addEventListener('open', () => { opens += 1; });
            aloud.addEventListener('close', () => { closes += 1; });
            const first = aloud.next();
            aloud.listen({ expect: 1 });
            answers.push(await first);
            // The server refuses a text of this length, and closes.
            aloud.listen({ expect: '1'.repeat(5000) });
            await new Promise((resolve) => aloud.addEventListener('close', resolve, { once: true }));
            aloud.listen({ expect: 1 });
            answers.push(await aloud.next());
            window.late = await aloud.next({ timeout: 1 });
            aloud.close();
            window.after = await aloud.next();
            isDone = true;
            </script>
            """, to: "page.html")
        // The sound begins with the program: a slow start of the browser must not use it up.
        let browser = try Browser()
        let site = try Site(folder, [], saying: (0..<24).map { ["K", "O", "S"][$0 % 3] })
        try browser.open("\(site.origin)/page.html#\(site.address)")
        try browser.wait(until: "window.isDone")
        #expect(try browser.holds("answers.every((answer) => /^[KOS]$/.test(answer.letter))"))
        #expect(try browser.holds("answers.every((answer) => answer.onset < performance.now())"))
        #expect(try browser.holds("opens === 2 && closes >= 1 && late === null && after === null"))
        #expect(site.program.isRunning)
    }

    @Test("a page sends the sound of its own microphone")
    func ownMicrophone() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            <!doctype html><title>letters</title><button>Begin</button><script type="module">
            import { AloudListener } from './aloud-listen.js';
            window.answers = [];
            document.querySelector('button').onclick = async () => {
              const aloud = new AloudListener(location.hash.slice(1));
              await aloud.hear();
              for await (const answer of aloud) answers.push(answer);
            };
            </script>
            """, to: "page.html")
        let sound = try Scene.saying(
            ["K", "O", "S"], by: FliteVoice(.rms), pause: 0.8, before: 2, after: 2)
        try SoundFile.write(sound.inRoom(), to: folder.url("sound.wav").path)
        let site = try Site(folder, ["--microphone", "page"], saying: [])
        let browser = try Browser(flags: [
            "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            "--use-file-for-fake-audio-capture=\(folder.url("sound.wav").path)",
        ])
        try browser.open("\(site.origin)/page.html#\(site.address)")
        try browser.click("button")
        try browser.wait(
            until: "answers.filter((answer) => answer.letter).length >= 3", seconds: 60)
        #expect(
            try browser.holds(
                "answers.every((a) => !a.letter || (/^[KOS]$/.test(a.letter) && a.onset < performance.now()))"
            ))
        #expect(site.program.isRunning)
    }

    @Test("a microphone that is asked for twice is on once, and off after the end")
    func twice() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            <!doctype html><title>letters</title><button>Begin</button><script type="module">
            import { AloudListener } from './aloud-listen.js';
            const devices = navigator.mediaDevices;
            const ask = devices.getUserMedia.bind(devices);
            const streams = [];
            devices.getUserMedia = async (wanted) => {
              const stream = await ask(wanted);
              streams.push(stream);
              return stream;
            };
            const live = () => streams.filter((stream) => stream.active).length;
            document.querySelector('button').onclick = async () => {
              const aloud = new AloudListener(location.hash.slice(1));
              await Promise.all([aloud.hear(), aloud.hear()]);
              window.once = [streams.length, live()];
              const late = aloud.hear();
              aloud.close();
              await late;
              window.atEnd = [streams.length, live()];
            };
            </script>
            """, to: "page.html")
        let site = try Site(folder, ["--microphone", "page"], saying: [])
        let browser = try Browser(flags: [
            "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        ])
        try browser.open("\(site.origin)/page.html#\(site.address)")
        try browser.click("button")
        try browser.wait(until: "window.atEnd")
        #expect(try browser.holds("once.join() === '2,1' && atEnd.join() === '3,0'"))
        #expect(site.program.isRunning)
    }

    @Test("the sample page runs a test of Landolt rings by voice", .long)
    func landolt() throws {
        let folder = try TemporaryFolder()
        let texts = (0..<60).map { ["up", "left"][$0 % 2] }
        let browser = try Browser()
        let site = try Site(folder, ["--letters", "directions"], saying: texts)
        try browser.open("\(site.origin)/landolt.html")
        try browser.type(site.address, into: "input")
        try browser.click("button")
        try browser.wait(until: "window.trials", seconds: 120)
        #expect(try browser.holds("trials.length === 20"))
        #expect(try browser.holds("trials.every((trial) => ['up', 'left'].includes(trial.heard))"))
        #expect(try browser.holds("trials.every((t) => t.isRight === (t.shown === t.heard))"))
        #expect(try browser.text("output").contains("of 20 right"))
    }
}
