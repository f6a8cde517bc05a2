import Audio
import FliteVoice
import Listening
import Platform
import Recognition
import TestSpeech
import TestTraits
import Testing

/// Pieces of sound that do not reach the hearing: lost ones, and those in which the program spoke.
@Suite("Gaps in the sound of aloud listen", .listening)
struct ListenGapTests {
    private func heard(_ script: [CaptureEvent]) throws -> [String] {
        var heard: [String] = []
        let listener = ContinuousListener(
            ScriptedMicrophone(script), listener: try RealHearing.listener(),
            settings: .init(letters: .etdrs), control: ControlQueue(), now: { 0 },
            report: { event in
                guard case .answer = event else { return }
                let found = event.jsonText.firstMatch(of: #/"letter":"(\w)"/#)
                heard.append(found.map { String($0.1) } ?? "unclear")
            })
        try listener.run(until: StopRequest())
        return heard
    }

    /// A letter in a room, and where in its samples its middle lies.
    private func letter(_ text: String) throws -> (sound: [Float], middle: Int) {
        let scene = try Scene.saying([text], by: FliteVoice(.rms), before: 0.8, after: 0.6)
        let place = scene.places[0]
        return (
            scene.inRoom(), Int((place.lowerBound + place.upperBound) / 2 * Double(speechRate))
        )
    }

    @Test(
        "a letter whose start is missing is unclear, and the next one is heard",
        arguments: [CaptureEvent.unheard, .overrun(count: 1), .dropped(seconds: 0.2), .returned])
    func start(gap: CaptureEvent) throws {
        let (sound, middle) = try letter("O")
        let script: [CaptureEvent] =
            [gap] + .sound(sound.dropFirst(middle - 1_600)) + .sound(try letter("K").sound)
        #expect(try heard(script) == ["unclear", "K"])
    }

    @Test(
        "a gap between letters changes neither",
        arguments: [CaptureEvent.unheard, .overrun(count: 1)])
    func between(gap: CaptureEvent) throws {
        let script: [CaptureEvent] =
            .sound(try letter("O").sound) + [gap] + .sound(try letter("K").sound)
        #expect(try heard(script) == ["O", "K"])
    }
}
