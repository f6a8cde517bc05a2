internal import CSphinxLog
internal import Foundation
internal import Recognition

/// The phones of PocketSphinx's model folder, each of which represents a token of a net.
///
/// Each is a hidden Markov model of two states: its token, then a blank that may be left out. So it
/// lasts one frame or more, and the net's scores decide the cost of blanks between the phones of a
/// word. The script training/ear/sphinx_model.py writes the folder.
struct TokenModel {
    /// The phone of the blank token.
    static let silence = "SIL"
    /// The phone for whatever the grammar has no words for.
    static let talk = "TALK"
    /// States of a phone.
    static let states = 2
    /// The cost of each step from a state, to the next frame or out, in PocketSphinx's unit: a
    /// probability of 1/3 in the folder's transitions.
    static let step = 10
    /// The cost of a step from the second state, which has two steps with a probability of 1/2
    /// each.
    fileprivate static let stepFromBlank = 6

    /// The phones in the order of their senones: phone n has the senones 2 n and 2 n + 1.
    let phones: [String]

    /// Reads the names of the phones in a folder's model definition.
    init(folder: String) throws(SphinxError) {
        let path = folder + "/mdef"
        guard let definition = try? Data(contentsOf: URL(filePath: path)) else {
            throw .noModel(path: folder)
        }
        guard let phones = Self.phones(in: Array(definition)), phones.contains(Self.silence),
            phones.contains(Self.talk)
        else {
            throw .modelFile(path: path, reason: "it is not a model of tokens with two states")
        }
        self.phones = phones
    }

    /// The names of the phones in a model definition.
    ///
    /// - Returns: nil unless it is the definition of these phones to the byte. PocketSphinx takes the
    ///   places in it as they are, so a wrong one ends the program.
    private static func phones(in bytes: [UInt8]) -> [String]? {
        /// The places of the number of phones and of their names.
        let (number, names) = (12, 52)
        guard bytes.count > names else { return nil }
        let count = Int(bytes[number]) | Int(bytes[number + 1]) << 8
        let phones = bytes[names...].split(
            separator: 0, maxSplits: count, omittingEmptySubsequences: false
        ).prefix(count).map { String(decoding: $0, as: UTF8.self) }
        return bytes == definition(of: phones) ? phones : nil
    }

