package import CommandLineKit
internal import Platform
package import Records

/// A recording of a chart with one score, as the records keep it.
package struct ScoredTest: Sendable {
    /// The result.
    package var record: TestRecord
    /// The name of the row in the table.
    package var name: String
    /// The clinic's identifier of the person; nil if the table names nobody.
    package var person: String?
    /// Whether the table names the chart. If not, Aloud found it.
    package var namesChart: Bool
    /// The path of the sound.
    package var file: String
    /// The channel and the times that were scored: ", channel 2, 0.500 s to 60.000 s"; empty for all
    /// of the file.
    package var part: String

    /// The reading of a recording.
    init(_ recording: ChartRecording, _ record: TestRecord) {
        self.record = record
        name = recording.record
        person = recording.person == recording.record ? nil : recording.person
        namesChart = recording.namesChart
        file = recording.file
        part = recording.part
    }

    /// 16 digits that differ between the contents of files.
    ///
    /// - Throws: `InputError` if the file of the sound cannot be read.
    package func digest() throws(InputError) -> String {
        var digest = Fingerprint()
        if FileInput.isPipe(file) {
            // Its content can be read only once.
            digest.add(fileAt: file)
        } else {
            try digest.add(contentOf: file)
        }
        return digest.text
    }
}

extension ChartRecording {
    fileprivate var part: String {
        let channel = channel.map { ", channel \($0)" } ?? ""
        guard start > 0 || end != nil else { return channel }
        let last = end.map { fixed($0, 3) + " s" } ?? "its end"
        return channel + ", \(fixed(start, 3)) s to \(last)"
    }
}

extension Fingerprint {
    /// Adds the content of a file.
    fileprivate mutating func add(contentOf path: String) throws(InputError) {
        let input = try FileInput(path, stop: StopRequest())
        while case let piece = try input.read(upTo: 1 << 16), !piece.isEmpty { add(piece) }
    }
}
