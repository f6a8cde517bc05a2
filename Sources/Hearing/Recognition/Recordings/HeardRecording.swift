package import Audio
package import PhoneticMapping

/// The hypotheses for a recording, before any is accepted.
package struct HeardRecording: Sendable, Equatable {
    /// The recording's name.
    package var name: String
    /// Its length, seconds.
    package var duration: Double
    /// Its stretches of speech, in order.
    package var utterances: [UtteranceHypothesis]
    /// The missing part of the sound, by the length in its header; nil if the sound is complete.
    package var missing: MissingSound?
    /// Talk or noise that is too long for an answer, so that nothing was heard in it, seconds.
    package var skipped: [ClosedRange<Double>]

    /// Hypotheses for a recording of this duration in seconds.
    package init(
        name: String, duration: Double, utterances: [UtteranceHypothesis],
        missing: MissingSound? = nil, skipped: [ClosedRange<Double>] = []
    ) {
        self.name = name
        self.duration = duration
        self.utterances = utterances
        self.missing = missing
        self.skipped = skipped
    }

    /// The answers that these thresholds accept.
    package func transcript(at thresholds: AcceptanceThresholds) -> Transcript {
        Transcript(
            name: name, duration: duration,
            answers: thresholds.answers(to: utterances).flatMap(\.self),
            missing: missing)
    }
}

/// A recording. It is read only once, because it may come through a pipe.
package struct Recording: Sendable {
    /// The name in results and messages.
    package var name: String
    /// Opens it.
    package var open: @Sendable () throws -> any AudioSource

    /// A recording with a function that opens it.
    ///
    /// - Parameters:
    ///   - name: the name in results and messages.
    ///   - open: opens the recording at its start.
    package init(name: String, open: @escaping @Sendable () throws -> any AudioSource) {
        self.name = name
        self.open = open
    }

    /// All its sound, mono at 16,000 Hz.
    ///
    /// - Throws: an error of opening or reading it; `MissingSound` if it breaks off.
    package func readWhole() throws -> [Float] {
        let source = try open()
        let samples = try source.readAll().samples
        if let missing = MissingSound(of: source) { throw missing }
        return samples
    }
}

/// Hears recordings. Each is heard by itself, unless the caller says that the previous one is of
/// the same person.
package final class RecordingListener {
    private let listener: LetterListener

    /// A listener to recordings.
    package init(_ listener: LetterListener) { self.listener = listener }

    /// The answers in a recording.
    package func transcribe(_ recording: Recording) throws -> Transcript {
        try hear(recording).transcript(at: listener.thresholds)
    }

    /// Gives the answers in each utterance of a recording as soon as the utterance is heard. Nothing is
    /// kept of it, so memory does not grow with the length of the recording.
    ///
    /// - Parameters:
    ///   - continuing: whether the speaker is that of the previous recording.
    ///   - isLive: whether the sound comes while someone speaks, and must not be waited for.
    ///   - body: takes the time of the speech, seconds of the recording, and the answers in it.
    /// - Returns: the length of the recording, seconds, and its missing part.
    package func transcribe(
        _ recording: Recording, continuing: Bool, isLive: Bool = false,
        _ body: (_ time: ClosedRange<Double>, _ answers: [SpokenAnswer]) throws -> Void
    ) throws -> (duration: Double, missing: MissingSound?) {
        if !continuing { listener.forgetSession() }
        return try RecordingSpeech.segments(of: recording, isLive: isLive) { segment in
            try body(segment.time, try listener.answers(in: segment))
        }
    }

    /// The hypotheses for a recording, before thresholds are applied. The recording is read once.
    ///
    /// - Parameter continuing: whether the speaker is that of the previous recording.
    package func hear(_ recording: Recording, continuing: Bool = false) throws -> HeardRecording {
        if !continuing { listener.forgetSession() }
        var utterances: [UtteranceHypothesis] = []
        var skipped: [ClosedRange<Double>] = []
        let (duration, missing) = try RecordingSpeech.segments(
            of: recording, { utterances.append(try listener.hear($0)) },
            skipping: { skipped.append($0) })
        return HeardRecording(
            name: recording.name, duration: duration, utterances: utterances, missing: missing,
            skipped: skipped)
    }
}

