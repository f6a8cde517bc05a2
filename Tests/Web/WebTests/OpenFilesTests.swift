import Certificates
import Foundation
import Peers
import Platform
import TestPorts
import TestSpeech
import TestTraits
import Testing

/// The real program at its limit of open files.
@Suite("The limit of open files", .listening, .enabled(if: Program(named: "prlimit") != nil))
struct OpenFilesTests {
    /// Sets the limit of a program, or only reads it.
    ///
    /// - Returns: the output of prlimit(1).
    private func limit(of program: AloudProcess, _ words: String...) throws -> String {
        let prlimit = try #require(Program(named: "prlimit"))
        let end = try prlimit.run(["--pid", "\(program.processIdentifier)"] + words, within: 20)
        try #require(end.isSuccess, "\(end.reason)")
        return end.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("once files can be opened again, orders and other programs are taken again")
    func taken() throws {
        let port = try OwnPort.find()
        let served = try Served()
        func aloud(_ words: String...) throws -> Int32 {
            let process = try AloudProcess(
                words, variables: ["ALOUD_RECORDS": served.folder.file("a.db")])
            _ = process.messagesToTheEnd()
            return process.end()
        }
        /// A connection to the port for orders, with bytes whose refusal needs no records.
        func connection() throws -> PeerConnection {
            let connection = try PeerConnection.open(
                host: "127.0.0.1", port: port, tls: nil, within: 60)
            try connection.write(MLLPFrames.frame([0xFF, 0xFE]))
            return connection
        }
        func isAnswered(_ connection: PeerConnection) throws -> Bool {
            String(decoding: try connection.read(), as: UTF8.self).contains("MSA|AR")
        }
        let address = "127.0.0.1:\(port)"
        #expect(
            try aloud("peers", "add", "adt", "hl7-orders", address, "--patient-system", "HOSPITAL")
                == 0)
        var first: PeerConnection?
        for _ in 0..<240 where first == nil {
            first = try? connection()
            if first == nil { Thread.sleep(forTimeInterval: 0.5) }
        }
        #expect(try isAnswered(try #require(first)))
        let usual = try limit(of: served.process, "--nofile", "--output=SOFT", "--noheadings")
        _ = try limit(of: served.process, "--nofile=3:")
        // An accept(2) that waits has its descriptor already: the one after it has none.
        let connections = [try connection(), try connection()]
        _ = try aloud("peers", "list")
        _ = try limit(of: served.process, "--nofile=\(usual):")
        for connection in connections { #expect(try isAnswered(connection)) }
        #expect(try aloud("peers", "list") == 0)
    }
}
