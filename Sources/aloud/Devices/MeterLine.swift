internal import Audio
internal import Foundation
internal import Records

/// A meter's reading as a line of text.
enum MeterLine {
    /// The level at the left end of the bar, dB.
    static let leastShown = -60.0
    /// Characters of the bar.
    static let barLength = 30

    /// Numbers alone, for a file or a pipe.
    static func plain(_ reading: MeterReading) -> String {
        "\(reading.device): \(words(reading))"
    }

    /// The name, a bar of the moment's rms with a mark at the peak, and the numbers.
    static func withBar(_ reading: MeterReading, nameWidth: Int, width: Int) -> String {
        let name = reading.device.padding(toLength: nameWidth, withPad: " ", startingAt: 0)
        let line = "\(name) [\(bar(reading))] \(words(reading))"
        // A line that wraps would scroll the display away.
        return line.count < width ? line : String(line.prefix(max(1, width - 2))) + "\u{2026}"
    }

    private static func words(_ reading: MeterReading) -> String {
        if let trouble = reading.trouble { return trouble }
        guard let level = reading.level else { return "no sound yet" }
        let floor = level.noiseFloor.map(decibels) ?? "    -   "
        let clipping =
            level.clippedSamples > 0
            ? "  CLIPPING (\(level.clippedSamples) samples): turn it down" : ""
        let overruns = reading.tally.overruns > 0 ? "  \(reading.tally.overruns) overruns" : ""
        return "peak \(decibels(level.peak))  rms \(decibels(level.rms))  noise \(floor)"
            + clipping + overruns
    }

    private static func decibels(_ value: Double) -> String {
        String(format: "%5.1f dB", value)
    }

    private static func bar(_ reading: MeterReading) -> String {
        guard let moment = reading.moment, let level = reading.level, reading.trouble == nil else {
            return String(repeating: " ", count: barLength)
        }
        var cells = Array(repeating: Character(" "), count: barLength)
        for index in 0..<position(moment.rms) { cells[index] = "=" }
        let peak = position(level.peak)
        if peak > 0 { cells[peak - 1] = "|" }
        return String(cells)
    }

    /// The characters of the bar that a level fills.
    private static func position(_ level: Double) -> Int {
        let share = (level - leastShown) / -leastShown
        return Int((min(max(share, 0), 1) * Double(barLength)).rounded())
    }
}

/// The reading of a meter at one moment.
struct MeterReading: Sendable, Equatable {
    /// The device's name.
    var device: String
    /// The level over the last `DeviceMeter.windowSeconds`; nil before there was sound.
    var level: Level?
    /// The level over the last `DeviceMeter.momentSeconds`, for the eye.
    var moment: Level?
    /// Seconds of sound so far.
    var seconds = 0.0
    /// The sound that was lost.
    var tally = CaptureTally()
    /// Why nothing is heard, in words for a person; nil if all is well.
    var trouble: String?

    init(device: String) { self.device = device }

    /// One object of `aloud devices --json`; levels in dB relative to full scale, or null.
    var json: JSONValue {
        var object: JSONValue = ["device": .string(device), "time": .number(seconds, places: 2)]
        if let level {
            object.add("peak", .number(level.peak, places: 1))
            object.add("rms", .number(level.rms, places: 1))
            object.add("noiseFloor", level.noiseFloor.map { .number($0, places: 1) } ?? .null)
            object.add("clippedSamples", .integer(level.clippedSamples))
        }
        object.add("overruns", .integer(tally.overruns))
        object.add("error", trouble.map(JSONValue.string))
        return object
    }
}
