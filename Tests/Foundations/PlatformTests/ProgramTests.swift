import Foundation
import Glibc
import Platform
import Testing

/// Programs of the system that are run: the shell, and what it starts.
@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
    private let shell = Program(path: "/bin/sh")

    @Test("a run reports the output, the exit status and the signal of the program")
    func ends() throws {
        let whole = try shell.run(["-c", "printf letters"], within: 30)
        #expect(whole.isSuccess && whole.text == "letters")
        let failed = try shell.run(["-c", "exit 3"], within: 30)
        #expect(failed.reason == .status(3) && "\(failed.reason)" == "status 3")
        let killed = try shell.run(["-c", "kill -9 $$"], within: 30)
        #expect(killed.reason == .signal(9) && !killed.isSuccess)
    }

    @Test("a program reads its input, its variables and its folder")
    func surroundings() throws {
        let bytes = [UInt8](repeating: 65, count: 300_000)
        let copy = try shell.run(["-c", "cat"], input: .bytes(bytes), within: 30)
        #expect(copy.output == bytes)
        let told = try shell.run(
            ["-c", "printf '%s %s' \"$WORD\" \"$PWD\"; cat"], variables: ["WORD": "here"],
            in: "/usr", within: 30)
        #expect(told.text == "here /usr")
    }

    @Test("a program that runs too long is ended, even one that ignores TERM")
    func tooLong() throws {
        let scripts = [
            "exec sleep 1000", "trap '' TERM; while :; do sleep 1; done",
            "exec >&-; exec sleep 1000",
        ]
        for script in scripts {
            #expect(throws: ProgramFault.tooLong(name: "sh", seconds: 0.5)) {
                try shell.run(["-c", script], within: 0.5)
            }
        }
    }

    @Test("a program that prints too much is ended")
    func tooMuch() throws {
        #expect(throws: ProgramFault.tooMuch(name: "sh", bytes: 100_000)) {
            try shell.run(["-c", "exec cat /dev/zero"], within: 30, mostBytes: 100_000)
        }
    }

    @Test("a missing program cannot be started")
    func missing() throws {
        let absent = Program(path: "/usr/bin/no-such-program")
        #expect(throws: ProgramFault.notStarted(name: "no-such-program")) {
            try absent.run([], within: 30)
        }
        #expect(!absent.launch([]))
    }

    @Test("a program is found in PATH, and a folder of the same name is skipped")
    func search() throws {
        #expect(Program(named: "sh") != nil && Program(named: "no-such-program") == nil)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "sh"), withIntermediateDirectories: true)
        #expect(Program(named: "sh", in: folder.path) == nil)
        #expect(Program(named: "sh", in: "\(folder.path):/bin")?.path == "/bin/sh")
    }

    @Test("a program ends with its owner")
    func owner() throws {
        var running: RunningProgram? = try shell.start(
            ["-c", "printf '%08d' $$; exec sleep 1000"])
        let digits = try #require(running?.read(8, within: 30))
        let process = try #require(Int32(String(decoding: digits, as: UTF8.self)))
        #expect(kill(process, 0) == 0)
        running = nil
        #expect(kill(process, 0) != 0)
    }
}
