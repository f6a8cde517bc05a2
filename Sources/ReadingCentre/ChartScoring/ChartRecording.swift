package import Acuity
internal import CommandLineKit
internal import Foundation
internal import Platform

/// A recording of somebody who reads a chart, as a row of the table of `aloud-workbench score`.
package struct ChartRecording: Sendable, Equatable {
    /// The name of the row, different from all others.
    package var record: String
    /// The person who reads; the name of the record if the table has no such column.
    package var person: String
    /// The eye that reads.
    package var eye: Eye
    /// The chart as the table names it: "1", "2", "R", or its letters.
    package var chartName: String
    /// Whether the table names the chart. If not, the printed chart that fits best is taken.
    package var namesChart = true
    /// The lines of the chart.
    package var chart: Chart
    /// The distance from the eye to the chart.
    package var distance: Distance
    /// The distance that the chart's sizes are meant for.
    package var designed: Distance
    /// The rule that ends the reading.
    package var stop: StopRule
    /// The path of the sound.
    package var file: String
    /// The channel of the reader, from 1; nil for the mean of all.
    package var channel: Int?
    /// The channel of the examiner, from 1; nil if there is none.
    package var examiner: Int?
    /// The part of the sound that holds the reading, seconds.
    package var start: Double
    package var end: Double?
    /// Its line in the table.
    package var line: Int

    /// The charts with printed letters, by their names in the table.
    static let printed: [ChartName] = [.one, .two, .refraction]

    /// The size that is added to a line's nominal size because the chart is not read at its own
    /// distance, logMAR.
    package var shift: Double { log10(designed.metres / distance.metres) }

    /// The digest of the file, with the channel that is heard; nil if the file cannot be read, or is a
    /// pipe.
    var sound: String? {
        guard !FileInput.isPipe(file), let digest = try? ContentDigest.ofFile(file) else {
            return nil
        }
        return digest + (channel.map { " \($0)" } ?? "")
    }

    /// The cells that distinguish this reading from others, by the columns of the table of scores; the
    /// chart only if the table names it.
    var identity: [String: String] {
        [
            "person": person, "eye": eye.rawValue, "chart": namesChart ? chartName : nil,
            "distance_m": fixed(distance.metres, 2), "file": FileName.shown(file),
            "channel": channel.map { "\($0)" } ?? "", "start": start == 0 ? "" : fixed(start, 3),
            "end": end.map { fixed($0, 3) } ?? "", "designed_m": fixed(designed.metres, 2),
            "stop": stop.rawValue,
        ].compactMapValues { $0 }
    }
}
