import Acuity
import Audio
import Dialogue
import FliteVoice
import TestSpeech

/// A patient of known acuity who sees what is shown and says it aloud into a noisy room; the room
/// is what the test listens to. The two are joined by sound alone.
final class SpeakingPatient: TestObserver, AudioSource {
    private var eyes: SimulatedObserver
    private let voice: FliteVoice
    private let inOneBreath: Bool
    private var noise: SeededNoise
    private var seen: [Response] = []
    private var speech: ArraySlice<Float> = []
    /// The responses that the patient meant to give, line by line.
    private(set) var meant: [[Response]] = []
    /// Seconds of sound so far.
    private(set) var seconds = 0.0

    init(threshold: Double, voice: FliteVoice, inOneBreath: Bool, seed: UInt64) {
        eyes = SimulatedObserver(threshold: LogMAR(threshold), givesUpBelow: 0.001, seed: seed)
        self.voice = voice
        self.inOneBreath = inOneBreath
        noise = SeededNoise(seed: seed)
    }

    func observe(_ event: TestEvent) throws {
        switch event {
        case .present(let shown):
            seen = eyes.read(shown)
            meant.append(seen)
            try say(Array(seen.indices), together: inOneBreath)
        // Asked again, people say it letter by letter.
        case .askAgain(_, let positions, _, _): try say(positions, together: false)
        default: break
        }
    }

    func read() -> AudioChunk? {
        // A test that never ends must not hang the tests.
        guard seconds < 600 else { return nil }
        let piece = speech.prefix(320)
        speech = speech.dropFirst(320)
        seconds += 0.02
        let silence = [Float](repeating: 0, count: 320 - piece.count)
        let room = noise.white(rms: Scene.quietRoom, count: 320)
        return AudioChunk(samples: zip(piece + silence, room).map(+), sampleRate: speechRate)
    }

    private func say(_ positions: [Int], together: Bool) throws {
        let words = positions.map { position in
            switch seen[position] {
            // The pronunciations of the voice that are understood best.
            case .named(.z): "zed"
            case .named(let letter): FliteVoice.spelling(of: letter)
            case .missed: "I can't see it"
            }
        }
        let texts = together ? [words.joined(separator: ", ")] : words
        speech += try Scene.saying(texts, by: voice, pause: 0.5, before: 0.5, after: 0.1).samples
    }
}
