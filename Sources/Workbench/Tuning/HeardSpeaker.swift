internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Recognition

/// The recordings of one speaker with the net's output for each stretch of speech, so that words
/// can be searched and judged again without hearing again.
struct HeardSpeaker: Sendable {
    /// A stretch of speech without its samples.
    struct Utterance: Sendable {
        var segment: SpeechSegment
        var frames: TokenFrames
        /// The words that the search found last.
        var found: [FoundWord] = []
    }

    /// A recording.
    struct Heard: Sendable {
        var row: ReferenceRow
        var duration: Double
        var utterances: [Utterance]
    }

    var name: String
    var recordings: [Heard]
}

extension HeardSpeaker {
    /// Judges the recordings again.
    ///
    /// - Parameters:
    ///   - reader: reads the frames.
    ///   - searching: whether it also searches for words, or uses those found before.
    func read(with reader: FrameReader, searching: Bool) throws -> [HeardRow] {
        try recordings.map { recording in
            let utterances = try recording.utterances.map { utterance in
                reader.hypothesis(
                    of: utterance.segment, in: utterance.frames,
                    found: searching ? try reader.words(in: utterance.frames) : utterance.found)
            }
            return HeardRow(
                row: recording.row,
                heard: HeardRecording(
                    name: recording.row.path, duration: recording.duration, utterances: utterances))
        }
    }

    /// The speaker with the words that a reader finds.
    func searched(by reader: FrameReader) throws -> HeardSpeaker {
        var searched = self
        for index in recordings.indices {
            for place in recordings[index].utterances.indices {
                searched.recordings[index].utterances[place].found = try reader.words(
                    in: recordings[index].utterances[place].frames)
            }
        }
        return searched
    }
}

extension HeardSpeaker {
    /// The times and loudness of a speaker's utterances, as a file keeps them with the frames.
    private struct Kept: Codable {
        struct Stretch: Codable {
            var lead, start, end, seconds, range, vowel: Double
            var frames: Int
        }
        var tokens: [String]
        var durations: [Double]
        var stretches: [[Stretch]]
    }

    /// Keeps the frames in two files.
    ///
    /// - Parameter path: the path of both files without ".json" and ".frames".
    func keep(at path: String) throws {
        let tokens = recordings.flatMap(\.utterances).first?.frames.tokens ?? []
        let kept = Kept(
            tokens: tokens, durations: recordings.map(\.duration),
            stretches: recordings.map { recording in
                recording.utterances.map { utterance in
                    let analysis = utterance.segment.analysis
                    return Kept.Stretch(
                        lead: utterance.segment.lead, start: utterance.segment.start,
                        end: utterance.segment.end, seconds: analysis.seconds,
                        range: analysis.range, vowel: analysis.loudestVowel,
                        frames: utterance.frames.frames)
                }
            })
        var data = Data()
        for utterance in recordings.flatMap(\.utterances) {
            utterance.frames.values.withUnsafeBytes { data.append(contentsOf: $0) }
        }
        try data.write(to: URL(fileURLWithPath: path + ".frames"), options: .atomic)
        // Written last: without it the speaker is heard again.
        try JSONEncoder().encode(kept).write(
            to: URL(fileURLWithPath: path + ".json"), options: .atomic)
    }

    /// Reads the kept results; nil if they are missing or incomplete.
    init?(_ name: String, rows: [ReferenceRow], keptAt path: String) {
        guard let json = FileManager.default.contents(atPath: path + ".json"),
            let kept = try? JSONDecoder().decode(Kept.self, from: json),
            let data = FileManager.default.contents(atPath: path + ".frames"),
            kept.durations.count == rows.count, kept.stretches.count == rows.count
        else { return nil }
        let count = kept.stretches.joined().reduce(0) { $0 + $1.frames } * kept.tokens.count
        guard data.count == count * MemoryLayout<Float>.size else { return nil }
        let values = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        var place = 0
        recordings = []
        for (row, (duration, stretches)) in zip(rows, zip(kept.durations, kept.stretches)) {
            let utterances = stretches.map { stretch in
                let end = place + stretch.frames * kept.tokens.count
                defer { place = end }
                return Utterance(
                    segment: SpeechSegment(
                        samples: [], lead: stretch.lead, start: stretch.start, end: stretch.end,
                        analysis: SpeechAnalysis(
                            seconds: stretch.seconds, range: stretch.range,
                            loudestVowel: stretch.vowel)),
                    frames: TokenFrames(tokens: kept.tokens, values: Array(values[place..<end])))
            }
            recordings.append(Heard(row: row, duration: duration, utterances: utterances))
        }
        self.name = name
    }
}

extension HeardSpeaker {
    /// Hears a speaker's recordings, each with the last letters of the previous one as context.
    ///
    /// - Parameters:
    ///   - failures: takes a sentence for each recording that cannot be heard.
    init(
        _ name: String, rows: [ReferenceRow], by listener: LetterListener,
        _ recording: (ReferenceRow) -> Recording, failures: (String) -> Void
    ) {
        self.name = name
        recordings = []
        let hearing = RecordingListener(listener)
        for (index, row) in rows.enumerated() {
            var utterances: [Utterance] = []
            listener.onFrames = { segment, frames, _ in
                utterances.append(
                    Utterance(
                        segment: SpeechSegment(
                            samples: [], lead: segment.lead, start: segment.start,
                            end: segment.end, analysis: segment.analysis),
                        frames: frames))
            }
            defer { listener.onFrames = nil }
            do {
                let heard = try hearing.hear(recording(row), continuing: index > 0)
                if let missing = heard.missing { throw missing }
                recordings.append(Heard(row: row, duration: heard.duration, utterances: utterances))
            } catch {
                failures(String(describing: error))
            }
        }
    }
}
