internal import CFlite
internal import Synchronization

/// The one owner of everything flite keeps for the whole process.
///
/// flite sets up its lexicon and its voices in global variables without a lock (flite.h: "not
/// thread-safe"). So all of its pointers live in this one state, which is reached only inside
/// `flite.withLock`: at most one thread is in flite at a time, whichever voice it uses. flite has
/// no way to give its lexicon and compiled-in voices back; they are made once and live as long
/// as the process.
struct FliteLibrary {
    private var lexicon: UnsafeMutablePointer<cst_lexicon>?
    private var voices: [FliteVoice.Name: UnsafeMutablePointer<cst_voice>] = [:]
    private var isReady = false

    /// The lexicon with its letter-to-sound rules; nil where flite could not make it.
    mutating func lexiconOfCMU() -> UnsafeMutablePointer<cst_lexicon>? {
        prepare()
        if lexicon == nil { lexicon = cmu_lex_init() }
        return lexicon
    }

    /// A compiled-in voice; nil where flite could not make it.
    mutating func voice(_ name: FliteVoice.Name) -> UnsafeMutablePointer<cst_voice>? {
        prepare()
        if let voice = voices[name] { return voice }
        let voice =
            switch name {
            case .slt: register_cmu_us_slt(nil)
            case .awb: register_cmu_us_awb(nil)
            case .rms: register_cmu_us_rms(nil)
            case .kal16: register_cmu_us_kal16(nil)
            }
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
