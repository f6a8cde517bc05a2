internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Records
internal import Transcripts

extension EvaluationRun {
    /// Hears lines of five letters as the first lines of tests, and talk.
    ///
    /// - Parameter joining: how lines are made of single letters; nil for recorded lines.
    package func lines(_ joining: LineEvaluation.Joining?) throws -> EvaluationOutcome {
        noteDoubts(isJoined: joining != nil)
        let lines = try lines(joining: joining)
        let files = try files()
        let degrading = try degrade(hearing: lines.map(\.row.speaker))
        let degraded = lines.map { line in
            LineHearing.Line(
                row: line.row,
                recording: degrading.applied(to: line.recording, of: line.row.speaker))
        }
        let listeners = try listeners(LetterChoice(toAnswer: .sloan))
        let result = try LineHearing(jobs: jobs).hear(degraded, with: listeners.make)
        let written = Result<Void, any Error> {
            try files.errors?.write(LineTable(result.heard).markdown)
        }
        let evaluation = LineEvaluation(
            result.heard, unread: result.failures.count, accept: listeners.thresholds.accept,
            joining: joining)
        return EvaluationOutcome(
            text: evaluation.text, json: listeners.json(evaluation), failures: result.failures,
            written: written)
    }

    /// Notes doubtful rows, which may have been meant as a line, or as a letter of one.
    private func noteDoubts(isJoined: Bool) {
        let words = isJoined ? 1 : Chart.lettersInLine
        let near = manifest.wanted.filter { row in
            row.transcript.count == words
                || row.transcript.contains { HiddenLetters($0)?.letters.count == words }
        }
        manifest.doubts(in: near).forEach(note)
    }

    /// The lines to be heard, recorded or joined, and talk.
    ///
    /// - Throws: `NoLines`.
    private func lines(joining: LineEvaluation.Joining?) throws -> [LineHearing.Line] {
        let wanted = manifest.wanted
        guard let joining else {
            let lines = wanted.filter { $0.isLine || $0.isTalk }
            guard !lines.isEmpty else {
                throw NoLines(path: manifest.path, set: manifest.setNames, isJoined: false)
            }
            return lines.map { LineHearing.Line(row: $0, recording: recording($0)) }
        }
        let joined = JoinedLine.draw(from: wanted, seed: joining.seed)
        guard !joined.isEmpty else {
            throw NoLines(path: manifest.path, set: manifest.setNames, isJoined: true)
        }
        return joined.map { line in
            LineHearing.Line(
                row: line.row, recording: line.recording(pause: joining.pause, recording))
        } + wanted.filter(\.isTalk).map { LineHearing.Line(row: $0, recording: recording($0)) }
    }
}

/// A manifest without a line of five letters, or with too few letters to join one.
struct NoLines: Error, CustomStringConvertible {
    var path: String
    var set: String?
    /// Whether lines were to be joined from single letters.
    var isJoined: Bool

    var description: String {
        if isJoined {
            return "Nobody in '\(path)'" + (set.map { ", set '\($0)'," } ?? "")
                + " says five different letters of the charts, each alone in a recording."
                + " Check '--set'."
        }
        return "'\(path)' has no recording of five single letters"
            + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check '--set', or join lines from single letters with '--join'."
    }
}
