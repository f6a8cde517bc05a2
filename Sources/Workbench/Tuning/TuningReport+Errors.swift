internal import Audio
internal import Evaluation
internal import PhoneticMapping
internal import Platform
internal import Recognition

extension TuningReport {
    /// Maximum number of errors that the page has the sound and the drawings of.
    private static let mostSounds = 150
    /// The longest piece of sound, seconds. Later stretches are not drawn.
    private static let longestSound = 6.0
    /// The width of a drawing, pixels.
    private static let drawingWidth = 760.0

    /// A recording that was not heard right.
    private struct Failure {
        var before: HeardRow
        var after: HeardRow
        /// The loss before and after.
        var losses: [Double]

        var row: ReferenceRow { before.row }

        var state: String {
            losses[1] == 0 ? "mended" : losses[0] == 0 ? "new" : "in both"
        }
    }

    /// The table of errors in words.
    var errorWords: String {
        "Each answer that was not heard right, before or after."
            + (outputs.isEmpty
                ? ""
                : " <q>Alignment</q> opens the hearing after the tuning. \(HearingView.rowWords) "
                    + thresholds[1].words(for: []))
    }

    /// Recordings that were not heard right, each with its sound and its drawings.
    var errorsTable: String {
        let failures = failures
        guard !failures.isEmpty else { return "" }
        let rows = failures.enumerated().map { index, failure in
            let samples = index < Self.mostSounds ? sound(failure.row) : nil
            let player = samples.map { SoundPlayer.element($0.prefix(Self.longest)) } ?? ""
            let cells = [
                failure.row.shortPath, failure.row.speaker,
                failure.row.transcript.joined(separator: " "), words(failure.before, thresholds[0]),
                words(failure.after, thresholds[1]), failure.state,
            ]
            return "<tr>" + cells.map { "<td>\($0.escapedForHTML)</td>" }.joined()
                + "<td>\(player)</td></tr>" + drawings(of: failure, samples ?? [])
        }
        return "<div class=\"scroll\"><table class=\"errors\"><thead><tr>"
            + ["recording", "speaker", "said", "heard before", "after", "", "sound"]
            .map { "<th scope=\"col\">\($0)</th>" }.joined()
            + "</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table></div>"
            + (failures.count > Self.mostSounds
                ? "<p>The first \(Self.mostSounds) have their sound and their alignment.</p>" : "")
    }

    private static var longest: Int { Int(longestSound * Double(speechRate)) }

    /// The failures, the greatest loss after the tuning first.
    private var failures: [Failure] {
        let later = Dictionary(
            after.map { ($0.row.line, $0) }, uniquingKeysWith: { first, _ in first })
        return before.compactMap { row -> Failure? in
            guard let after = later[row.row.line] else { return nil }
            let losses = [
                row.tuningTally(at: thresholds[0]).losses,
                after.tuningTally(at: thresholds[1]).losses,
            ]
            guard losses.contains(where: { $0 > 0 }) else { return nil }
            return Failure(before: row, after: after, losses: losses)
        }.sorted { ($1.losses[1], $0.row.path) < ($0.losses[1], $1.row.path) }
    }

    private func words(_ row: HeardRow, _ thresholds: AcceptanceThresholds) -> String {
        let words = row.answers(at: thresholds).map(\.kind.word)
        return words.isEmpty ? "nothing" : words.joined(separator: " ")
    }

    /// A row of the table with a drawing of each stretch of speech that the player has.
    private func drawings(of failure: Failure, _ samples: [Float]) -> String {
        let drawings = zip(outputs[failure.row.line] ?? [], failure.after.heard.utterances)
            .filter { $0.0.segment.end <= Self.longestSound }
            .compactMap { output, heard -> String? in
                guard let segment = output.segment.cut(from: samples, frames: output.frames.frames)
                else { return nil }
                return HeardStretch(
                    file: failure.row.shortPath, segment: segment, frames: output.frames,
                    found: output.found, words: heard.words,
                    judged: HeardStretch.Judged(
                        answers: thresholds[1].answers(to: heard), thresholds: thresholds[1])
                ).drawing(width: Self.drawingWidth)
            }
        guard !drawings.isEmpty else { return "" }
        return "\n<tr><td colspan=\"7\"><details><summary>Alignment</summary><div class=\"wide\">"
            + drawings.joined(separator: "\n") + "</div></details></td></tr>"
    }
}

extension SpeechSegment {
    /// The same stretch with its samples, taken from the whole sound; nil if the sound lacks them.
    ///
    /// - Parameter frames: the number of frames of the net's output for it.
    fileprivate func cut(from sound: [Float], frames: Int) -> SpeechSegment? {
        let first = max(0, Int(((start - lead) * Double(speechRate)).rounded()))
        let seconds = TokenFrames.time(ofFrame: frames)
        let last = min(sound.count, first + Int(seconds * Double(speechRate)))
        guard first < last else { return nil }
        return SpeechSegment(
            samples: Array(sound[first..<last]), lead: lead, start: start, end: end,
            analysis: analysis)
    }
}
