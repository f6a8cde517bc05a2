internal import Foundation

/// A stretch of speech cut out of a sound, with some of its surroundings and its loudness.
package struct SpeechSegment: Sendable, Equatable {
    /// The sound from `start - lead` on, mono at 16,000 Hz.
    package let samples: [Float]
    /// Seconds of `samples` before the speech.
    package let lead: Double
    /// Start of the speech, seconds from the start of the whole sound.
    package let start: Double
    /// End of the speech, seconds from the start of the whole sound.
    package let end: Double
    /// Loudness and pitch of the stretch, measured here once.
    package let analysis: SpeechAnalysis

    /// Length of the speech, seconds.
    package var seconds: Double { end - start }

    /// Start and end of the speech, seconds of the whole sound.
    package var time: ClosedRange<Double> { start...end }

    /// A stretch of speech, measured as it is made.
    ///
    /// - Parameters:
    ///   - samples: mono at 16,000 Hz.
    ///   - lead: seconds of `samples` before the speech.
    ///   - start: the start of the speech, seconds of the whole sound.
    ///   - end: the end of the speech, seconds of the whole sound.
    package init(samples: [Float], lead: Double, start: Double, end: Double) {
        self.init(
            samples: samples, lead: lead, start: start, end: end,
            analysis: SpeechAnalysis(of: samples, lead: lead, seconds: end - start))
    }

    /// A stretch with an analysis that was made before.
    package init(
        samples: [Float], lead: Double, start: Double, end: Double, analysis: SpeechAnalysis
    ) {
        self.samples = samples
        self.lead = lead
        self.start = start
        self.end = end
        self.analysis = analysis
    }
}

extension SpeechSegment {
    /// The stretches of speech in a complete sound, in order.
    ///
    /// The noise is measured over the whole sound first. If the microphone is muted at the start,
    /// that noise is too low, and the rest becomes one stretch longer than any answer; its noise is
    /// then measured again. Talk without a pause stays longer than any answer, and is skipped.
    ///
    /// - Parameters:
    ///   - samples: mono at 16,000 Hz.
    ///   - skip: takes the times of skipped talk, seconds of the sound.
    package static func all(
        in samples: [Float], skipping skip: (ClosedRange<Double>) -> Void = { _ in }
    ) -> [SpeechSegment] {
        let levels = SpeechLevels(of: samples)
        var endpointer = Endpointer(knowing: levels)
        var found = endpointer.take(samples)
        if let last = endpointer.finish() { found.append(last) }
        for stretch in endpointer.takeTooLong() {
            guard hasOtherNoise(stretch, than: levels) else {
                skip(stretch)
                continue
            }
            let first = Int((stretch.lowerBound * Double(speechRate)).rounded())
            let end = Int((stretch.upperBound + Endpointer.context) * Double(speechRate))
            // The recursion ends: each stretch is shorter than its sound, because a tenth of the
            // sound is quieter.
            let start = stretch.lowerBound
            let part = Array(samples[first..<min(end, samples.count)])
            found += all(in: part) { skip($0.lowerBound + start...$0.upperBound + start) }
                .map { $0.moved(by: start) }
        }
        return found.sorted { $0.start < $1.start }
    }

    /// Whether all but a fiftieth of a stretch is louder than the noise of its sound. Talk comes
    /// nearer to the noise between its words.
    private static func hasOtherNoise(
        _ stretch: ClosedRange<Double>, than levels: SpeechLevels
    ) -> Bool {
        let rate = Double(SpeechEnergy.framesPerSecond)
        let first = Int((stretch.lowerBound * rate).rounded())
        let last = Int((stretch.upperBound * rate).rounded())
        let within = levels.values.dropFirst(first).prefix(last - first + 1).sorted()
        guard !within.isEmpty, let noise = SpeechThreshold.noise(of: levels.values) else {
            return false
        }
        return within[within.count / 50] > noise + SpeechThreshold.overNoise
    }

    /// The same stretch in a sound with more seconds before it.
    private func moved(by seconds: Double) -> SpeechSegment {
        SpeechSegment(
            samples: samples, lead: lead, start: start + seconds, end: end + seconds,
            analysis: analysis)
    }
}

/// The levels of a running sound, and the noise between the words.
struct SpeechTrack: Sendable {
    /// Seconds over which the noise is measured, as their quietest tenth.
    static let memory = 5.0
    /// Maximum noise during the first second, dB, so that speech at the start does not count as
    /// noise.
    static let firstNoise: Float = 30

