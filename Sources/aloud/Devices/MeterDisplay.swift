internal import Audio
internal import CommandLineKit
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
