import Accounts
import Certificates
import Foundation
import Glibc
import Peers
import Platform
import RecordStore
import TestTraits
import Testing

@Suite("REDCap and folders as peers", .listening, .enabled(if: Program(named: "curl") != nil))
struct WebPeerTests {
    /// A file with the token of a project of REDCap.
    private func secret(in folder: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/token"
        _ = FileManager.default.createFile(
            atPath: file, contents: Data("SECRETTOKEN\n".utf8),
            attributes: [.posixPermissions: 0o600])
        return file
    }

    @Test("REDCap gets the row of the test's own instance, and an empty one after a move")
    func redcap() throws {
        try RecordFolder.with { folder in
            let file = try secret(in: folder)
            let receiver = try WebReceiver { _ in (200, #"{"count": 1}"#) }
            var settings = Peer.Settings()
            settings.secretFile = file
            let peers = try SamplePeers()
            try peers.add("study", .redcap, "http://127.0.0.1:\(receiver.port)/api/", settings)
            try peers.test()
            let id = try peers.test(after: 30)
            #expect(try peers.sending.send().acknowledged == 2)
            func rows() -> [String] {
                let body = receiver.requests.last?.body ?? ""
                let data = body.split(separator: "&").first { $0.hasPrefix("data=") }?.dropFirst(5)
                return (data.map(String.init)?.removingPercentEncoding ?? "")
                    .split(separator: "\r\n").map(String.init)
            }
            #expect(receiver.requests[0].body.contains("token=SECRETTOKEN"))
            #expect(receiver.requests[0].body.contains("overwriteBehavior=overwrite"))
            #expect(rows().count == 2 && rows()[1].hasPrefix("\"1042\",visual_acuity,2,"))
            let other = try peers.store.save(
                Person(key: RecordID(at: SampleClock.start), id: "7"), by: SampleTest.author)
            var test = try #require(try peers.store.test(id))
            test.person = other.key
            _ = try peers.store.amend(test, by: Author("anna", reason: "the wrong person"))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(rows().count == 3)
            #expect(rows()[1].hasPrefix("\"1042\",visual_acuity,2,"))
            #expect(rows()[1].contains("wrong person") && rows()[1].hasSuffix(",0"))
            #expect(rows()[2].hasPrefix("\"7\",visual_acuity,1,"))
            // A test without a person has a record of its own until it is assigned.
            var unnamed = try SampleTest(began: SampleClock.start.adding(minutes: 45))
            try unnamed.keep(in: peers.store)
            #expect(try peers.sending.send().acknowledged == 1)
            let record = "\"\(unnamed.test.id)\",visual_acuity,1,"
            #expect(rows().count == 2 && rows()[1].hasPrefix(record))
            unnamed.test = try #require(try peers.store.test(unnamed.test.id))
            unnamed.test.person = other.key
            _ = try peers.store.amend(unnamed.test, by: Author("anna", reason: "found"))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(rows().count == 3 && rows()[1].hasPrefix(record))
            #expect(rows()[1].contains("without its person") && rows()[1].hasSuffix(",0"))
            #expect(rows()[2].hasPrefix("\"7\",visual_acuity,2,"))
            // REDCap never had the record of a test that is assigned before it is sent.
            let early = try SampleTest(began: SampleClock.start.adding(minutes: 50))
            try early.keep(in: peers.store)
            var assigned = try #require(try peers.store.test(early.test.id))
            assigned.person = other.key
            _ = try peers.store.amend(assigned, by: Author("anna", reason: "found"))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(rows().count == 2 && rows()[1].hasPrefix("\"7\",visual_acuity,3,"))
            // A secret that others can read is not used.
            chmod(file, 0o644)
            try peers.test(after: 60)
            let pass = try peers.sending.send()
            #expect(pass.later == 1)
        }
    }

    @Test("a page instead of REDCap's answer loses no result") func page() throws {
        try RecordFolder.with { folder in
            let file = try secret(in: folder)
            let receiver = try WebReceiver { _ in (200, "<!DOCTYPE html><title>Log In</title>") }
            var settings = Peer.Settings()
            settings.secretFile = file
            let peers = try SamplePeers()
            try peers.add("study", .redcap, "http://127.0.0.1:\(receiver.port)/", settings)
            try peers.test()
            #expect(try peers.sending.send().later == 1)
            let answer = try peers.store.deliveries(DeliveryQuery()).first?.answer
            #expect(answer?.contains("'/api/'") == true)
            let peer = try #require(try peers.store.peers().first)
            #expect(try peer.findings().map(\.works) == [false])
        }
    }

    @Test("a folder gets new files for each version, without patient data in their names")
    func folder() throws {
        try RecordFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let peers = try SamplePeers(number: "P-1042")
            try peers.add("files", .folder, folder + "/missing")
            let id = try peers.test()
            #expect(try peers.sending.send().later == 1)
            try FileManager.default.createDirectory(
                atPath: folder + "/missing", withIntermediateDirectories: true)
            #expect(try peers.sending.send(isForced: true).acknowledged == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/missing")
            #expect(names.contains("acuity-\(id)-1.csv"))
            #expect(names.allSatisfy { !$0.contains("P-1042") && !$0.hasSuffix(".part") })
        }
    }

    @Test(
        "a folder that hangs holds up no other peer, and gets its files once",
        .enabled(if: HungFolder.isPossible, "only root may hold up a folder"))
    func hungFolder() throws {
        try RecordFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let receiver = ResultReceiver()
            let port = try receiver.port
            defer { port.stop() }
            let peers = try SamplePeers()
            try peers.add("files", .folder, folder)
            try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
            let id = try peers.test()
            let peer = try #require(try peers.store.peers().first)
            let test = try #require(try DeliveredTest.read(id, for: "files", in: peers.store))
            let hung = try #require(HungFolder(folder))
            let link = try peer.link(writingWithin: 0.01)
            #expect(link.send(test) == .later("The folder does not answer."))
            // The first write still waits, so another one does not begin.
            let pass = try peers.sending.send()
            #expect(pass.later == 1 && pass.acknowledged == 1)
            hung.end()
            while try peers.sending.send(isForced: true).acknowledged == 0 {
                Thread.sleep(forTimeInterval: 0.01)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.contains("acuity-\(id)-1.csv"))
            #expect(names.allSatisfy { !$0.hasSuffix(".part") })
        }
    }

