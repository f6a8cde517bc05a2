internal import Audio
package import Recognition

/// What hearing sessions of recordings took, and what was heard.
package struct TranscriptionSpeed {
    /// Length of the recordings that could be read, seconds.
    package private(set) var sound = 0.0
    /// How much of it was cut out as speech, seconds.
    package private(set) var speech = 0.0
    /// Processor time that hearing them took, reading, learning and deciding included, seconds.
    package private(set) var processor = 0.0
    /// What was heard, recording by recording; nil for one that could not be read.
    private(set) var transcripts: [[Transcript?]] = []
    /// How the letters compare with what was said, where that is known.
    package private(set) var tally = LetterTally()
    /// Why recordings could not be read.
    package private(set) var failures: [String] = []

    /// Hears the sessions on one thread.
    package init(of sessions: [BenchSession], with listener: RecordingListener) {
        let start = ProcessMeter.processorSeconds
        for session in sessions {
            transcripts.append(
                session.recordings.map { recording in
                    do {
                        let transcript = try listener.transcribe(recording)
                        if let missing = transcript.missing { throw missing }
                        return transcript
                    } catch {
                        failures.append("\(error)")
                        return nil
                    }
                })
        }
        processor = ProcessMeter.processorSeconds - start
        for (session, transcripts) in zip(sessions, transcripts) {
            for (said, transcript) in zip(session.said, transcripts) {
                guard let transcript else { continue }
                sound += transcript.duration
                if let said { tally.add(said: said, heard: transcript.answers) }
            }
        }
    }

    /// Seconds of sound in a second of processor time.
    var timesRealTime: Double { processor > 0 ? sound / processor : 0 }

    /// The letters of each recording of a session, each with the end of its speech: that of the
    /// word, or that of the stretch of speech it lies in where that comes first, for the decoder
    /// counts some of the quiet behind a word to it.
    ///
    /// Counts the speech, too: call it once a session, after the time was taken.
    package mutating func letters(of index: Int, in session: BenchSession) throws
        -> [[LiveLatency.Expected]]
    {
        try zip(session.recordings, transcripts[index]).map { recording, transcript in
            guard let transcript else { return [] }
            var stretches: [ClosedRange<Double>] = []
            try RecordingSpeech.segments(of: recording) { stretches.append($0.start...$0.end) }
            speech += stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
            return transcript.answers.compactMap { answer in
                guard var letter = LiveLatency.Expected(answer) else { return nil }
                if let stretch = stretches.last(where: { $0.overlaps(letter.time) }) {
                    letter.time = letter.time.clamped(to: stretch)
                }
                return letter
            }
        }
    }
}
