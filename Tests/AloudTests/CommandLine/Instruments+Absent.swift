import AloudCommands
import FliteVoice

/// For tests of verbs that need no real part: asking for one is an error.
struct PartNotForThisTest: Error {}

extension Instruments {
    static let absent = Instruments(
        microphone: { _ in throw PartNotForThisTest() }, devices: { [] },
        adviceForNoDevice: { "" }, recording: { _ in throw PartNotForThisTest() },
        recognizer: { _, _ in throw PartNotForThisTest() }, usualModel: "",
        pronouncer: FlitePronouncer(), virtualMicrophone: { throw PartNotForThisTest() },
        voice: { _ in FliteVoice() }, webServer: { _, _ in throw PartNotForThisTest() })
}
