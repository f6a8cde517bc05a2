import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The Python package, built as a wheel without a network, with the real program.
@Suite(
    "The Python package", .listening,
    .enabled(if: PythonPackage.canBeBuilt, "python3-setuptools and python3-wheel are not installed")
)
struct PythonPackageTests {
    private let package: PythonPackage
    private let folder: TemporaryFolder

    init() throws {
        package = try PythonPackage()
        folder = try TemporaryFolder()
    }

    private static func scene(_ texts: [String] = ["K", "O", "S"]) throws -> [Float] {
        try Scene.saying(texts, by: FliteVoice(.rms), pause: 1, before: 1, after: 2).inRoom()
    }

    @Test(
        "a listener gives answers, with and without asyncio, and as keys",
        arguments: [
            """
            with aloud.Listener() as listener:
                for answer in listener:
                    print(answer.letter, answer.kind, answer.onset < answer.offset < time.time())
                    if answer.letter == "S":
                        break
            """,
            """
            async def main():
                async with aloud.AsyncListener() as listener:
                    async for answer in listener:
                        print(answer.letter, answer.kind, answer.onset < answer.offset < time.time())
                        if answer.letter == "S":
                            break
            asyncio.run(main())
            """,
            """
            with aloud.Listener() as listener:
                found = []
                while len(found) < 3:
                    found += listener.getKeys(["K", "O", "S"])
                    time.sleep(0.05)
                for answer in found:
                    print(answer.name, answer.kind, answer.onset < answer.offset < time.time())
            """,
            """
            with aloud.Listener(paused=True) as listener:
                for _ in range(3):
                    listener.listen(expect=1)
                    answer = listener.wait()
                    print(answer.letter, answer.kind, answer.onset < answer.offset < time.time())
                assert not listener.wait(timeout=0)
            """,
        ])
    func listener(_ script: String) throws {
        let microphone = try FileMicrophone(Self.scene())
        let run = try package.run(script, variables: microphone.variables)
        #expect(run.status == 0, "\(run.messages)")
        #expect(
            run.output == ["K", "O", "S"].map { "\($0) letter True\n" }.joined(),
            "\(run.messages)")
    }

    @Test(
        "a request drops the answers of the trials before, with and without asyncio",
        arguments: [
            """
            with aloud.Listener(paused=True) as listener:
                for _ in range(3):
                    listener.listen(expect=1)
                    while listener._answers.empty():
                        time.sleep(0.01)
                print(listener.wait().letter)
            """,
            """
            async def main():
                async with aloud.AsyncListener(paused=True) as listener:
                    for _ in range(3):
                        listener.listen(expect=1)
                        while listener._answers.empty():
                            await asyncio.sleep(0.01)
                    print((await listener.wait()).letter)
            asyncio.run(main())
            """,
        ])
    func laterTrials(_ script: String) throws {
        let microphone = try FileMicrophone(Self.scene())
        let run = try package.run(script, variables: microphone.variables)
        #expect(run.output == "S\n", "\(run.messages)")
    }

    @Test("iteration ends with the recording, and on_event gets the events")
    func recording() throws {
        let path = folder.file("a.wav")
        try SoundFile.write(Self.scene(["K", "O", "I can't see it"]), to: path)
        let run = try package.run(
            """
            events = []
            with aloud.Listener("etdrs", source="\(path)", on_event=events.append) as listener:
                print(*[answer.name for answer in listener])
            print(*[event.name for event in events if event.name != "advice"])
            """)
        #expect(run.output == "K O cannotSee\nready end\n", "\(run.messages)")
    }

    @Test("a folder of recordings gives transcripts")
    func transcripts() throws {
        try SoundFile.write(Self.scene(), to: folder.file("a.wav"))
        try folder.write("not sound", to: "b.wav")
        let run = try package.run(
            """
            for transcript in aloud.transcribe("\(folder.url(".").path)"):
                print(*[answer.name for answer in transcript.answers], not transcript.error)
            """)
        #expect(
            Set(run.output.split(separator: "\n")) == ["K O S True", "False"], "\(run.messages)")
    }

    @Test("a test gives events and a result, and takes answers")
    func eyeTest() throws {
        let run = try package.run(
            """
            with aloud.EyeTest("--answers", "-", "--chart", "1", "--records", "off") as test:
                lines = 0
                for event in test:
                    if event.name == "present":
                        lines += 1
                        letters = event.keys["letters"] if lines <= 2 else ["nothing"]
                        test.answer(" ".join(letters))
            print(lines, test.result.keys["complete"], test.result.keys["score"]["logMAR"])
            with aloud.EyeTest("--answers", "-") as test:
                print(next(iter(test)).name)
            try:
                list(aloud.EyeTest("--chart", "none such"))
            except aloud.AloudError as error:
                print("chart" in str(error))
            """, variables: ["ALOUD_RECORDS": "off"])
        #expect(run.output.hasPrefix("3 True ") && run.output.hasSuffix("\nTrue\n"), "\(run)")
    }

    @Test("records are read and changed through a running program; a refusal is an error")
    func records() throws {
        let file = folder.file("a.db")
        let kept = try AloudBinary.run(
            ["test", "--answers", "-", "--person", "17", "--records", file],
            input: String(repeating: "C D H K N\n", count: 60))
        try #require(kept.status == 0, "\(kept.messages)")
        let run = try package.run(
            """
            import subprocess
            server = subprocess.Popen(
                [aloud.listener.program(), "serve", "--port", "0", "--voice", "off", "--device", "none",
                 "--records", "\(file)"], stderr=subprocess.PIPE, text=True)
            try:
                link = next(line for line in server.stderr if "/records#" in line).split()[-1]
                address, key = link.split("/records#")
                records = aloud.Records(address, key)
                found = list(records.search("17"))
                print([person["id"] for person in found])
                print(len(list(records.tests())), len(list(records.tests(found[0]["key"]))))
                print(len(list(records.tests(through="2020-01-01"))))
                test = next(records.tests())
                print(records.test(test["id"], "text/csv").decode().count("person_id") > 0)
                print(len(records.history(found[0]["key"])["eyes"]), records.due())
                added = records.add_person("18", "Ann Roe", again="person-eighteen-1")
                print(records.add_person("18", "Ann Roe", again="person-eighteen-1")["key"] == added["key"])
                added["name"] = "Ann Poe"
                print(records.change_person(added)["name"])
                for attempt in (lambda: records.change_person(added), lambda: records.person("x"),
                                lambda: aloud.Records(address, "wrong").due()):
                    try:
                        attempt()
                    except aloud.RecordsError as error:
                        print(error.status, len(str(error)) > 5)
                try:
                    aloud.Records("http://clinic.example", key)
                except ValueError as error:
                    print(error)
            finally:
                server.terminate()
                server.wait()
            try:
                records.due()
            except aloud.RecordsError as error:
                print(error.status)
            """)
        #expect(
            run.output == """
                ['17']
                1 1
                0
                True
                1 {'alerts': [], 'tests': []}
                True
                Ann Poe
                412 True
                404 True
                401 True
                A token is sent to an https address or to this machine only.
                0

                """, "\(run.messages)")
    }

    @Test("a failure of the program is an AloudError with its message")
    func failures() throws {
        let script = """
            try:
                aloud.Listener()
            except aloud.AloudError as error:
                print(error)
            """
        let noMicrophone = try package.run(script, variables: FileMicrophone(nil).variables)
        #expect(noMicrophone.output.hasPrefix("Error: No microphone."), "\(noMicrophone)")
        let noProgram = try package.run(script, variables: ["ALOUD_PROGRAM": "/nowhere/aloud"])
        #expect(noProgram.output.contains("install the package 'aloud'"), "\(noProgram)")
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: folder.file("a.wav"))
        let wrong = try package.run(
            """
            for attempt in (lambda: aloud.Listener("none such"),
                            lambda: list(aloud.transcribe("\(folder.file("a.wav"))", "none such")),
                            lambda: list(aloud.transcribe("\(folder.file("a.wav"))",
                                                          options=["--language", "xx"]))):
                try:
                    print(attempt())
                except aloud.AloudError as error:
                    print(error)
            """)
        let lines = wrong.output.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("Error: T") }, "\(wrong)")
    }

    @Test("a test on a page gives the address of the page") func address() throws {
        let run = try package.run(
            """
            with aloud.EyeTest("--display", "web", "--port", "0", "--answers", "-") as test:
                while "http://127.0.0.1:" not in test.messages:
                    time.sleep(0.01)
                print(test.result)
            """, variables: ["ALOUD_RECORDS": "off"])
        #expect(run.output == "None\n", "\(run)")
    }
}