/// The stretches of speech in recordings.
package enum RecordingSpeech {
    /// Maximum length of a short recording, seconds. Its noise is measured over the whole recording
    /// before its speech is looked for (`SpeechSegment.all`). In a longer one it is measured while
    /// listening, as in live sound.
    private static let shortRecording = 60.0

    /// Goes through the stretches of speech in a recording, which is read once.
    ///
    /// - Parameters:
    ///   - isLive: whether each stretch is passed on as it ends, also in the first minute.
    ///   - body: takes each stretch.
    ///   - skip: takes the times of stretches that are too long for an answer.
    /// - Returns: its length, seconds, and its missing part.
    /// - Throws: an error of opening or reading it; for a short recording, before `body` is called.
    @discardableResult
    package static func segments(
        of recording: Recording, isLive: Bool = false, _ body: (SpeechSegment) throws -> Void,
        skipping skip: (ClosedRange<Double>) -> Void = { _ in }
    ) throws -> (duration: Double, missing: MissingSound?) {
        let source = try recording.open()
        let (opening, isAll) = isLive ? ([], false) : try opening(of: source)
        if isAll {
            let samples = opening.flatMap(\.samples)
            for segment in SpeechSegment.all(in: samples, skipping: skip) { try body(segment) }
            return (Double(samples.count) / Double(speechRate), MissingSound(of: source))
        }
        var endpointer = Endpointer()
        for chunk in opening {
            for segment in endpointer.take(chunk.samples) { try body(segment) }
        }
        while let chunk = try source.read() {
            for segment in endpointer.take(chunk.samples) { try body(segment) }
            endpointer.takeTooLong().forEach(skip)
        }
        let duration = endpointer.time
        if let last = endpointer.finish() { try body(last) }
        endpointer.takeTooLong().forEach(skip)
        return (duration, MissingSound(of: source))
    }

    /// The first minute of a recording, and whether that was all of it.
    private static func opening(
        of source: any AudioSource
    ) throws -> (chunks: [AudioChunk], isAll: Bool) {
        var chunks: [AudioChunk] = []
        var count = 0
        while let chunk = try source.read() {
            chunks.append(chunk)
            count += chunk.samples.count
            guard Double(count) / Double(speechRate) <= shortRecording else {
                return (chunks, false)
            }
        }
        return (chunks, true)
    }
}

/// An error: a recording ends early, so the answers in it may be incomplete.
package struct MissingSound: Error, Sendable, Equatable, CustomStringConvertible {
    /// The recording's path.
    package var path: String
    /// The missing part of the length in its header, seconds; nil if the file is cut off and gives
    /// no length.
    package var seconds: Double?
    /// The reason that the rest cannot be read, with the name of the file; nil if there is no rest.
    package var damage: String?

    /// Minimum loss that counts, seconds, because some formats store their length only in whole
    /// blocks. Aloud's own choice: a tenth of the shortest letter.
    private static let inaudible = 0.02

    /// The missing part of a source that was read to its end; nil if it is complete, or of unknown
    /// length.
    package init?(of source: any AudioSource) {
        guard let recorded = source as? any RecordedSource else { return nil }
        let lacks = recorded.missingSeconds >= Self.inaudible
        damage = recorded.damage.map { String(describing: $0) }
        guard lacks || recorded.isCutOff || damage != nil else { return nil }
        path = recorded.path
        seconds = lacks ? recorded.missingSeconds : nil
    }

    /// In words for a person, naming the file.
    package var description: String {
        if let damage { return damage }
        guard let seconds else {
            return "\(path): the file is truncated; "
                + "record or copy it again."
        }
        return "\(path): the file lacks \((seconds * 100).rounded() / 100) s of the sound that its "
            + "header claims; record or copy it again."
    }
}

/// A sound whose length is known before it is read, for example from a file's header.
package protocol RecordedSource: AudioSource {
    /// The recording's path.
    var path: String { get }
    /// The announced seconds that are missing, known at the end; 0 before.
    var missingSeconds: Double { get }
    /// The reason that the sound ends early, in words for a person, if it is damaged; nil if not.
    var damage: (any Error)? { get }
    /// Whether it is cut off and has no announced length.
    var isCutOff: Bool { get }
}

/// The answers in a recording.
package struct Transcript: Sendable, Equatable {
    /// The recording's name.
    package var name: String
    /// Its length, seconds.
    package var duration: Double
    /// The answers in order, with times in seconds of the recording.
    package var answers: [SpokenAnswer]
    /// The missing part of the sound, by the length in its header; nil if the sound is complete.
    package var missing: MissingSound?

    /// The answers in a recording of this duration in seconds.
    package init(
        name: String, duration: Double, answers: [SpokenAnswer], missing: MissingSound? = nil
    ) {
        self.name = name
        self.duration = duration
        self.answers = answers
        self.missing = missing
    }
}
