internal import Acuity
internal import Foundation

/// What is read of an evaluation. Fields that are not needed may be anything.
///
/// `notSeen` is not needed: the model of hearing tells which letter was said by which letter was heard,
/// and "can't see it" is none.
struct HearingFileContent: Decodable {
    var right: Count
    var unclear: Count?
    var missed: Count?
    var confusions: Confusions
    var listenedFor: LetterChoice?
    var calibration: Calibration?

    /// A number of letters.
    struct Count: Decodable {
        /// More recordings than these nobody has, and sums of them cannot overflow.
        package static let most = 1_000_000_000

        package let number: Int

        init(from decoder: any Decoder) throws {
            // The decoder's own error for 1.5 does not say where it stands.
            guard let number = try? decoder.singleValueContainer().decode(Int.self),
                0...Self.most ~= number
            else { throw HearingFieldFault(decoder.codingPath) }
            self.number = number
        }
    }

    /// How often a letter that was said was taken for another: "D as V".
    struct Confusions: Decodable {
        let counts: [Letter: [Letter: Int]]

        init(from decoder: any Decoder) throws {
            var counts: [Letter: [Letter: Int]] = [:]
            for (pair, count) in try [String: Count](from: decoder) {
                let words = pair.split(separator: " ")
                guard words.count == 3, words[1] == "as", let said = Letter(name: words[0]),
                    let heard = Letter(name: words[2]), heard != said
                else {
                    throw HearingFieldFault(
                        decoder.codingPath, key: pair, expected: "two letters, such as 'D as V'")
                }
                counts[said, default: [:]][heard, default: 0] += count.number
            }
            self.counts = counts
        }
    }

    /// How sure the hearing was, in ten steps, and how often it was right.
    struct Calibration: Decodable {
        package var bins: [Bin]
    }

    struct Bin: Decodable {
        package let letters: Count
        package let right: Count

        private enum Key: String, CodingKey { case letters, right }

        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            letters = try members.decode(Count.self, forKey: .letters)
            right = try members.decode(Count.self, forKey: .right)
            guard right.number <= letters.number else {
                throw HearingFieldFault(
                    decoder.codingPath, key: Key.right.rawValue,
                    expected: "no more than its 'letters'")
            }
        }
    }

    /// Reads it.
    ///
    /// - Parameter data: a JSON object, as `aloud evaluate --json` prints it.
    static func read(_ data: Data) throws(HearingFieldFault) -> HearingFileContent {
        do {
            return try JSONDecoder().decode(HearingFileContent.self, from: data)
        } catch {
            throw (error as? HearingFieldFault) ?? HearingFieldFault(error)
        }
    }
}

extension Letter {
    /// The letter of a text of one character.
    fileprivate init?(name: Substring) {
        guard name.count == 1, let character = name.first else { return nil }
        self.init(character)
    }
}
