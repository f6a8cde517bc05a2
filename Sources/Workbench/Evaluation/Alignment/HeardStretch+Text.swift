internal import Audio
internal import CommandLineKit
internal import Foundation
package import PhoneticMapping
internal import Platform
package import Recognition
internal import Records
internal import Transcripts

/// Neighbouring frames with the same likeliest token.
struct TokenRun: Equatable {
    var frames: ClosedRange<Int>
    /// The place of the likeliest token, and of the likeliest other one.
    var best: Int
    var second: Int
}

extension HeardStretch {
    /// Minimum mean probability of the second token of a run that is shown.
    private static let leastSecond = 0.005

    /// The runs of frames with the same likeliest token, in order.
    var runs: [TokenRun] {
        let places = frames.tokens.indices
        var runs: [TokenRun] = []
        for frame in 0..<frames.frames {
            guard let best = places.max(by: { frames[frame, $0] < frames[frame, $1] })
            else { continue }
            if let last = runs.last, last.best == best {
                runs[runs.count - 1].frames = last.frames.lowerBound...frame
            } else {
                runs.append(TokenRun(frames: frame...frame, best: best, second: best))
            }
        }
        for index in runs.indices {
            let run = runs[index]
            let others = places.filter { $0 != run.best }
            runs[index].second =
                others.max { mean($0, in: run.frames) < mean($1, in: run.frames) } ?? run.best
        }
        return runs
    }

    /// The mean probability of a token, by its place, in some frames.
    func mean(_ token: Int, in range: ClosedRange<Int>) -> Double {
        range.reduce(0) { $0 + probability($1, token) } / Double(range.count)
    }

    /// The name of the recording, and the start and the end of the speech.
    var title: String { "\(file), \(fixed(segment.start, 2)) to \(fixed(segment.end, 2)) s" }

    /// The stretch as tables for a terminal: the scores, the words and the answers.
    package var text: String {
        var lines = [title, ""]
        lines += scores.lines.map { "  " + $0 } + [""]
        lines += wordTable.lines.map { "  " + $0 } + [""]
        if let judged { lines += answerLines(of: judged).map { "  " + $0 } + [""] }
        return lines.joined(separator: "\n") + "\n"
    }

    private var scores: TextTable {
        var table = TextTable(
            ["frames", "seconds", "likeliest", "", "then", ""], columnsFromLeft: 6)
        for run in runs {
            let second = mean(run.second, in: run.frames)
            let shown = second >= Self.leastSecond
            table.add([
                Self.span(run.frames), Self.span(time(of: run.frames)), frames.tokens[run.best],
                fixed(mean(run.best, in: run.frames), 2), shown ? frames.tokens[run.second] : "",
                shown ? fixed(second, 2) : "",
            ])
        }
        return table
    }

    private var wordTable: TextTable {
        var table = TextTable(["words", "frames", "seconds", "confidence"], columnsFromLeft: 4)
        for word in aligned {
            table.add([
                word.shown, word.frames.map(Self.span) ?? "-", Self.span(word.time),
                word.confidence.map { fixed($0, 2) } ?? "-",
            ])
        }
        if aligned.isEmpty { table.add(["none"]) }
        return table
    }

    private func answerLines(of judged: Judged) -> [String] {
        var table = TextTable(["answers", "seconds", "confidence", ""], columnsFromLeft: 4)
        for answer in judged.answers {
            table.add([
                answer.caption, answer.time.map(Self.span) ?? "-", fixed(answer.sureness, 2),
                answer.verdict,
            ])
        }
        if judged.answers.isEmpty { table.add(["none"]) }
        return table.lines + [judged.thresholds.words(for: judged.answers)]
    }

    private static func span(_ frames: ClosedRange<Int>) -> String {
        frames.count == 1 ? "\(frames.lowerBound)" : "\(frames.lowerBound)-\(frames.upperBound)"
    }

    private static func span(_ time: ClosedRange<Double>) -> String {
        "\(fixed(time.lowerBound, 2)) to \(fixed(time.upperBound, 2))"
    }
}

extension AlignedWord {
    /// The word with its role, unless that is plain.
    var shown: String {
        switch role {
        case .word: text
        case .talk: text.isEmpty ? "talk" : "talk: \(text)"
        case .passedOver: "passed over: \(text)"
        }
    }
}

extension SpokenAnswer {
    /// The answer in a word: "K", "cannotSee", or "D/T?" for an unclear one.
    var caption: String { kind == .unclear ? AnswerObject(self).caption : kind.word }

    /// The verdict on it in words.
    var verdict: String { kind == .unclear ? "asked again" : "accepted" }
}

extension AcceptanceThresholds {
    /// The thresholds in words, including those of single words that occur in these answers.
    package func words(for answers: [SpokenAnswer]) -> String {
        let heard = answers.flatMap { $0.heard.split(separator: " ").map(String.init) }
        let careful = careful.sorted { $0.key < $1.key }
            .filter { $0.value > accept && heard.contains($0.key) }
            .map { "; '\($0.key)' from \(fixed($0.value, 2)) on" }.joined()
        return "Accepted from \(fixed(accept, 2)) on, commands that score no letter from"
            + " \(fixed(command, 2)) on\(careful); asked again from \(fixed(notice, 2)) on."
    }
}

extension HeardStretch {
    /// The stretch as an object of JSON on one line.
    package var json: String {
        let rows = tokens.map { token in
            (
                frames.tokens[token],
                (0..<frames.frames).map { share(probability($0, token)) ?? 0 }
            )
        }
        let scores: JSONObject = [
            "first": rounded(time(ofFrame: 0)), "step": TokenFrames.secondsPerFrame,
            "tokens": Dictionary(uniqueKeysWithValues: rows),
        ]
        let words = aligned.map { word -> JSONObject in
            [
                "confidence": rounded(word.confidence), "kind": word.role.rawValue,
                "end": rounded(word.time.upperBound), "start": rounded(word.time.lowerBound),
                "frames": word.frames.map { [$0.lowerBound, $0.upperBound] },
                "word": word.text.isEmpty ? nil : word.text,
            ]
        }
        let thresholds = judged.map { judged -> JSONObject in
            [
                "accept": judged.thresholds.accept, "command": judged.thresholds.command,
                "notice": judged.thresholds.notice,
            ]
        }
        let object: JSONObject = [
            "answers": judged?.answers.map { AnswerObject($0) }, "file": file,
            "end": rounded(segment.end), "start": rounded(segment.start), "scores": scores,
            "thresholds": thresholds, "words": words,
        ]
        return object.jsonText
    }
}
