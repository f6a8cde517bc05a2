internal import CFlite
public import PhoneticMapping
internal import Synchronization

/// How words sound according to flite: the CMU lexicon compiled into it, and for every other
/// word its letter-to-sound rules. May be used from any thread; calls wait for one another.
///
/// The corresponding C function is `lex_lookup`.
public struct FlitePronouncer: Pronouncing {
    /// Longer "words" are not speech; the rules would take their time over them.
    private static let longestWord = 40

    /// Any number of them share the one library.
    public init() {}

    public func pronunciation(of word: String) -> Pronunciation? {
        let letters = word.lowercased().filter { $0.isASCII && ($0.isLetter || $0 == "'") }
        guard letters.count <= Self.longestWord, letters.contains(where: \.isLetter) else {
            return nil
        }
        let names = flite.withLock { library in
            library.lexiconOfCMU().map { Self.phoneNames(of: letters, in: $0) } ?? []
        }
        let phones = names.compactMap(Self.phone(named:))
        return phones.isEmpty ? nil : Pronunciation(phones)
    }

    /// flite's own names for the sounds ("ax", "iy1"), copied out of the list that it makes.
    private static func phoneNames(
        of word: String, in lexicon: UnsafeMutablePointer<cst_lexicon>
    ) -> [String] {
        guard let list = lex_lookup(lexicon, word, nil, nil) else { return [] }
        defer { delete_val(list) }
        var names: [String] = []
        var cell: UnsafePointer<cst_val>? = UnsafePointer(list)
        while let here = cell {
            if let name = val_string(val_car(here)) { names.append(String(cString: name)) }
            cell = val_cdr(here)
        }
        return names
    }

    /// The ARPAbet phone of a name of flite's: the stress digit goes, and schwa, which the
    /// dictionary writes as AH, is the only sound that has another name.
    private static func phone(named name: String) -> Phone? {
        let bare = name.uppercased().filter(\.isLetter)
        return bare == "AX" ? .ah : Phone(rawValue: bare)
    }
}