    /// Level below which there is only digital silence, dB.
    private static let digitalSilence = 10 * log10(SpeechEnergy.least) + 0.1
    /// Number of frames of a digital silence that count as noise: as many as end a stretch. A muted
    /// microphone shows nothing about the room, but a microphone that is gated between words has no
    /// other noise.
    private static let countedSilence = SpeechEnergy.frames(in: Endpointer.hang)

    /// The level of each frame, dB.
    private(set) var levels: [Float] = []
    private(set) var noise: Float
    /// The powers of the same frames.
    private var powers: [SpeechBands.Powers] = []
    private var weights: BandWeights
    private var bands = SpeechBands()
    /// The powers of the last frames, from which the noise is measured; nil if it was known beforehand.
    private var recent: [SpeechBands.Powers]?
    /// Frames that counted for the noise so far.
    private var counted = 0
    /// Frames of digital silence so far.
    private var silence = 0

    /// Measures the noise while listening.
    init() {
        noise = Self.firstNoise
        weights = BandWeights()
        recent = []
    }

    /// Takes the noise of a whole sound.
    init(knowing levels: SpeechLevels) {
        noise = SpeechThreshold.noise(of: levels.values) ?? Self.firstNoise
        weights = levels.weights
    }

    /// The powers of the frames that these samples complete, which are not yet in `levels`.
    mutating func measure(_ samples: [Float]) -> [SpeechBands.Powers] { bands.take(samples) }

    /// The level of a frame in the present noise, dB.
    func level(of frame: SpeechBands.Powers) -> Float { weights.level(of: frame) }

    /// The louder of two frames.
    func louder(
        _ one: SpeechBands.Powers, _ other: SpeechBands.Powers
    ) -> SpeechBands.Powers { level(of: one) < level(of: other) ? other : one }

    /// The loudest of the last frames.
    func loudest(ofLast count: Int) -> SpeechBands.Powers {
        powers.suffix(count).max { level(of: $0) < level(of: $1) } ?? SpeechBands.Powers()
    }

    /// Takes the next frame.
    ///
    /// - Returns: whether the noise was measured again, and so all levels.
    mutating func take(_ frame: SpeechBands.Powers) -> Bool {
        powers.append(frame)
        levels.append(weights.level(of: frame))
        silence = BandWeights().level(of: frame) < Self.digitalSilence ? silence + 1 : 0
        guard recent != nil, silence <= Self.countedSilence else { return false }
        recent?.append(frame)
        let most = SpeechEnergy.frames(in: Self.memory)
        let spare = (recent?.count ?? 0) - most
        if spare > 0 { recent?.removeFirst(spare) }
        counted += 1
        guard let recent, counted % 10 == 0 else { return false }
        if recent.count < SpeechThreshold.shortest {
            noise = min(LevelRange(of: recent.map(weights.level)).quietest, Self.firstNoise)
        } else {
            weights = BandWeights(of: recent)
            noise = LevelRange(of: recent.map(weights.level)).quietest
            levels = powers.map(weights.level)
        }
        return true
    }

    /// Drops the first levels.
    mutating func forget(_ frames: Int) {
        levels.removeFirst(frames)
        powers.removeFirst(frames)
    }
}

/// The level above which a frame belongs to speech, from the loudest frame and the noise.
package enum SpeechThreshold {
    /// Range of speech below its loudest frame, dB: weak consonants lie within it.
    static let range: Float = 30
    /// Minimum level of a frame above the noise, dB.
    static let overNoise: Float = 5
    /// Distance of the threshold below the peak of faint speech, dB.
    private static let belowPeak: Float = 10
    /// Distance of the threshold of the faintest speech from the noise and from the peak, dB: steady
    /// noise stays within 2 dB above its quietest tenth.
    private static let margin: Float = 3

    /// The threshold in dB.
    ///
    /// - Parameter overNoise: minimum level above the noise where speech is loud enough, dB.
    package static func level(peak: Float, noise: Float, overNoise: Float) -> Float {
        let faint = max(peak - belowPeak, min(noise + margin, peak - margin))
        return max(peak - range, min(noise + overNoise, faint))
    }

    /// Frames below which a sound may be speech from end to end: one second.
    static let shortest = 100

    /// The noise between words: the level of the quietest tenth of the frames. In a short sound
    /// that tenth may be speech, so its noise is at least `range` below the loudest frame.
    package static func noise(of energies: [Float]) -> Float? {
        guard !energies.isEmpty else { return nil }
        let levels = LevelRange(of: energies)
        return energies.count < shortest
            ? min(levels.quietest, levels.loudest - range) : levels.quietest
    }
}
