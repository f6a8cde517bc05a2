internal import Acuity
internal import Audio
internal import Recognition

/// A line of five letters that one speaker has said one by one, each in a recording of its own.
struct JoinedLine: Sendable {
    /// The number of lines for each speaker: twice as many letters as a chart has.
    private static let linesOfSpeaker = 4
    /// The quiet before the first letter and after the last one, seconds.
    private static let before = 1.0
    private static let after = 2.0
    /// The noise of a quiet room, at most, of full scale: 8 steps of 16 bits.
    private static let noise: Float = 8 / 32_768

    /// The line as a row of a manifest.
    let row: ReferenceRow
    /// The letters in their order.
    let letters: [ReferenceRow]
    private let seed: UInt64

    /// The lines of every speaker with recordings of five or more different letters of the charts.
    /// The letters of a line are different; one of several recordings of a letter is drawn.
    ///
    /// - Parameter rows: recordings, some of them of one letter each.
    static func draw(from rows: [ReferenceRow], seed: UInt64) -> [JoinedLine] {
        let single = rows.filter { row in
            row.transcript.count == 1 && row.letters.allSatisfy(Letter.sloan.contains)
                && !row.letters.isEmpty
        }
        var generator = SplitMix64(seed: seed)
        return Dictionary(grouping: single, by: \.speaker).sorted { $0.key < $1.key }
            .flatMap { speaker, rows -> [JoinedLine] in
                let letters = Letter.sloan.map { letter in rows.filter { $0.letters == [letter] } }
                    .filter { !$0.isEmpty }
                guard letters.count >= Chart.lettersInLine else { return [] }
                return (1...linesOfSpeaker).map { number in
                    var left = letters
                    let drawn = (0..<Chart.lettersInLine).map { _ in
                        let recordings = left.remove(at: generator.index(below: left.count))
                        return recordings[generator.index(below: recordings.count)]
                    }
                    return JoinedLine(
                        drawn, by: speaker, number: number, seed: generator.next())
                }
            }
    }

    private init(_ letters: [ReferenceRow], by speaker: String, number: Int, seed: UInt64) {
        self.letters = letters
        self.seed = seed
        row = ReferenceRow(
            path: "\(speaker)-\(number)", transcript: letters.flatMap(\.transcript),
            speaker: speaker, set: letters[0].set)
    }

    /// The sound of it: the letters without the quiet around them, as loud as they were recorded.
    ///
    /// - Parameters:
    ///   - pause: seconds between them.
    ///   - recording: opens the recording of a row.
    func recording(
        pause: Double, _ recording: @escaping @Sendable (ReferenceRow) -> Recording
    ) -> Recording {
        Recording(name: row.path) { [letters, seed] in
            var generator = SplitMix64(seed: seed)
            func quiet(_ seconds: Double) -> [Float] {
                (0..<Int(seconds * Double(speechRate))).map { _ in
                    Self.noise * Float(2 * generator.fraction() - 1)
                }
            }
            var samples = quiet(Self.before)
            for (index, letter) in letters.enumerated() {
                if index > 0 { samples += quiet(pause) }
                samples += SpeechFrames.trimmed(try recording(letter).readWhole())
            }
            return SoundInMemory(samples + quiet(Self.after))
        }
    }
}
