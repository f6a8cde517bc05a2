import Foundation
import RecordStore
import TestProgram
import TestSpeech
import Testing

@testable import Doctor
@testable import Exam
@testable import aloud

extension DoctorCommandTests {
    /// The findings of a machine whose records and certificates lie in a folder.
    private func findings(
        _ check: String, in folder: TemporaryFolder
    ) throws -> (status: String, message: String)? {
        let run = try AloudBinary.run(
            ["doctor", "--json", "--no-microphone"],
            variables: [
                "ALOUD_RECORDS": folder.file("a.db"), "XDG_DATA_HOME": folder.file("data"),
            ])
        return try run.lines(Line.self).first { $0.check == check }.map {
            ($0.status, $0.message)
        }
    }

    private func aloud(_ words: String..., in folder: TemporaryFolder) throws {
        let run = try AloudBinary.run(
            words,
            variables: [
                "ALOUD_RECORDS": folder.file("a.db"), "XDG_DATA_HOME": folder.file("data"),
            ])
        #expect(run.status == 0, "\(run.messages)")
    }

    private func program(_ path: String, _ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test("A single admin, no second factor, an old token and an emergency are warnings")
    func accounts() throws {
        let folder = try TemporaryFolder()
        try aloud("accounts", "add", "anna", "--role", "admin", in: folder)
        let one = try #require(try findings("accounts", in: folder))
        #expect(one.status == "warning" && one.message.contains("only one admin"))
        #expect(one.message.contains("1 admin without a second factor"))
        try aloud("accounts", "add", "bert", "--role", "admin", in: folder)
        try aloud("accounts", "add", "lab", "--program", "--role", "viewer", in: folder)
        try aloud(
            "accounts", "token", "add", "lab", "--scopes", "readTests", "--days", "3", in: folder)
        try aloud("accounts", "emergency", "--reason", "fire", in: folder)
        let more = try #require(try findings("accounts", in: folder))
        #expect(!more.message.contains("only one admin"))
        #expect(more.message.contains("1 token will end"))
        #expect(more.message.contains("emergency access taken 1 time"))
        #expect(!more.message.contains("fire"))
        #expect(!more.message.contains("anna") && !more.message.contains("bert"))
    }

    @Test(
        "Records that other users can read or change are a warning with the way out",
        arguments: [
            (0o600, 0o700, nil), (0o644, 0o700, "can read '"), (0o640, 0o755, "can read '"),
            (0o666, 0o700, "can read and write '"), (0o600, 0o777, "chmod go-w"),
            (0o600, 0o1777, nil),
        ] as [(Int, Int, String?)])
    func access(file: Int, folder mode: Int, words: String?) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a.db")
        for (path, mode) in [(folder.file("a.db"), file), (folder.path, mode)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let found = RecordsCheck.accessFinding(of: folder.file("a.db"))
        #expect(found.status == (words == nil ? .ok : .warning), "\(found.words)")
        if let words { #expect(found.words.contains(words), "\(found.words)") }
        if file != 0o600 { #expect(found.words.contains("chmod 600")) }
    }

    @Test("Disk and mode of the configured records are checked")
    func configuredPlace() throws {
        let folder = try TemporaryFolder()
        let place = folder.file("far/records.db")
        try aloud("accounts", "add", "anna", "--role", "admin", "--records", place, in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place)
        try folder.write("records = \(place)\n", to: "aloud.conf")
        let run = try AloudBinary.run(
            ["doctor", "--json", "--no-microphone"],
            variables: [
                "ALOUD_CONFIG": folder.file("aloud.conf"), "ALOUD_RECORDS": "",
                "XDG_DATA_HOME": folder.file("data"),
            ])
        let lines = try run.lines(Line.self)
        func message(_ check: String) -> String {
            lines.first { $0.check == check }?.message ?? ""
        }
        #expect(message("disk").hasSuffix("in " + folder.file("far")), "\(message("disk"))")
        #expect(message("records access").contains("chmod 600 \"\(place)\""))
        #expect(message("accounts").contains("only one admin"))
    }

    @Test("Tests waiting for the shared records are listed with the reason")
    func outbox() throws {
        #expect(RecordsCheck.outboxFinding(of: []).status == .ok)
        let now = try #require(Moment("2026-01-31T14:05:09.120+01:00"))
        let waiting = (0..<12).map { _ in
            WaitingTest(id: RecordID(at: now), ended: now, trouble: .full)
        }
        let one = RecordsCheck.outboxFinding(of: Array(waiting.prefix(1)))
        #expect(one.status == .warning)
        #expect(one.words.hasPrefix("1 test waits to be sent since 2026-01-31, 14:05: "))
        #expect(one.words.contains("\(waiting[0].id) (\(RecordError.full))"))
        let all = RecordsCheck.outboxFinding(of: waiting)
        #expect(all.words.contains("12 tests wait") && all.words.hasSuffix(", and others"))
        #expect(all.words.contains(waiting[9].id.text))
        #expect(!all.words.contains(waiting[10].id.text))
    }

    @Test("Tests without a backup are a warning; restored records have one") func backups() throws {
        let folder = try TemporaryFolder()
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Clinic/RecordTests/sample-records.jsonl").standardized
        try aloud("records", "import", sample.path, in: folder)
        #expect(try findings("backup", in: folder)?.status == "warning")
        try folder.write("four correct horse words", to: "words")
        let (file, words) = (folder.file("x.backup"), folder.file("words"))
        try aloud("records", "backup", file, "--passphrase-file", words, in: folder)
        #expect(try findings("backup", in: folder)?.status == "ok")
        try aloud(
            "records", "restore", file, "--passphrase-file", words, "--records",
            folder.file("b.db"), in: folder)
        let run = try AloudBinary.run(
            ["doctor", "--json", "--no-microphone"],
            variables: [
                "ALOUD_RECORDS": folder.file("b.db"), "XDG_DATA_HOME": folder.file("data"),
            ])
        #expect(try run.lines(Line.self).first { $0.check == "backup" }?.status == "ok")
    }

    @Test("Records that another program changed are an error") func tampered() throws {
        let folder = try TemporaryFolder()
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Clinic/RecordTests/sample-records.jsonl").standardized
        try aloud("records", "import", sample.path, in: folder)
        #expect(try findings("records", in: folder)?.status == "ok")
        try program(
            "/usr/bin/sqlite3",
            [folder.file("a.db"), "UPDATE test SET record = replace(record, '50', '51')"])
        let found = try #require(try findings("records", in: folder))
        #expect(found.status == "error" && found.message.contains("aloud records verify"))
    }

    @Test(
        "The certificate of a lane is valid, or expires soon",
        arguments: [(90, "ok"), (5, "warning")])
    func certificate(days: Int, status: String) throws {
        let folder = try TemporaryFolder()
        #expect(try findings("certificate", in: folder) == nil)
        let place = folder.file("data") + "/aloud/tls"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true)
        try program(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", "/CN=lane", "-days", "\(days)", "-keyout", place + "/server.key", "-out",
                place + "/server.crt",
            ])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: place + "/server.key")
        #expect(try findings("certificate", in: folder)?.status == status)
    }
}
