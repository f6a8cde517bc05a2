internal import Acuity
internal import Audio
internal import Foundation
internal import Recognition

/// One person's own recordings of every letter of a chart, each cut to its speech.
struct RecordedVoice: Sendable {
    /// The sound kept before and after the speech, seconds: weak consonants are outside the loud
    /// frames.
    private static let margin = 0.05
    /// The length of the fades at the cuts, seconds, so that the cuts do not click.
    private static let fade = 0.01

    let speaker: String
    let set: String
    /// The recordings of each letter, mono at 16,000 Hz; at least one of each.
    let takes: [Letter: [[Float]]]
    /// The mean power of the frames that hold speech.
    let speechPower: Float

    /// The speech of a recording with a little around it; nil if there is none.
    static func cut(_ samples: [Float]) -> [Float]? {
        let frames = SpeechFrames(of: samples).indices
        guard let first = frames.first, let last = frames.last else { return nil }
        let around = Int(margin * Double(speechRate))
        let start = max(0, first * SpeechEnergy.hop - around)
        let end = min(samples.count, (last + 1) * SpeechEnergy.hop + around)
        var cut = Array(samples[start..<end])
        let length = min(Int(fade * Double(speechRate)), cut.count / 2)
        for index in 0..<length {
            let gain = Float(index) / Float(length)
            cut[index] *= gain
            cut[cut.count - 1 - index] *= gain
        }
        return cut
    }

    /// The mean power of the speech in several sounds; nil if all are silent.
    static func speechPower(of sounds: [[Float]]) -> Float? {
        let powers = sounds.compactMap { AddedNoise.speechPower($0) }
        return powers.isEmpty ? nil : powers.reduce(0, +) / Float(powers.count)
    }
}

/// The people of a manifest who can take a spoken test, and those who cannot.
struct RecordedPeople {
    /// The people with a recording of every letter, by name.
    private(set) var voices: [RecordedVoice] = []
    /// The speakers who recorded only some of the letters, by name, with the letters that they
    /// lack.
    private(set) var lacking: [(speaker: String, letters: [Letter])] = []
    /// Recordings that could not be read or hold no speech, in words.
    private(set) var failures: [String] = []

    /// Reads the recordings of single letters.
    ///
    /// - Parameters:
    ///   - rows: the rows of a manifest.
    ///   - letters: the letters that a chart shows. A person must have recorded all of them.
    ///   - open: opens the recording of a row.
    init(
        _ rows: [ReferenceRow], saying letters: [Letter], _ open: (ReferenceRow) -> Recording
    ) {
        let single = rows.filter { row in
            row.transcript.count == 1 && row.letters.count == 1
                && letters.contains(row.letters[0])
        }
        let people = Dictionary(grouping: single, by: \.speaker).sorted { $0.key < $1.key }
        for (speaker, rows) in people {
            var takes: [Letter: [[Float]]] = [:]
            // Recordings of a speaker who lacks a letter anyway are not read.
            let recorded = Set(rows.flatMap(\.letters))
            if letters.allSatisfy(recorded.contains) {
                for row in rows { read(row, into: &takes, open) }
            } else {
                for row in rows { takes[row.letters[0]] = [] }
            }
            let lacks = letters.filter { takes[$0] == nil }
            let sounds = letters.compactMap { takes[$0] }.flatMap { $0 }
            if lacks.isEmpty, let power = RecordedVoice.speechPower(of: sounds) {
                voices.append(
                    RecordedVoice(
                        speaker: speaker, set: rows[0].set, takes: takes, speechPower: power))
            } else {
                lacking.append((speaker, lacks))
            }
        }
    }

    private mutating func read(
        _ row: ReferenceRow, into takes: inout [Letter: [[Float]]],
        _ open: (ReferenceRow) -> Recording
    ) {
        do {
            let samples = try open(row).readWhole()
            if let cut = RecordedVoice.cut(samples) {
                takes[row.letters[0], default: []].append(cut)
            } else {
                failures.append("\(row.path): there is no speech in it.")
            }
        } catch {
            failures.append(String(describing: error))
        }
    }
}

