import Acuity
import Foundation
import Sealing
import Testing
import Trials

/// The file of a protocol, its signatures and its faults.
@Suite("A protocol", .timeLimit(.minutes(1)))
struct ProtocolFileTests {
    private let rules = TrialProtocol.template(of: "XYZ-301", seed: 42, software: "0.1.0")

    /// A key in a file of its own, which goes with the call.
    private func key() throws -> SigningKey {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = try SigningKey(at: path)
        #expect(key.isNew && KeySignature.isKey(key.publicKey))
        #expect(try SigningKey(at: path).publicKey == key.publicKey)
        return key
    }

    private func signed() throws -> ProtocolFile {
        var file = ProtocolFile(rules)
        file.sign(as: "A. Example", "sponsor", with: try key(), at: "2026-11-29T10:00:00Z")
        return file
    }

    @Test("the template is valid, and its file reads back") func template() throws {
        #expect(rules.faults.isEmpty)
        let file = try signed()
        #expect(try ProtocolFile(Array(file.text.utf8)) == file)
        // Spaces and the order of members do not matter.
        let compact = file.text.replacing("\n", with: " ").replacing("  ", with: " ")
        #expect(try ProtocolFile(Array(compact.utf8)).digest == file.digest)
    }

    @Test(
        "a change of the protocol, the signer or the key is found",
        arguments: [
            ("\"distance\" : 3", "\"distance\" : 4"), ("\"masked\" : true", "\"masked\" : false"),
            ("A. Example", "B. Example"), ("sponsor", "site"), ("T10:00", "T11:00"),
        ])
    func forged(_ from: String, _ to: String) throws {
        let text = try signed().text
        try #require(text.contains(from))
        #expect(throws: ProtocolFault.self) {
            try ProtocolFile(Array(text.replacing(from, with: to).utf8))
        }
        let other = try signed()
        let file = try signed()
        let swapped = text.replacing(
            try #require(file.signatures.first?.key), with: try #require(other.keys.first))
        #expect(swapped == text || (try? ProtocolFile(Array(swapped.utf8))) == nil)
    }

    @Test("a signature of one protocol does not fit another") func copied() throws {
        let file = try signed()
        var other = rules
        other.letterSeed += 1
        let text = file.text.replacing(
            "\"letterSeed\" : 42", with: "\"letterSeed\" : \(other.letterSeed)")
        #expect(text != file.text)
        #expect(throws: ProtocolFault.wrongSignature("A. Example")) {
            try ProtocolFile(Array(text.utf8))
        }
    }

    @Test("an unknown member is named") func unknownMember() throws {
        let text = ProtocolFile(rules).text
            .replacing("\"masked\" :", with: "\"maskedd\" : true, \"masked\" :")
        #expect(throws: ProtocolFault.unknownMember("maskedd")) {
            try ProtocolFile(Array(text.utf8))
        }
        #expect(throws: ProtocolFault.notJSON) { try ProtocolFile(Array("{".utf8)) }
        #expect(throws: ProtocolFault.tooLong) {
            try ProtocolFile([UInt8](repeating: 32, count: 1 << 20))
        }
    }

    @Test("each fault is named")
    func faults() {
        func fault(_ change: (inout TrialProtocol) -> Void) -> String {
            var rules = rules
            change(&rules)
            return rules.faults.joined(separator: " ")
        }
        #expect(fault { $0.study = "" }.contains("'study'"))
        #expect(fault { $0.procedure = "guess" }.contains("'procedure'"))
        #expect(fault { $0.chart = "1" }.contains("etdrs"))
        #expect(fault { $0.distance = 40 }.contains("'distance'"))
        #expect(fault { $0.corrections = ["monocle"] }.contains("'corrections'"))
        #expect(fault { $0.visits = [] }.contains("'visits'"))
        #expect(fault { $0.visits.append($0.visits[0]) }.contains("'visits'"))
        #expect(fault { $0.randomisation = nil }.contains("'randomisation'"))
        let uneven = TrialProtocol.Randomisation(seed: 1, block: 3)
        #expect(fault { $0.randomisation = uneven }.contains("'block'"))
        #expect(fault { $0.deviations = ["late": .record] }.contains("'late'"))
        #expect(fault { $0.deviations = ["override": .refuse] }.contains("cannot refuse"))
    }
}
