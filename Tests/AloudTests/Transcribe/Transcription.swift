import FliteVoice
import Foundation
import TestProgram
import TestSpeech
import Testing

/// The output of `aloud transcribe` for files.
enum Transcription {
    /// Runs the verb, and gives back its objects.
    static func of(_ words: [String], in current: URL? = nil) throws -> (
        run: AloudBinary.Run, objects: [[String: Any]]
    ) {
        let run = try AloudBinary.run(["transcribe"] + words, in: current)
        let objects = try run.output.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        return (run, objects)
    }

    /// The letters, commands (in lower case) and unclear answers (?) of an object.
    static func said(_ object: [String: Any]) throws -> [String] {
        try #require(object["answers"] as? [[String: Any]]).map { answer in
            switch answer["kind"] as? String {
            case "letter": try #require(answer["letter"] as? String)
            case "command": try #require(answer["command"] as? String)
            default: "?"
            }
        }
    }

    /// K, O, S and a pass, which the synthetic voice says clearly.
    static func scene() throws -> Scene {
        try Scene.saying(["K", "O", "S", "I can't see it"], by: FliteVoice(.rms))
    }
}