/// A manifest in which nobody has recorded all letters of a chart.
struct NobodyToTest: Error, CustomStringConvertible {
    var path: String
    var set: String?
    /// The person with most of the letters, and the missing ones; nil if nobody recorded any.
    var nearest: (speaker: String, letters: [Letter])?

    var description: String {
        let advice =
            nearest.map { "'\($0.speaker)' lacks \($0.letters.commaText)." } ?? "Check '--set'."
        return "Nobody in '\(path)'" + (set.map { ", set '\($0)'," } ?? "")
            + " has recorded all ten letters of the chart, each alone in a recording. " + advice
    }
}

extension [Letter] {
    /// "C, D and H" without the "and": "C, D, H".
    var commaText: String { map(\.description).joined(separator: ", ") }
}

/// The difference of one utterance of a letter from its recording: nobody says a letter twice
/// alike.
///
/// Speed and pitch change together, as with a tape that runs faster.
struct LetterVariation: Sendable, Equatable {
    /// The standard deviation of the speed, and its maximum distance from 1.
    private static let speedSpread = 0.03
    private static let mostSpeed = 0.07
    /// The loudness against the recording, dB.
    static let decibels = -6.0...3.0
    /// Maximum amplitude of an utterance, as a share of full scale, so that it does not clip.
    static let loudest: Float = 0.98

    /// The factor of speed and pitch: 1.05 is 5 % faster and higher.
    let speed: Double
    /// The factor of the amplitude.
    let gain: Float

    /// A variation that a generator draws.
    init(using generator: inout some RandomNumberGenerator) {
        let deviation = Self.speedSpread * generator.standardNormal()
        speed = 1 + min(max(deviation, -Self.mostSpeed), Self.mostSpeed)
        let range = Self.decibels
        let drawn = range.lowerBound + generator.fraction() * (range.upperBound - range.lowerBound)
        gain = Float(pow(10, drawn / 20))
    }

    init(speed: Double, gain: Float) {
        self.speed = speed
        self.gain = gain
    }

    /// The recording, varied.
    ///
    /// - Parameter makeResampler: makes the resampler that changes the speed.
    /// - Throws: an error of the resampler.
    func applied(to sound: [Float], by makeResampler: ResamplerFactory) throws -> [Float] {
        let varied = try resampled(sound, by: makeResampler)
        let peak = varied.reduce(0) { max($0, abs($1)) }
        let gain = min(self.gain, peak > 0 ? Self.loudest / peak : 1)
        return varied.map { $0 * gain }
    }

    /// The sound at another speed. Frequencies that a higher speed would alias are filtered out.
    private func resampled(_ sound: [Float], by makeResampler: ResamplerFactory) throws -> [Float] {
        guard speed != 1, !sound.isEmpty else { return sound }
        let rate = Int((Double(speechRate) * speed).rounded())
        let resampler = try makeResampler(rate, speechRate)
        return try resampler.process(sound) + resampler.finish()
    }
}

/// The timing of a person's speech: the time before the first letter, and between two letters.
struct ReadingRhythm {
    /// The time from an optotype or a request to the first letter, median and limits, seconds.
    private static let reaction = (median: 1.0, spread: 0.25, limits: 0.6...2.5)
    /// The time between two letters, median and limits, seconds.
    private static let pause = (median: 0.6, spread: 0.35, limits: 0.2...2.0)

    /// The quiet before the first letter, seconds.
    static func reaction(using generator: inout some RandomNumberGenerator) -> Double {
        logNormal(reaction, using: &generator)
    }

    /// The quiet between two letters, seconds.
    static func pause(using generator: inout some RandomNumberGenerator) -> Double {
        logNormal(pause, using: &generator)
    }

    private static func logNormal(
        _ times: (median: Double, spread: Double, limits: ClosedRange<Double>),
        using generator: inout some RandomNumberGenerator
    ) -> Double {
        let drawn = times.median * exp(times.spread * generator.standardNormal())
        return min(max(drawn, times.limits.lowerBound), times.limits.upperBound)
    }
}