    @Test("a peer with unusable settings is refused with the remedy") func settings()
        throws
    {
        func peer(_ kind: Peer.Kind, _ address: String) -> Peer {
            Peer(name: "p", kind: kind, address: address, since: SampleClock.start)
        }
        #expect(throws: PeerFault.noPort("p")) { try peer(.dicom, "pacs").check() }
        #expect(throws: PeerFault.missing("p", option: "patient-system")) {
            try peer(.hl7, "h:1").check()
        }
        #expect(throws: PeerFault.missing("p", option: "secret-file")) {
            try peer(.redcap, "https://h/api/").check()
        }
        #expect(throws: PeerFault.notEncrypted("p")) {
            try peer(.redcap, "http://h.example/api/").check()
        }
        #expect(throws: PeerFault.noFolder("p")) { try peer(.folder, "relative").check() }
        try peer(.folder, "/tmp").check()
        let file = "It is a file, or is below one: name a folder."
        for (path, reason) in [
            ("/etc/passwd", file), ("/etc/passwd/results", file),
            ("/none/results", "There is no such folder: make it."),
        ] {
            #expect(throws: PeerFault.folder("p", reason: reason), "\(path)") {
                try peer(.folder, path).check()
            }
        }
        #expect(throws: PeerFault.missing("p", option: "user")) {
            try peer(.sftp, "sftp://h/in").check()
        }
    }
}
