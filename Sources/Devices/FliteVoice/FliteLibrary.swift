internal import CFlite
internal import Glibc
package import PhoneticMapping
internal import Synchronization

/// The one owner of everything flite keeps for the whole process.
///
/// flite sets up its lexicon and its voices in global variables without a lock (flite.h: "not
/// thread-safe"). So all of its pointers live in this one state, which is reached only inside
/// `flite.withLock`: at most one thread is in flite at a time, whichever voice it uses. flite has
/// no way to give its lexicon and voices back; they are made once and live as long
/// as the process.
struct FliteLibrary {
    private var lexicon: UnsafeMutablePointer<cst_lexicon>?
    private var voices: [FliteVoice.Name: UnsafeMutablePointer<cst_voice>] = [:]
    private var isReady = false

    /// The function that makes a voice. Its argument is the voice's folder; these voices have none.
    private typealias Registering =
        @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<cst_voice>?

    /// The lexicon with its letter-to-sound rules; nil if flite could not make it.
    fileprivate mutating func lexiconOfCMU() -> UnsafeMutablePointer<cst_lexicon>? {
        prepare()
        if lexicon == nil { lexicon = cmu_lex_init() }
        return lexicon
    }

    /// A voice; nil if its library is missing, or flite could not make it.
    ///
    /// The library is loaded only now, because all four would take some 4 MB in a program that
    /// never speaks.
    mutating func voice(_ name: FliteVoice.Name) -> UnsafeMutablePointer<cst_voice>? {
        prepare()
        if let voice = voices[name] { return voice }
        guard let library = dlopen("libflite_cmu_us_\(name.rawValue).so.1", RTLD_NOW),
            let entry = dlsym(library, "register_cmu_us_\(name.rawValue)")
        else { return nil }
        // It has the type of every `register_cmu_us_...`, though no header declares it.
        let voice = unsafeBitCast(entry, to: Registering.self)(nil)
        voices[name] = voice
        return voice
    }

    private mutating func prepare() {
        guard !isReady else { return }
        _ = flite_init()
        isReady = true
    }
}

/// The library's state under its lock: all use of flite goes through here.
let flite = Mutex(FliteLibrary())

/// The pronunciation of words by flite: the CMU lexicon compiled into it, and for every other
/// word its letter-to-sound rules. May be used from any thread; calls wait for one another.
///
/// The corresponding C function is `lex_lookup`.
package struct FlitePronouncer: Pronouncing {
    /// Longer "words" are not speech, and the rules would be slow on them.
    private static let longestWord = 40

    /// All pronouncers share one library.
    package init() {}

    package func pronunciation(of word: String) -> Pronunciation? {
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

    /// The ARPAbet phone of a name of flite's: the stress digit is dropped, and only schwa has
    /// another name: AH in the dictionary.
    private static func phone(named name: String) -> Phone? {
        let bare = name.uppercased().filter(\.isLetter)
        return bare == "AX" ? .ah : Phone(rawValue: bare)
    }
}