    /// The model definition of phones in PocketSphinx's binary form (bin_mdef.h), as
    /// training/ear/sphinx_model.py writes it.
    private static func definition(of phones: [String]) -> [UInt8] {
        /// In a word: within, begin, end, single.
        let positions = 4
        let (count, senones) = (phones.count, phones.count * states)
        var bytes = Array("BMDF".utf8)
        func add(_ numbers: [Int], width: Int = 4) {
            for number in numbers {
                bytes += (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
        }
        // The version, and the length of a description, which it lacks.
        add([1, 0])
        let place = phones.firstIndex(of: silence) ?? 0
        add([count, count, states, senones, senones, 1, count, 3, positions, place])
        for phone in phones { bytes += Array(phone.utf8) + [0] }
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
        for position in 0..<positions { add([position, -1]) }
        for (place, phone) in phones.enumerated() {
            add([place, 0, phone == silence || phone == talk ? 1 : 0])
        }
        add([senones])
        add(Array(0..<senones), width: 2)
        return bytes
    }

    /// The phone of a token. Letters get names that differ from any phone's in either case.
    static func phone(for token: String) -> String {
        token.first?.isUppercase == true ? "L_" + token : token
    }
}

/// The scores of the states of a `TokenModel` for a stretch of sound, as PocketSphinx reads them.
struct TokenScores {
    /// PocketSphinx's units in a nat. Scores given to it have no unit of their own; word costs and
    /// beam widths use the same unit. Scores are whole numbers up to 32,767: 512 nats.
    static let unitsPerNat = 64.0

    let frames: Int
    /// The number of scores in a frame.
    private let width: Int
    /// The difference of each state from the best token of its frame, frame after frame.
    private let values: [Int16]
    /// The log probabilities of the best token of each frame, added up.
    private let best: Double

    /// - Parameters:
    ///   - tokens: for each phone of the model the place of its token; nil for the phone of talk.
    ///   - talk: the scores of talk.
    init(_ sound: TokenFrames, tokens: [Int?], blank: Int, talk: [Float]) {
        frames = sound.frames
        width = tokens.count * TokenModel.states
        var best = 0.0
        var values: [Int16] = []
        values.reserveCapacity(frames * width)
        var own = [Float](repeating: 0, count: tokens.count)
        for frame in 0..<frames {
            for (phone, token) in tokens.enumerated() {
                own[phone] = token.map { sound[frame, $0] } ?? talk[frame]
            }
            let most = own.max() ?? 0
            best += Double(most)
            func units(_ value: Float) -> Int {
                Int(((most - value) * Float(Self.unitsPerNat)).rounded())
            }
            // Steps from the blank cost less; this addition makes all steps cost the same.
            let levelling = TokenModel.step - TokenModel.stepFromBlank
            let blank = Int16(clamping: units(sound[frame, blank]) + levelling)
            for value in own {
                values.append(Int16(clamping: units(value)))
                values.append(blank)
            }
        }
        self.values = values
        self.best = best
    }

    private init(nothingOf width: Int) {
        frames = 0
        self.width = width
        values = []
        best = 0
    }

    /// No frames, for the same model.
    var nothing: TokenScores { TokenScores(nothingOf: width) }

    /// A path's score in nats, with the costs of its words taken off, from PocketSphinx's units.
    func nats(of score: Int) -> Double {
        best + Double(score + frames * TokenModel.step) / Self.unitsPerNat
    }

    /// Gives the scores to `body` as a file for a decoder, in the format of PocketSphinx's option
    /// `-senlogdir`: a header that ends in "endhdr\n" and a byte order mark, then for each frame
    /// the scores of all states.
    ///
    /// - Returns: nil where there is no memory left for it.
    func withFile<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result? {
        var header = Array("s3\nversion 0.1\nn_sen \(width)\nlogbase 1.0001\nendhdr\n".utf8)
        withUnsafeBytes(of: UInt32(0x1122_3344)) { header += $0 }
        let numbers = (0..<width).map { Int32($0) }
        return header.withUnsafeBytes { header in
            values.withUnsafeBufferPointer { values in
                numbers.withUnsafeBufferPointer { numbers in
                    guard
                        let file = aloud_sphinx_scores(
                            header.baseAddress, header.count, values.baseAddress, frames,
                            numbers.baseAddress, width, width)
                    else { return nil }
                    defer { fclose(file) }
                    return body(file)
                }
            }
        }
    }
}

/// A failure of PocketSphinx, with the reason from its log.
package enum SphinxError: Error, Equatable, CustomStringConvertible {
    /// The folder has no model.
    case noModel(path: String)
    /// The decoder did not start with this model.
    case notStarted(model: String, reason: String)
    /// A file of the model is not valid.
    case modelFile(path: String, reason: String)
    /// A word could not be added to the decoder's dictionary.
    case word(String, reason: String)
    /// A grammar could not be made into a search.
    case grammar(name: String, reason: String)
    /// A stretch of sound could not be decoded.
    case decoding(reason: String)

    package var description: String {
        switch self {
        case .noModel(let path):
            "there is no model for the search at \(path): restore models/ear-search from the release"
        case .notStarted(let model, let reason):
            "PocketSphinx cannot start with \(model): \(reason). Restore models/ear-search from the "
                + "release"
        case .modelFile(let path, let reason):
            "\(path) is damaged: \(reason). Restore models/ear-search from the release"
        case .word(let word, let reason):
            "the search cannot take the word \"\(word)\": \(reason). Check its sounds in "
                + "the dictionary"
        case .grammar(let name, let reason):
            "PocketSphinx cannot take the grammar \(name): \(reason)"
        case .decoding(let reason):
            "PocketSphinx could not decode a stretch of sound: \(reason)"
        }
    }
}
