internal import Acuity
internal import Audio
internal import Dialogue
internal import FliteVoice
internal import TestSpeech

/// A person who says what an observer sees. The sound is made on demand, and its length is the
/// clock of the test.
final class SpeakingReader: TestObserver, AudioSource {
    private var eyes: SimulatedObserver
    private let voice: FliteVoice
    private var noise: SeededNoise
    private var seen: [Response] = []
    private var speech: ArraySlice<Float> = []
    /// The sound of each word, said once.
    private var sounds: [String: [Float]] = [:]
    /// How often something was said.
    private(set) var said = 0

    private static let piece = speechRate / 50
    private static let pause = [Float](repeating: 0, count: speechRate / 2)

    init(_ eyes: SimulatedObserver, voice: FliteVoice, seed: UInt64) {
        self.eyes = eyes
        self.voice = voice
        noise = SeededNoise(seed: seed)
    }

    func observe(_ event: TestEvent) throws {
        switch event {
        case .present(let shown):
            seen = eyes.read(shown)
            try say(Array(seen.indices))
        case .askAgain(_, let positions, _, _): try say(positions)
        case .pause: try say("go on")
        default: break
        }
    }

    func read() -> AudioChunk? {
        let piece = speech.prefix(Self.piece)
        speech = speech.dropFirst(Self.piece)
        let silence = [Float](repeating: 0, count: Self.piece - piece.count)
        let room = noise.white(rms: Scene.quietRoom, count: Self.piece)
        return AudioChunk(samples: zip(piece + silence, room).map(+), sampleRate: speechRate)
    }

    private func say(_ positions: [Int]) throws {
        speech = []
        for position in positions {
            switch seen[position] {
            case .named(let letter):
                try say(letter == .z ? "zed" : FliteVoice.spelling(of: letter))
            case .missed: try say("I can't see it")
            }
        }
    }

    private func say(_ words: String) throws {
        if sounds[words] == nil {
            var scene = Scene()
            try scene.say(words, by: voice)
            sounds[words] = scene.samples
        }
        speech += Self.pause + (sounds[words] ?? [])
        said += 1
    }
}
