import Acuity
import Foundation
import Grammar
import Recognition
import TestSpeech

@testable import SphinxRecognizer

/// Scores as a net would give them, made up.
enum TokenSounds {
    static let phones = """
        aa ae ah ao aw ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v \
        w y z zh
        """.split(separator: " ").map(String.init)
    static let tokens = ["-"] + Letter.allCases.map { String($0.rawValue) } + phones

    /// Frames in which one token each is nearly certain: "- D - ey". All others have about one in
    /// a million.
    static func peaks(_ text: String, noise seed: UInt64 = 1) -> TokenFrames {
        var noise = SeededNoise(seed: seed)
        let rows = text.split(separator: " ").map { peak in
            tokens.map { $0 == peak ? 0 : Float.random(in: -15 ... -13, using: &noise) }
        }
        return normalised(rows)
    }

    /// Tokens one after the other, a frame or two each, with up to `blanks` blanks after each. Now
    /// and then a frame has another likely token.
    static func spoken(
        _ said: [String], blanks: Int, frames: Int, seed: UInt64, spurious: Double = 0.1
    ) -> TokenFrames {
        var noise = SeededNoise(seed: seed)
        var peaks = [String](repeating: "-", count: Int.random(in: 0...blanks, using: &noise))
        for token in said {
            for _ in 0...Int.random(in: 0...1, using: &noise) { peaks.append(token) }
            let pause = Int.random(in: 0...blanks, using: &noise)
            peaks += [String](repeating: "-", count: pause)
        }
        peaks += [String](repeating: "-", count: max(0, frames - peaks.count))
        let rows = peaks.map { peak in
            var row = tokens.map { $0 == peak ? 0 : Float.random(in: -15 ... -9, using: &noise) }
            if Double.random(in: 0..<1, using: &noise) < spurious {
                row[Int.random(in: 0..<tokens.count, using: &noise)] = .random(
                    in: -3...0, using: &noise)
            }
            return row
        }
        return normalised(rows)
    }

    /// Random scores within `width` nats.
    static func random(frames: Int, width: Float, seed: UInt64) -> TokenFrames {
        var noise = SeededNoise(seed: seed)
        return normalised(
            (0..<frames).map { _ in tokens.map { _ in .random(in: -width...0, using: &noise) } })
    }

    private static func normalised(_ rows: [[Float]]) -> TokenFrames {
        let values = rows.flatMap { row in
            let sum = log(row.reduce(0) { $0 + exp($1) })
            return row.map { $0 - sum }
        }
        return TokenFrames(tokens: tokens, values: values)
    }

    /// The letters that the words of letters.dict name.
    static let letters: [String: Letter] = {
        let words = """
            ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee \
            double-u ex why zee
            """.split(separator: " ").map(String.init)
        return Dictionary(uniqueKeysWithValues: zip(words, Letter.allCases))
            .merging(["zed": .z]) { $1 }
    }()

    /// A grammar of the given rules, all of which but the public one are asked for as they are.
    static func grammar(_ rules: String, _ dictionary: String) throws -> ListeningGrammar {
        try ListeningGrammar(
            bytes: Array("#JSGF V1.0;\ngrammar test;\n\(rules)\n".utf8), file: "test.gram",
            dictionary: PronunciationDictionary.load(
                bytes: Array(dictionary.utf8), file: "test.dict"))
    }

    /// One of the shipped grammars.
    static func shipped(_ name: String) throws -> ListeningGrammar {
        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(Checkout.grammars)/\(file)")))
        }
        return try ListeningGrammar(
            bytes: bytes(name + ".gram"), file: "\(Checkout.grammars)/\(name).gram",
            dictionary: PronunciationDictionary.load(
                bytes: bytes("letters.dict"), file: "letters.dict"))
    }

    static let model = Checkout.root.appending(path: "models/ear-search").path()

    /// A search of a grammar, with its beams or without any.
    static func search(
        _ grammar: ListeningGrammar, costs: [String: Double] = [:], followsAll: Bool = false
    ) throws -> TokenSearch {
        try TokenSearch(model: model, grammar: grammar, letters: letters, costs: costs) {
            followsAll ? nil : TokenSearch.beam($0)
        }
    }
}
