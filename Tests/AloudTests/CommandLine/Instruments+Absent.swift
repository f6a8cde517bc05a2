import Audio
import Exam
import FliteVoice
import Recognition

/// For tests of verbs that need no real part: asking for one is an error.
struct PartNotForThisTest: Error {}

/// A loudspeaker that is not there.
private final class NoLoudspeaker: Loudspeaker {
    func play(_ samples: [Float], while goesOn: () -> Bool) throws { throw PartNotForThisTest() }
}

extension Instruments {
    static let absent = Instruments(
        microphone: { _, _ in throw PartNotForThisTest() }, devices: { [] },
        adviceForNoDevice: { "" }, recording: { _, _ in throw PartNotForThisTest() },
        resampler: { _, _ in throw PartNotForThisTest() }, recordingSeconds: { _ in nil },
        engines: ListenerFactory.Engines(
            encoder: { _ in throw PartNotForThisTest() },
            search: { _, _, _ in throw PartNotForThisTest() }),
        pronouncer: FlitePronouncer(), virtualMicrophone: { throw PartNotForThisTest() },
        voice: { _ in FliteVoice() }, loudspeaker: { _ in NoLoudspeaker() },
        eyeNets: { [] }, webServer: { _, _ in throw PartNotForThisTest() })
}
