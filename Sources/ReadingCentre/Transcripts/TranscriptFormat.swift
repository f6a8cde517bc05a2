internal import Foundation
internal import Platform
internal import Synchronization

/// A form in which transcripts are written.
package enum TranscriptFormat: String, CaseIterable, Sendable {
    /// JSON Lines, one object a recording.
    case jsonl
    /// A table with one row an answer (RFC 4180).
    case csv
    /// Words with times, which NIST's sclite scores (sctk, "ctm").
    case ctm
    /// Praat's text grid, one a recording.
    case textgrid
    /// Subtitles of SubRip, one file a recording.
    case srt
    /// Subtitles of the web, one file a recording (WebVTT, W3C).
    case vtt
    /// Segments with times and speaker, which sclite takes as a reference (sctk, "stm").
    case stm

    /// Whether each recording has its own file; otherwise all of a session share one.
    package var isPerRecording: Bool {
        switch self {
        case .jsonl, .csv, .ctm, .stm: false
        case .textgrid, .srt, .vtt: true
        }
    }

    /// The ending of its files' names, without a dot.
    var ending: String { self == .textgrid ? "TextGrid" : rawValue }

    /// The text at the start of a file that recordings share.
    package var heading: String { self == .csv ? TranscriptTable.heading : "" }

    /// The text of a recording.
    func text(of recording: TranscribedRecording) -> String {
        switch self {
        case .jsonl: recording.jsonLine
        case .csv: TranscriptTable.rows(of: recording)
        case .ctm: TimeMarkedWords.ctm(of: recording)
        case .stm: TimeMarkedWords.stm(of: recording)
        case .textgrid: TextGrid.text(of: recording)
        case .srt: Subtitles.srt(of: recording)
        case .vtt: Subtitles.vtt(of: recording)
        }
    }
}

/// Transcripts as a table of comma-separated values.
enum TranscriptTable {
    static let heading = row([
        "file", "start", "end", "kind", "answer", "confidence", "presence", "heard",
        "alternatives", "error",
    ])

    /// A row for each answer. A recording without an answer or with an error has a row without an
    /// answer.
    static func rows(of recording: TranscribedRecording) -> String {
        let file = FileName.shown(recording.file)
        var rows = recording.answers.map { answer in
            row([
                file, number(answer.start), number(answer.end), answer.kind,
                answer.isUnclear ? "" : answer.word, number(answer.confidence),
                number(answer.presence), answer.heard ?? "", answer.alternatives, "",
            ])
        }
        if rows.isEmpty || recording.error != nil {
            let error = recording.error.map { FileName.shown($0) } ?? ""
            rows.append(row([file] + Array(repeating: "", count: 8) + [error]))
        }
        return rows.joined()
    }

    private static func number(_ number: Double?) -> String { number.map { "\($0)" } ?? "" }

    /// Lines end with CR LF.
    private static func row(_ fields: [String]) -> String {
        fields.map { CSVField.quoted(CSVField.text($0, keepsNumbers: true)) }
            .joined(separator: ",") + "\r\n"
    }
}

