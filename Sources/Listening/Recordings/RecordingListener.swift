internal import Audio

/// Hears recordings: first all of a session, to learn its voice, room and microphone; then each
/// recording's answers. What is heard does not depend on the order of the recordings.
public final class RecordingListener {
    /// How much speech is kept between learning from it and hearing it, samples: two minutes, in
    /// 8.3 MB. What does not fit is read from its recording again; that of a recording which cannot
    /// be is kept whatever its length.
    public static let mostKeptSamples = 120 * speechRate

    /// What a recording held when the session was learnt.
    private struct KeptSpeech {
        var segments: [(segment: SpeechSegment, learnt: LearntSpeech)] = []
        var duration = 0.0
        var missing: MissingSound?
    }

    /// A name byte by byte, as the system tells files apart: to Swift an "é" of one scalar and one
    /// of two are the same text.
    private struct RecordingName: Hashable {
        let bytes: [UInt8]
        init(_ recording: Recording) { bytes = Array(recording.name.utf8) }
    }

    private let listener: LetterListener
    private var kept: [RecordingName: Result<KeptSpeech, any Error>] = [:]
    private var keptSamples = 0

    private let mostKeptSamples: Int

    /// A listener whose session has still to begin.
    ///
    /// - Parameter mostKeptSamples: how much speech is kept.
    public init(
        _ listener: LetterListener, keeping mostKeptSamples: Int = RecordingListener.mostKeptSamples
    ) {
        self.listener = listener
        self.mostKeptSamples = mostKeptSamples
    }

    /// Starts a session: one voice, one room, one microphone.
    ///
    /// - Parameters:
    ///   - recordings: its recordings, each with a name of its own; those that cannot be read are
    ///     passed over here and fail in `transcribe`. One whose sound ends before its time is
    ///     learnt from as far as it goes.
    ///   - done: called after each of them.
    public func begin(session recordings: [Recording], done: (Recording) -> Void = { _ in }) {
        listener.forgetSession()
        kept = [:]
        keptSamples = 0
        for recording in recordings {
            do {
                try learn(recording)
            } catch {
                // A pipe gives nothing the second time, and a named one would be waited for.
                if !recording.canBeReadAgain { kept[RecordingName(recording)] = .failure(error) }
            }
            done(recording)
        }
    }

    /// What was said in a recording of the session.
    public func transcribe(_ recording: Recording) throws -> Transcript {
        try hear(recording).transcript(at: listener.thresholds)
    }

    /// What was heard in a recording of the session, before it is judged.
    public func hear(_ recording: Recording) throws -> HeardRecording {
        var breaths: [HeardBreath] = []
        func hear(_ segment: SpeechSegment, _ learnt: LearntSpeech?) throws {
            breaths.append(try listener.hear(segment, learning: false, learnt: learnt))
        }
        let duration: Double
        let missing: MissingSound?
        if let speech = try kept[RecordingName(recording)]?.get() {
            for (segment, learnt) in speech.segments { try hear(segment, learnt) }
            (duration, missing) = (speech.duration, speech.missing)
        } else {
            (duration, missing) = try RecordingSpeech.segments(of: recording) {
                try hear($0, nil)
            }
        }
        return HeardRecording(
            name: recording.name, duration: duration, breaths: breaths, missing: missing)
    }

    /// Learns from a recording, and keeps its speech while there is room.
    private func learn(_ recording: Recording) throws {
        func isKept(_ samples: Int) -> Bool {
            !recording.canBeReadAgain || keptSamples + samples <= mostKeptSamples
        }
        var speech = KeptSpeech()
        var samples = 0
        (speech.duration, speech.missing) = try RecordingSpeech.segments(of: recording) { segment in
            let learnt = try listener.attune(to: segment)
            samples += segment.samples.count
            // A long recording must not pile up here before its length is known.
            if isKept(samples) { speech.segments.append((segment, learnt)) }
        }
        guard isKept(samples) else { return }
        keptSamples += samples
        kept[RecordingName(recording)] = .success(speech)
    }
}