/// The package of `python/`, as a wheel that is unpacked in a folder.
private struct PythonPackage {
    private static let python = "/usr/bin/python3"

    private let folder: TemporaryFolder

    /// Whether the tools that build a wheel are installed.
    static let canBeBuilt =
        (try? run(["-c", "import setuptools, wheel"], in: nil, variables: [:]).status) == 0

    init() throws {
        folder = try TemporaryFolder()
        // A copy: the build leaves files next to the sources.
        try FileManager.default.copyItem(
            at: Checkout.root.appending(path: "python"), to: folder.url("python"))
        let build = """
            import setuptools.build_meta, zipfile
            wheel = setuptools.build_meta.build_wheel("..")
            zipfile.ZipFile("../" + wheel).extractall("../installed")
            """
        let run = try Self.run(["-c", build], in: folder.url("python"), variables: [:])
        try #require(run.status == 0, "\(run.messages)")
    }

    /// Runs a script that uses the package.
    func run(_ script: String, variables: [String: String] = [:]) throws -> AloudBinary.Run {
        let own = [
            "PYTHONPATH": folder.file("installed"), "ALOUD_PROGRAM": AloudBinary.url.path,
        ]
        return try Self.run(
            ["-c", "import aloud, asyncio, time\n" + script], in: nil,
            variables: own.merging(variables) { $1 })
    }

    private static func run(
        _ words: [String], in current: URL?, variables: [String: String]
    ) throws -> AloudBinary.Run {
        let files = try TemporaryFolder()
        for name in ["out", "err"] { try files.write("", to: name) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment
            .merging(AloudBinary.usual) { $1 }.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files.url("out"))
        process.standardError = try FileHandle(forWritingTo: files.url("err"))
        if let current { process.currentDirectoryURL = current }
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            let bytes = try FileHandle(forReadingFrom: files.url(name)).readToEnd()
            return String(decoding: bytes ?? Data(), as: UTF8.self)
        }
        return AloudBinary.Run(
            status: process.terminationStatus,
            wasEndedBySignal: process.terminationReason == .uncaughtSignal,
            output: try text("out"), messages: try text("err"))
    }
}