/// The formats of NIST's scoring toolkit (sctk), by its documents "infmts".
enum TimeMarkedWords {
    /// One line a word: file, channel, start, length, word, confidence. Unclear answers are
    /// comments, since they are not words. A command has its words, each with a part of its time.
    static func ctm(of recording: TranscribedRecording) -> String {
        let name = name(of: recording.file)
        var lines = recording.answers.flatMap { answer -> [String] in
            let (start, end) = (answer.start ?? 0, answer.end ?? 0)
            guard !answer.isUnclear else {
                let time = "\(fixed(start, 3)) \(fixed(end - start, 3))"
                let letters = answer.alternatives
                return [";; \(name) \(time) unclear:" + (letters.isEmpty ? "" : " " + letters)]
            }
            let words = words(of: answer)
            let length = (end - start) / Double(words.count)
            return words.enumerated().map { index, word in
                let begin = start + Double(index) * length
                return "\(name) 1 \(fixed(begin, 3)) \(fixed(length, 3)) \(word)"
                    + " \(fixed(answer.confidence ?? 1, 3))"
            }
        }
        if let error = recording.error { lines.append(comment(error)) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// One line a breath: file, channel, speaker, start, end, words. Unclear answers are left out.
    static func stm(of recording: TranscribedRecording) -> String {
        let name = name(of: recording.file)
        let folder = FoundRecording.folder(of: recording.file)?.split(separator: "/").last
        let speaker = folder.map { token(String($0)) } ?? "unknown"
        var lines = recording.utterances.compactMap { utterance -> String? in
            let words = utterance.answers.filter { !$0.isUnclear }.flatMap(words(of:))
            guard !words.isEmpty else { return nil }
            return "\(name) 1 \(speaker) \(fixed(utterance.time.lowerBound, 3))"
                + " \(fixed(utterance.time.upperBound, 3)) \(words.joined(separator: " "))"
        }
        if let error = recording.error { lines.append(comment(error)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func words(of answer: AnswerObject) -> [String] {
        if let letter = answer.letter { return [letter] }
        let words = (answer.heard ?? answer.word).split(separator: " ").map(String.init)
        return words.isEmpty ? [answer.word] : words
    }

    /// The file's path without its ending, as sclite pairs files.
    private static func name(of file: String) -> String {
        let shown = FileName.shown(file)
        let start = shown.lastIndex(of: "/").map { shown.index(after: $0) } ?? shown.startIndex
        guard let dot = shown[start...].lastIndex(of: "."), dot > start else {
            return token(shown)
        }
        return token(String(shown[..<dot]))
    }

    /// A text without white space, which separates fields.
    private static func token(_ text: String) -> String {
        String(text.map { $0.isWhitespace ? "_" : $0 })
    }

    private static func comment(_ text: String) -> String {
        ";; " + FileName.shown(text).escapingControls(keepingLines: false)
    }
}

/// Writes the texts of numbered parts in their order, while the parts are made in any order. The
/// text of a part is written as it comes once all parts before it are complete.
final class OrderedText: Sendable {
    private struct State {
        /// The number of the part whose texts are written at once.
        var turn = 0
        /// The texts of later parts.
        var waiting: [Int: [String]] = [:]
        var complete: Set<Int> = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let write: @Sendable (String) throws -> Void

    /// - Parameter write: takes a text; called by one thread at a time.
    init(_ write: @escaping @Sendable (String) throws -> Void) { self.write = write }

    /// Adds a text to a part.
    func add(_ text: String, to part: Int) {
        state.withLock { state in
            if part == state.turn {
                put(text, &state)
            } else {
                state.waiting[part, default: []].append(text)
            }
        }
    }

    /// Writes a text at once, whatever its part.
    func addNow(_ text: String) { state.withLock { put(text, &$0) } }

    /// Says that nothing more is added to a part.
    func complete(_ part: Int) {
        state.withLock { state in
            state.complete.insert(part)
            while state.complete.remove(state.turn) != nil {
                state.turn += 1
                for text in state.waiting.removeValue(forKey: state.turn) ?? [] {
                    put(text, &state)
                }
            }
        }
    }

    /// Writes all waiting texts, even after a part that was not completed, as after a request to
    /// stop.
    func finish() {
        state.withLock { state in
            for part in state.waiting.keys.sorted() {
                for text in state.waiting[part] ?? [] { put(text, &state) }
            }
            state.waiting = [:]
        }
    }

    /// The first error of writing; nothing is written after it.
    var failure: (any Error)? { state.withLock { $0.failure } }

    private func put(_ text: String, _ state: inout State) {
        guard state.failure == nil else { return }
        do { try write(text) } catch { state.failure = error }
    }
}

/// Subtitles, one for each utterance with an answer.
enum Subtitles {
    /// The subtitles of SubRip, which most players show.
    static func srt(of recording: TranscribedRecording) -> String {
        cues(of: recording).enumerated().map { index, cue in
            "\(index + 1)\n\(time(cue.start, ",")) --> \(time(cue.end, ","))\n\(cue.text)\n\n"
        }.joined()
    }

    /// The subtitles of web pages (WebVTT, W3C), in which three characters are escaped.
    static func vtt(of recording: TranscribedRecording) -> String {
        guard recording.duration != nil else { return "" }
        return "WEBVTT\n\n"
            + cues(of: recording).map { cue in
                let text = cue.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                    .replacing(">", with: "&gt;")
                return "\(time(cue.start, ".")) --> \(time(cue.end, "."))\n\(text)\n\n"
            }.joined()
    }

    /// The time and text of each subtitle; shown for at least `shortest` if there is room.
    private static func cues(
        of recording: TranscribedRecording
    ) -> [(start: Double, end: Double, text: String)] {
        let spoken = recording.utterances.filter { !$0.answers.isEmpty }
        return spoken.enumerated().map { index, utterance in
            let start = utterance.time.lowerBound
            let next = index + 1 < spoken.count ? spoken[index + 1].time.lowerBound : .infinity
            let end = max(utterance.time.upperBound, min(start + shortest, next))
            return (start, end, utterance.answers.map(\.caption).joined(separator: " "))
        }
    }

    /// The least time that a subtitle is shown if there is room, seconds. Chosen, not measured.
    private static let shortest = 0.7

    /// A time as 00:01:02,345; the separator is a comma or a point.
    private static func time(_ seconds: Double, _ separator: String) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        let (hours, minutes) = (thousandths / 3_600_000, thousandths / 60_000 % 60)
        return String(format: "%02d:%02d:%02d", hours, minutes, thousandths / 1000 % 60)
            + separator + String(format: "%03d", thousandths % 1000)
    }
}
