/// One of the 39 sounds of American English that the CMU Pronouncing Dictionary writes words in
/// (ARPAbet without stress marks, http://www.speech.cs.cmu.edu/cgi-bin/cmudict).
package enum Phone: String, CaseIterable, Sendable, Hashable {
    case aa = "AA"
    case ae = "AE"
    case ah = "AH"
    case ao = "AO"
    case aw = "AW"
    case ay = "AY"
    case b = "B"
    case ch = "CH"
    case d = "D"
    case dh = "DH"
    case eh = "EH"
    case er = "ER"
    case ey = "EY"
    case f = "F"
    case g = "G"
    case hh = "HH"
    case ih = "IH"
    case iy = "IY"
    case jh = "JH"
    case k = "K"
    case l = "L"
    case m = "M"
    case n = "N"
    case ng = "NG"
    case ow = "OW"
    case oy = "OY"
    case p = "P"
    case r = "R"
    case s = "S"
    case sh = "SH"
    case t = "T"
    case th = "TH"
    case uh = "UH"
    case uw = "UW"
    case v = "V"
    case w = "W"
    case y = "Y"
    case z = "Z"
    case zh = "ZH"

    /// Its index in tables with a row for each phone, 0..<39.
    package var index: Int { Self.indices[self, default: 0] }

    /// Every phone has its entry, since the table is made of all cases.
    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

/// The sound of a word: its phones in order.
package struct Pronunciation: Sendable, Hashable {
    /// The phones in the order in which they are said, without stress.
    package var phones: [Phone]

    /// Phones in the order in which they are said.
    package init(_ phones: [Phone]) {
        self.phones = phones
    }

    /// Reads ARPAbet separated by blanks, in either case, with or without stress digits
    /// ("S IY", "s iy1"); nil if there is none or one of them is unknown.
    package init?(_ text: some StringProtocol) {
        var phones: [Phone] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            let name = part.uppercased().filter { !$0.isNumber }
            guard let phone = Phone(rawValue: name) else { return nil }
            phones.append(phone)
        }
        guard !phones.isEmpty else { return nil }
        self.phones = phones
    }
}

extension Pronunciation: CustomStringConvertible {
    /// The phones as the dictionary writes them, such as "S IY".
    package var description: String { phones.map(\.rawValue).joined(separator: " ") }
}

/// The sounds of any word: from the dictionary, or else by letter-to-sound rules.
package struct Pronunciations: Sendable {
    private let dictionary: CMUDictionary
    private let guess: any Pronouncing

    /// A dictionary, and a source for words that it lacks.
    package init(dictionary: CMUDictionary, guess: any Pronouncing) {
        self.dictionary = dictionary
        self.guess = guess
    }

    /// How a word sounds.
    package struct Entry: Sendable, Equatable {
        /// Every way to say it; empty if none is known.
        package var variants: [Pronunciation]
        /// Whether the dictionary has it, so that a person may well have said it.
        package var isKnown: Bool
    }

    /// How a word sounds.
    ///
    /// - Parameter word: in either case, with or without its apostrophe.
    package func entry(for word: String) -> Entry {
        let word = word.lowercased()
        let known = dictionary.pronunciations(of: word)
        if !known.isEmpty { return Entry(variants: known, isKnown: true) }
        return Entry(variants: [guess.pronunciation(of: word)].compactMap(\.self), isKnown: false)
    }
}

/// A source of sounds for words that no dictionary has, such as the letter-to-sound rules of a
/// speech synthesiser.
package protocol Pronouncing: Sendable {
    /// The sound of the word; nil for a word without letters.
    func pronunciation(of word: String) -> Pronunciation?
}
