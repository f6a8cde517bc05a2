internal import Platform

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

    /// Whether each recording has a file of its own; else all of a session share one.
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

    /// Lines end with CR LF, and a field with a comma, a quote or a line's end is in quotes.
    private static func row(_ fields: [String]) -> String {
        fields.map { field in
            field.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
                ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
        }.joined(separator: ",") + "\r\n"
    }
}

/// The formats of NIST's scoring toolkit (sctk), by its documents "infmts".
enum TimeMarkedWords {
    /// One line a word: file, channel, start, length, word, confidence. Unclear answers are
    /// comments, since they are no words. A command has its words, each with a part of its time.
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
        var lines = recording.breaths.compactMap { breath -> String? in
            let words = breath.answers.filter { !$0.isUnclear }.flatMap(words(of:))
            guard !words.isEmpty else { return nil }
            return "\(name) 1 \(speaker) \(fixed(breath.time.lowerBound, 3))"
                + " \(fixed(breath.time.upperBound, 3)) \(words.joined(separator: " "))"
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
