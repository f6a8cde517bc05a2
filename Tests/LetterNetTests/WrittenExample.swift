import Acuity
import Foundation

/// A sound and what PyTorch made of it when the net was written.
struct WrittenExample: Decodable {
    var pcm: String
    var start: Int
    var end: Int
    var letters: [String: Double]
    var words: [String: Double]
    var other: Double
    var letterProbability: Double
    var embedding: [Float]
    /// Of every tenth frame of the sound three times over, of each class of phones.
    var phones: [[Float]]

    /// The checkout.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The net that comes with the project.
    static let model = package.appendingPathComponent("models/letters.net").path

    /// The example beside it.
    static func read() throws -> WrittenExample {
        let file = package.appendingPathComponent("models/letters-example.json")
        return try JSONDecoder().decode(WrittenExample.self, from: Data(contentsOf: file))
    }

    var samples: [Float] {
        let bytes = Array(Data(base64Encoded: pcm) ?? Data())
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32768
        }
    }
}
