import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("The password in the address of a database", .listening)
struct ServerAddressTests {
    private static let secret = "hunter2sesame"

    @Test(
        "is in no output",
        arguments: [
            "postgresql://aloud:\(secret)@127.0.0.1:1/clinic",
            "postgres://aloud:\(secret)@127.0.0.1:1/clinic?sslmode=disable",
            "postgresql://aloud@127.0.0.1:1/clinic?password=\(secret)&sslmode=disable",
        ])
    func hidden(address: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("[serve]\nrecords = \(address)\n", to: "lane.conf")
        let variables = [
            "ALOUD_RECORDS": address, "HOME": folder.file("home"), "XDG_DATA_HOME": "",
            "ALOUD_CONFIG": folder.file("lane.conf"),
        ]
        for words in [
            ["config", "show", "serve"], ["config", "show", "serve", "--json"],
            ["records", "list"], ["records", "list", "--records", address], ["accounts", "list"],
            ["test", "--answers", "/dev/null", "--records", address],
        ] {
            let run = try AloudBinary.run(words, variables: variables)
            #expect(!run.output.contains(Self.secret), "\(words)")
            #expect(!run.messages.contains(Self.secret), "\(words)")
            if words[0] == "records" { #expect(run.messages.contains("PGPASSFILE"), "\(words)") }
        }
        let shown = try AloudBinary.run(["config", "show", "serve"], variables: variables)
        #expect(shown.output.contains("***") && shown.output.contains("127.0.0.1:1/clinic"))
    }

    @Test("is not in the list of processes")
    func listed() throws {
        let folder = try TemporaryFolder()
        let process = Process()
        let (input, messages) = (Pipe(), Pipe())
        process.executableURL = AloudBinary.url
        process.arguments = [
            "test", "--answers", "-",
            "--records=postgresql://aloud:\(Self.secret)@127.0.0.1:1/clinic",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "HOME": folder.file("home"), "XDG_DATA_HOME": "",
        ]) { $1 }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = messages
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        // The first message shows that the program has read its arguments.
        #expect(!messages.fileHandleForReading.availableData.isEmpty)
        let line = try String(
            contentsOfFile: "/proc/\(process.processIdentifier)/cmdline", encoding: .utf8)
        #expect(line.contains("postgresql://aloud:***") && !line.contains(Self.secret))
    }

    @Test("is completely hidden, whatever its characters")
    func signs() throws {
        let folder = try TemporaryFolder()
        let run = try AloudBinary.run(
            ["records", "list"],
            variables: [
                "ALOUD_RECORDS": "postgresql://aloud:p@ss\(Self.secret)@127.0.0.1:1/clinic",
                "HOME": folder.file("home"), "XDG_DATA_HOME": "",
            ])
        #expect(run.status == 1 && run.messages.contains("PGPASSFILE"))
        #expect(!run.messages.contains(Self.secret))
    }
}
