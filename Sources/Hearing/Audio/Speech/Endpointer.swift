/// Cuts stretches of speech out of a running sound.
///
/// A stretch ends after quiet of `hang`; shorter gaps (the closure inside "aitch") are bridged. It
/// needs no sound after that quiet, so it works live.
///
/// ```swift
/// var endpointer = Endpointer()
/// while let chunk = try source.read() {
///     for segment in endpointer.take(chunk.samples) { print(segment.time) }
/// }
/// if let last = endpointer.finish() { print(last.time) }
/// ```
package struct Endpointer: Sendable {
    /// Quiet that ends a stretch, seconds. The closures inside letter names are shorter.
    package static let hang = 0.22
    /// Quiet after which a stretch may end early if its answer is certain, seconds. The closures of
    /// nearly all letter names are shorter.
    package static let pause = 0.14
    /// Longest sound after an early end, seconds, that does not begin a new stretch: the burst of
    /// "aitch" after a long closure. Names of letters are longer.
    static let release = 0.15
    /// Sound kept on each side of a stretch, seconds.
    static let context = 0.3
    /// Shortest stretch that can be a letter, seconds; clicks are shorter.
    static let shortest = 0.08
    /// Longest stretch that can be an answer, seconds: five letters in a breath take three. A longer
    /// one is talk, or a noise that started, and is passed over.
    static let longest = 8.0
    /// Frames in which the start of a stretch is looked for: more than the longest stretch.
    static let reach = SpeechEnergy.frames(in: longest + 2)
    /// Level above the noise at which a stretch begins, dB.
    static let onset: Float = 6
    /// Consecutive frames that must be that loud.
    private static let onsetFrames = 3
    /// Time after a stretch in which reverberation and breath cannot begin a new one, seconds.
    static let decay = 0.5

    private var samples: [Float] = []
    private var firstSample = 0
    private var firstFrame = 0
    private var track: SpeechTrack
    private var onsetRun = 0
    /// Frame until which a stretch begins only above the threshold of the last one, which is dying away.
    private var decayEnd = 0
    /// The powers of the loudest frame of the last stretch.
    private var lastLoudest = SpeechBands.Powers()
    /// First frame that belongs to no stretch yet.
    private var free = 0
    private var begin: Int?
    /// Whether the present stretch follows an early end.
    private var hasEnded = false
    private var lastLoud = 0
    /// Stretches too long for an answer that were not taken yet, seconds.
    private var tooLong: [ClosedRange<Double>] = []
    /// The powers of the loudest frame of the present stretch.
    private var loudest = SpeechBands.Powers()

    /// An endpointer that measures the noise while listening.
    package init() { track = SpeechTrack() }

    /// An endpointer with the noise of the whole sound, such as a recording.
    init(knowing levels: SpeechLevels) { track = SpeechTrack(knowing: levels) }

    private var noise: Float { track.noise }
    private var peak: Float { track.level(of: loudest) }
    /// The threshold of a stretch with this loudest frame, dB.
    private func threshold(_ loudest: SpeechBands.Powers) -> Float {
        SpeechThreshold.level(
            peak: track.level(of: loudest), noise: noise, overNoise: SpeechThreshold.overNoise)
    }
    /// Frames taken so far.
    private var frames: Int { firstFrame + track.levels.count }

    /// Seconds of sound taken so far.
    package var time: Double { Double(firstSample + samples.count) / Double(speechRate) }

    /// Whether a stretch of speech has begun and not ended.
    package var isSpeaking: Bool { begin != nil }

    /// Takes the next samples and gives the stretches of speech that ended in them.
    package mutating func take(_ new: [Float]) -> [SpeechSegment] {
        take(new) { _ in false }
    }

    /// Takes the next samples and gives the stretches of speech that ended in them.
    ///
    /// - Parameter isEnough: whether the stretch may end now, called once in each quiet of `pause`.
    ///   If it may not, it ends after `hang`, or continues. If it may, the sound after it, until a
    ///   quiet of `hang`, is a stretch of its own only if it is longer than `release`.
    package mutating func take(
        _ new: [Float], isEnough: (SpeechSegment) throws -> Bool
    ) rethrows -> [SpeechSegment] {
        samples += new
        var found: [SpeechSegment] = []
        for frame in track.measure(new) {
            if let segment = take(frame) { found.append(segment) }
            if isPausing, let soFar = cut(), try isEnough(soFar.segment) {
                found.append(soFar.segment)
                hasEnded = true
                free = soFar.last + 1
                // Further sound is the rest of this stretch until a quiet of `hang`.
                begin = free
            }
        }
        forget()
        return found
    }

    /// Whether it has just been quiet for `pause`.
    private var isPausing: Bool {
        begin != nil && !hasEnded
            && frames - 1 - lastLoud == SpeechEnergy.frames(in: Self.pause)
    }

    /// The times of stretches since the last call that were too long to be an answer, such as talk
    /// without a pause, seconds of the sound.
    package mutating func takeTooLong() -> [ClosedRange<Double>] {
        defer { tooLong = [] }
        return tooLong
    }

    /// Drops the present stretch after a gap in the sound, so that it does not join the next one.
    package mutating func reset() {
        begin = nil
        hasEnded = false
        onsetRun = 0
        decayEnd = 0
        free = frames
    }

    /// The stretch that the end of the sound cuts off, if there is one.
    package mutating func finish() -> SpeechSegment? {
        // A last, incomplete frame is completed with silence.
        for frame in track.measure([Float](repeating: 0, count: SpeechEnergy.window)) {
            if let segment = take(frame) { return segment }
        }
        return close()
    }

    private mutating func take(_ powers: SpeechBands.Powers) -> SpeechSegment? {
        let frame = frames
        let isMeasured = track.take(powers)
        let level = track.level(of: powers)
        guard begin != nil else {
            let onset = max(noise + Self.onset, frame < decayEnd ? threshold(lastLoudest) : 0)
            onsetRun = level > onset ? onsetRun + 1 : 0
            if onsetRun >= Self.onsetFrames {
                begin = frame - onsetRun + 1
                lastLoud = frame
                loudest = track.loudest(ofLast: onsetRun)
            }
            return nil
        }
        if level > peak { loudest = powers }
        if isMeasured, let begin {
            let count = frame + 1 - max(begin, frame - Self.reach)
            loudest = track.louder(loudest, track.loudest(ofLast: count))
        }
        // A continuous noise that starts looks like a stretch until the noise level has adapted to
        // it.
        guard peak > noise + Self.onset else {
            reset()
            return nil
        }
        if level > threshold(loudest) { lastLoud = frame }
        return SpeechEnergy.seconds(ofFrames: frame - lastLoud) > Self.hang ? close() : nil
    }

    /// Ends the stretch.
    private mutating func close() -> SpeechSegment? {
        guard let start = begin else { return nil }
        let stretch = cut()
        if stretch == nil, SpeechEnergy.seconds(ofFrames: lastLoud - start + 1) > Self.longest {
            tooLong.append(
                SpeechEnergy.seconds(ofFrames: start)...SpeechEnergy.seconds(ofFrames: lastLoud))
        }
        lastLoudest = loudest
        decayEnd = frames + SpeechEnergy.frames(in: Self.decay)
        begin = nil
        if hasEnded { free = max(free, lastLoud + 1) }
        hasEnded = false
        onsetRun = 0
        if let stretch { free = stretch.last + 1 }
        return stretch?.segment
    }

    /// The present stretch, trimmed to the frames above the threshold of its own peak, and the last
    /// of these frames; nil if it cannot be an answer.
    private func cut() -> (segment: SpeechSegment, last: Int)? {
        guard let begin else { return nil }
        let threshold = threshold(loudest)
        let shortest = hasEnded ? Self.release : Self.shortest
        let energies = track.levels
        let ended = frames
        let reach = max(
            firstFrame, free, begin - SpeechEnergy.frames(in: Self.hang), ended - Self.reach)
        let span = reach..<ended
        guard let first = span.first(where: { energies[$0 - firstFrame] > threshold }),
            let last = span.last(where: { energies[$0 - firstFrame] > threshold }),
            shortest...Self.longest ~= SpeechEnergy.seconds(ofFrames: last - first + 1)
        else { return nil }
        let hop = SpeechEnergy.hop
        let margin = Int(Self.context * Double(speechRate))
        let start = first * hop
        let end = last * hop + SpeechEnergy.window
        // The context leaves out the previous stretch. It also leaves out the sound after the last
        // frame taken, so that the cut does not depend on the pieces that the sound comes in.
        let before = free == 0 ? 0 : min(start, Self.end(ofFrame: free - 1))
        let from = max(firstSample, start - margin, before)
        let to = min(
            firstSample + samples.count, end + margin, Self.end(ofFrame: ended - 1))
        guard from < to else { return nil }
        let segment = SpeechSegment(
            samples: Array(samples[from - firstSample..<to - firstSample]),
            lead: Double(start - from) / Double(speechRate),
            start: Double(start) / Double(speechRate),
            end: min(Double(end) / Double(speechRate), time))
        return (segment, last)
    }

    /// The index of the first sample after a frame.
    private static func end(ofFrame frame: Int) -> Int {
        frame * SpeechEnergy.hop + SpeechEnergy.window
    }

    /// Drops sound that no later stretch can need.
    private mutating func forget() {
        let end = frames
        let reach = max(begin ?? end - Self.onsetFrames, end - Self.reach)
        let keepFrames = max(
            0, reach - firstFrame - SpeechEnergy.frames(in: Self.context + Self.hang) - 1)
        guard keepFrames > SpeechEnergy.framesPerSecond else { return }
        track.forget(keepFrames)
        firstFrame += keepFrames
        let drop = firstFrame * SpeechEnergy.hop - firstSample
        samples.removeFirst(drop)
        firstSample += drop
    }
}
