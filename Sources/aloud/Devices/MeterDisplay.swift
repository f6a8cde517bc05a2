internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform

/// Shows the levels of some devices for a time.
struct MeterDisplay {
    /// The form of the levels.
    enum Style {
        /// Moving bars, on a terminal.
        case bars
        /// A line per device and second.
        case lines
        /// The same as JSON Lines.
        case json
    }

    /// The form of the levels.
    let style: Style
    /// The console and the real parts.
    let environment: CommandEnvironment
    let clock: any WaitingClock

    /// The time between two pictures of the bars, and the longest wait for a request to stop.
    private static let tick = Duration.milliseconds(100)
    private static let ticksPerLine = 10

    /// Shows the levels.
    ///
    /// - Parameter seconds: how long; nil for until a request to stop.
    func show(_ meters: [DeviceMeter], seconds: Double?) throws {
        defer { for meter in meters { meter.stop() } }
        let start = clock.now()
        var ticks = 0
        while !environment.stop.isRequested {
            ticks += 1
            clock.wait(until: start + Self.tick * ticks)
            let isLast = seconds.map { Double(ticks) * (Self.tick / .seconds(1)) >= $0 } ?? false
            if style == .bars || ticks % Self.ticksPerLine == 0 || isLast {
                try draw(meters.map(\.reading), isFirst: ticks == 1)
            }
            if isLast { break }
        }
    }

    private func draw(_ readings: [MeterReading], isFirst: Bool) throws {
        switch style {
        case .json:
            for reading in readings { try environment.emit(reading.json) }
        case .lines:
            for reading in readings {
                try environment.output.write(MeterLine.plain(reading) + "\n")
            }
        case .bars:
            // CSI n A goes up n lines, CSI K clears the rest of a line (ECMA-48).
            let up = isFirst ? "" : "\u{1B}[\(readings.count)A"
            let nameWidth = min(24, readings.map(\.device.count).max() ?? 0)
            let width = environment.outputTerminal.width
            let lines = readings.map { reading in
                MeterLine.withBar(reading, nameWidth: nameWidth, width: width) + "\u{1B}[K\n"
            }
            try environment.output.write(up + lines.joined())
        }
    }
}

/// A meter's reading as a line of text.
enum MeterLine {
    /// The level at the left end of the bar, dB.
    static let leastShown = -60.0
    /// Characters of the bar.
    static let barLength = 30

    /// Only numbers, for a file or a pipe.
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
