import Foundation
import Peers
import RecordStore
import Synchronization
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud peers", .listening)
struct PeersCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func aloud(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
    }

    /// Keeps a test of a person, read from a typed chart.
    private func test() throws {
        let answers = "N C K Z O\nR H S D K\nD O V H R\nC Z R H S\n"
        try folder.write(answers, to: "answers.txt")
        _ = try aloud(
            "test", "--answers", folder.file("answers.txt"), "--chart", "1", "--person", "1042",
            "--name", "Anna Weber", "--correction", "none")
    }

    /// A receiver of results that counts each control identifier.
    private final class Receiver: Sendable {
        private let seen = Mutex<[String: Int]>([:])
        let delay: Mutex<Double> = Mutex(0)
        let code = Mutex("AA")

        var counts: [String: Int] { seen.withLock { $0 } }

        func open() throws -> HL7Port {
            try HL7Port(host: "127.0.0.1", port: 0) { [self] bytes in
                let control =
                    HL7Message(String(decoding: bytes, as: UTF8.self))?
                    .field("MSH", 10) ?? ""
                seen.withLock { $0[control, default: 0] += 1 }
                Thread.sleep(forTimeInterval: delay.withLock { $0 })
                let code = code.withLock { $0 }
                return Array("MSH|^~\\&|E|H|ALOUD\rMSA|\(code)|\(control)\r".utf8)
            }
        }
    }

    @Test("a peer is added, tested, served, refused and served again") func walk() throws {
        let receiver = Receiver()
        let port = try receiver.open()
        defer { port.stop() }
        let wrong = try aloud("peers", "add", "pacs", "dicom", "pacs")
        #expect(wrong.status == 1 && wrong.messages.contains("HOST:PORT"))
        let below = try aloud("peers", "add", "files", "folder", "/etc/passwd/results")
        #expect(below.status == 1 && below.messages.contains("'files' takes no files"))
        let added = try aloud(
            "peers", "add", "epr", "hl7", "127.0.0.1:\(port.port)", "--patient-system", "CLINIC")
        #expect(added.status == 0, "\(added.messages)")
        let twice = try aloud(
            "peers", "add", "epr", "hl7", "127.0.0.1:1", "--patient-system", "CLINIC")
        #expect(twice.status == 1 && twice.messages.contains("of this name"))
        #expect(try aloud("peers", "test", "epr").output.hasPrefix("ok  The port answers"))
        #expect(try aloud("peers", "test", "other").messages.contains("no such peer"))
        receiver.code.withLock { $0 = "AE" }
        try test()
        #expect(try aloud("peers", "list").output.contains("1 waiting, 0 set aside"))
        let refused = try aloud("peers", "send")
        #expect(refused.status == 1 && refused.messages.contains("1 set aside"))
        let listed = try aloud("peers", "list")
        #expect(listed.status == 1 && listed.output.contains("0 waiting, 1 set aside"))
        #expect(listed.messages.contains("set aside: It answered AE."))
        // No message names the person.
        #expect(!listed.messages.contains("Weber") && !refused.messages.contains("1042"))
        receiver.code.withLock { $0 = "AA" }
        let again = try aloud("peers", "send-again", "epr")
        #expect(again.status == 0 && again.messages.contains("1 sent, 0 waiting, 0 set aside"))
        #expect(Array(receiver.counts.values) == [2])
        #expect(try aloud("records", "trail").output.contains("epr, version 1: released"))
        #expect(try aloud("records", "verify").status == 0)
        // A test that ends while the peer is off is not for it.
        #expect(try aloud("peers", "off", "epr").status == 0)
        try test()
        #expect(try aloud("peers", "on", "epr").status == 0)
        #expect(try aloud("peers", "send").messages.contains("0 sent"))
    }

    @Test(
        "an option that would have no effect on a peer is refused",
        arguments: [
            ("dicom pacs:104 --trust ca.pem", "would not be encrypted. Add '--tls'."),
            ("worklist ris:104 --certificate c.pem --key k.pem", "would not be encrypted."),
            ("hl7 epr:2575 --patient-system CLINIC --key k.pem", "would not be encrypted."),
            ("dicom pacs:104 --tls --key k.pem", "'--certificate' and '--key' belong together"),
            ("fhir https://ehr.clinic/fhir --certificate c.pem", "belong together"),
            ("dicom pacs:104 --receiver EPR", "no effect on a peer of the kind 'dicom'"),
            ("hl7-orders 127.0.0.1:2575 --tls", "no effect on a peer of the kind 'hl7-orders'"),
            ("folder /srv/results --host-key x", "no effect on a peer of the kind 'folder'"),
            ("hl7 epr:2575 --processing Q", "expected P, T or D"),
            ("hl7 epr:2575 --characters latin1", "expected 'UNICODE UTF-8' or '8859/1'"),
            ("worklist ris:104 --modality va", "or '' for any modality"),
        ])
    func ignored(_ words: String, _ reason: String) throws {
        let run = try AloudBinary.run(
            ["peers", "add", "peer"] + words.split(separator: " ").map(String.init),
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        #expect(run.status == 64 && run.messages.contains(reason), "\(run.messages)")
    }

    @Test("a folder gets the table once, even if the report is printed later") func table() throws {
        for name in ["results", "bin"] {
            try FileManager.default.createDirectory(
                at: folder.url(name), withIntermediateDirectories: true)
        }
        let results = folder.file("results")
        #expect(try aloud("peers", "add", "shelf", "folder", results).status == 0)
        try test()
        /// Sends with a browser that prints, or does not, and returns and removes the new files.
        func send(_ browser: String, _ figures: String) throws -> [String] {
            let path = try folder.write("#!/bin/sh\n" + browser, to: "bin/chromium")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            let sent = try AloudBinary.run(
                ["peers", "send"],
                variables: [
                    "ALOUD_RECORDS": folder.file("a.db"),
                    "PATH": folder.file("bin") + ":/usr/bin:/bin",
                ])
            #expect(sent.messages.contains(figures), "\(sent.messages)")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: results)) ?? []
            for name in names { try FileManager.default.removeItem(atPath: "\(results)/\(name)") }
            return names.map { String($0.suffix(4)) }
        }
        #expect(try send("exit 1\n", "0 sent, 1 waiting") == [".csv"])
        #expect(try aloud("peers", "list").messages.contains("the report is not."))
        #expect(try send("exit 1\n", "0 sent, 1 waiting") == [])
        let prints = "for a; do case $a in --print-to-pdf=*) echo x > ${a#*=} ;; esac; done\n"
        // A try that fails for another reason does not forget the table.
        try FileManager.default.moveItem(atPath: results, toPath: results + "-away")
        #expect(try send(prints, "0 sent, 1 waiting") == [])
        try FileManager.default.moveItem(atPath: results + "-away", toPath: results)
        #expect(try send(prints, "1 sent, 0 waiting") == [".pdf"])
    }

    @Test("a worklist may be asked for any modality") func anyModality() throws {
        let run = try aloud("peers", "add", "ris", "worklist", "127.0.0.1:9", "--modality", "")
        // Without DCMTK the status is 1.
        #expect(run.status == 0 || run.messages.contains("dcmtk"), "\(run.messages)")
    }

    private struct KeptTest: Decodable { var id: String }

    /// The identifier of the latest test.
    private func latest() throws -> String {
        try #require(try aloud("records", "list", "--json").lines(KeptTest.self).first?.id)
    }

    @Test("a result that cannot be sent again is refused with the reason") func notAgain() throws {
        try test()
        let early = try latest()
        for (name, kind) in [("epr", "hl7"), ("adt", "hl7-orders")] {
            let added = try aloud(
                "peers", "add", name, kind, "127.0.0.1:9", "--patient-system", "CLINIC")
            #expect(added.status == 0, "\(added.messages)")
        }
        let nothing = try aloud("peers", "send-again", "epr")
        #expect(nothing.status == 0 && nothing.messages.contains("nothing waits"))
        try test()
        let all = try aloud("peers", "send-again", "epr")
        #expect(all.status == 0 && all.messages.contains("1 result waits"), "\(all.messages)")
        let waiting = try latest()
        let unknown = "01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a"
        for (words, reason) in [
            (["epr", "--test", "x"], "no such test"), (["epr", "--test", unknown], "no such test"),
            (["epr", "--test", early], "does not get this test"),
            (["epr", "--test", waiting], "still waits"), (["adt"], "gives orders"),
            (["other"], "no such peer"),
        ] {
            let run = try AloudBinary.run(
                ["peers", "send-again"] + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
            #expect(run.status == 1 && run.messages.contains(reason), "\(run.messages)")
        }
        _ = try aloud("peers", "off", "epr")
        let off = try aloud("peers", "send-again", "epr")
        #expect(off.status == 1 && off.messages.contains("aloud peers on epr"))
        #expect(try aloud("peers", "list").output.contains("1 waiting, 0 set aside"))
    }

    /// Starts `aloud peers send`.
    private func startSending() throws -> Process {
        let process = Process()
        process.executableURL = AloudBinary.url
        process.arguments = ["peers", "send"]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "ALOUD_CONFIG": "/dev/null", "ALOUD_RECORDS": folder.file("a.db"),
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test("results wait while another program sends one of their person") func elsewhere() throws {
        let receiver = Receiver()
        let port = try receiver.open()
        defer { port.stop() }
        receiver.delay.withLock { $0 = 60 }
        _ = try aloud(
            "peers", "add", "epr", "hl7", "127.0.0.1:\(port.port)", "--patient-system", "CLINIC")
        for _ in 0..<2 { try test() }
        let first = try startSending()
        while receiver.counts.isEmpty, first.isRunning { Thread.sleep(forTimeInterval: 0.05) }
        let second = try aloud("peers", "send")
        #expect(second.status == 1, "\(second.messages)")
        #expect(second.messages.contains("0 sent, 2 waiting, 0 set aside"), "\(second.messages)")
        Foundation.kill(first.processIdentifier, SIGKILL)
        first.waitUntilExit()
        receiver.delay.withLock { $0 = 0 }
        let last = try aloud("peers", "send")
        #expect(last.status == 0, "\(last.messages)")
        #expect(last.messages.contains("2 sent, 0 waiting, 0 set aside"), "\(last.messages)")
        #expect(receiver.counts.count == 2)
    }

    /// The number of kills: 8, or that of `ALOUD_KILLS`.
    private static var kills: Int {
        ProcessInfo.processInfo.environment["ALOUD_KILLS"].flatMap { Int($0) } ?? 8
    }

    @Test("after kill -9 during sending each result arrives, and repeats are identical")
    func kill() throws {
        let receiver = Receiver()
        let port = try receiver.open()
        defer { port.stop() }
        receiver.delay.withLock { $0 = 0.02 }
        _ = try aloud(
            "peers", "add", "epr", "hl7", "127.0.0.1:\(port.port)", "--patient-system", "CLINIC")
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SeededNoise(seed: seed)
        let tests = 3
        for _ in 0..<tests { try test() }
        for _ in 0..<Self.kills {
            let process = try startSending()
            Thread.sleep(forTimeInterval: Double(random.next() % 250) / 1_000)
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let last = try aloud("peers", "send")
        #expect(last.status == 0, "seed \(seed): \(last.messages)")
        #expect(receiver.counts.count == tests, "seed \(seed)")
        #expect(try aloud("peers", "list").output.contains("0 waiting, 0 set aside"))
        #expect(try aloud("records", "verify").status == 0, "seed \(seed)")
    }
}
