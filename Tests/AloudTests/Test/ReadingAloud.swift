import Acuity
import Audio
import FliteVoice
import Foundation
import TestSpeech

/// The sound of a person who reads a chart aloud, letter by letter, in a quiet room.
struct ReadingAloud {
    /// Between two letters of a line, seconds.
    static let betweenLetters = 0.5
    /// After a line, seconds: the test waits a second for a correction before it shows the next.
    static let afterLine = 2.0

    private var scene = Scene()
    private let voice = FliteVoice(.rms)

    init() { scene.pause(0.8) }

    /// A person who reads lines from the first on and sees nothing of the next.
    init(_ lines: some Collection<some Collection<Letter>>) throws {
        self.init()
        for line in lines { try read(line) }
        try say("I can't see any")
    }

    /// Mono at 16,000 Hz.
    var samples: [Float] { scene.inRoom() }

    /// As a program pipes it: signed 16 bits, little-endian.
    var rawPCM: Data { Data(PCM16.littleEndian(samples)) }

    /// Reads letters, and then says nothing for a while.
    mutating func read(
        _ letters: some Collection<Letter>, then pause: Double = Self.afterLine
    ) throws {
        for letter in letters { try say(Self.name(of: letter), Self.betweenLetters) }
        scene.pause(max(0, pause - Self.betweenLetters))
    }

    /// How it says a letter. "Zee" is too near to "see" for the recogniser, from a synthesiser.
    static func name(of letter: Letter) -> String {
        letter == .z ? "zed" : FliteVoice.spelling(of: letter)
    }

    /// Says something, and then nothing for a while.
    mutating func say(_ text: String, _ pause: Double = Self.afterLine) throws {
        try scene.say(text, by: voice)
        scene.pause(pause)
    }

}

/// A chart's lines from one on.
func chart(_ name: ChartName, seed: UInt64 = 0, from line: Int, count: Int) -> [[Letter]] {
    Chart(name, seed: seed).lines[(line - 1)..<(line - 1 + count)].map(\.letters)
}
