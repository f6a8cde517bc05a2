internal import CFlite
internal import Glibc
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

    /// What makes a voice: it takes the folder of a voice that has one, and none of these has.
    private typealias Registering =
        @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<cst_voice>?

    /// The lexicon with its letter-to-sound rules; nil where flite could not make it.
    mutating func lexiconOfCMU() -> UnsafeMutablePointer<cst_lexicon>? {
        prepare()
        if lexicon == nil { lexicon = cmu_lex_init() }
        return lexicon
    }

    /// A voice; nil where its library is not there, or flite could not make it.
    ///
    /// Its library is loaded here: all four take some 4 MB in a program that never speaks.
    mutating func voice(_ name: FliteVoice.Name) -> UnsafeMutablePointer<cst_voice>? {
        prepare()
        if let voice = voices[name] { return voice }
        guard let library = dlopen("libflite_cmu_us_\(name.rawValue).so.1", RTLD_NOW),
            let entry = dlsym(library, "register_cmu_us_\(name.rawValue)")
        else { return nil }
        // It has the type of every `register_cmu_us_...`, though no header says so.
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

/// The library's state behind its lock: all use of flite goes through here.
let flite = Mutex(FliteLibrary())
