internal import Foundation
package import Grammar
package import PhoneticMapping

/// Two sentences with different meanings, and how easily one is heard as the other.
package struct SoundAlike: Sendable {
    /// The sentence that is said, and the one that is heard in its place.
    package let said: String
    package let heard: String
    /// Their meanings: letters, "?" or names of commands; "talk" for what is left out.
    package let saidMeaning: String
    package let heardMeaning: String
    /// The probability of the heard phones when the other sentence was said, relative to the phones
    /// that were said: 1 if they sound the same.
    package let likeness: Double
}

/// Finds sentences that sound alike, by the measured confusions of phones, before anybody says them.
package struct SoundAlikes {
    private let dictionary: PronunciationDictionary
    private let confusions: PhoneConfusions
    private let meaning: (String) -> String

    /// - Parameters:
    ///   - meaning: gives the meaning of a sentence.
    package init(
        dictionary: PronunciationDictionary, confusions: PhoneConfusions,
        meaning: @escaping (String) -> String
    ) {
        self.dictionary = dictionary
        self.confusions = confusions
        self.meaning = meaning
    }

    /// The pairs of sentences with different meanings that sound most alike, the likest first; each
    /// pair in its likelier direction.
    ///
    /// - Parameters:
    ///   - sentences: as words.
    ///   - least: the least likeness.
    package func pairs(among sentences: [[String]], least: Double) -> [SoundAlike] {
        let known = sentences.compactMap { words -> Spoken? in
            let ways = pronunciations(of: words)
            let text = words.joined(separator: " ")
            return ways.isEmpty ? nil : Spoken(text: text, meaning: meaning(text), ways: ways)
        }
        var found: [SoundAlike] = []
        for (index, first) in known.enumerated() {
            for second in known.dropFirst(index + 1) where first.meaning != second.meaning {
                let there = likeness(said: first, heard: second)
                let back = likeness(said: second, heard: first)
                let (said, heard) = there >= back ? (first, second) : (second, first)
                let most = max(there, back)
                guard most >= least else { continue }
                found.append(
                    SoundAlike(
                        said: said.text, heard: heard.text, saidMeaning: said.meaning,
                        heardMeaning: heard.meaning, likeness: most))
            }
        }
        return found.sorted { ($1.likeness, $0.said, $0.heard) < ($0.likeness, $1.said, $1.heard) }
    }

    private struct Spoken {
        var text: String
        var meaning: String
        var ways: [Pronunciation]
    }

    private func likeness(said: Spoken, heard: Spoken) -> Double {
        var most = 0.0
        for way in said.ways {
            let own = confusions.cost(said: way, heard: way)
            for other in heard.ways
            where abs(other.phones.count - way.phones.count) <= Self.mostLonger {
                most = max(most, exp(own - confusions.cost(said: way, heard: other)))
            }
        }
        return min(most, 1)
    }

    /// Sentences that differ by more phones than this do not sound alike.
    private static let mostLonger = 3
    /// Pronunciations of a sentence that are tried.
    private static let mostWays = 2

    private func pronunciations(of words: [String]) -> [Pronunciation] {
        var ways: [[Phone]] = [[]]
        for word in words {
            let own = dictionary.pronunciations(of: word).map {
                $0.compactMap(Phone.init(rawValue:))
            }
            ways = Array(ways.flatMap { way in own.map { way + $0 } }.prefix(Self.mostWays))
        }
        return ways.filter { !$0.isEmpty }.map(Pronunciation.init)
    }
}
