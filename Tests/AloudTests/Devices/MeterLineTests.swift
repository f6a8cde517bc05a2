import Audio
import TestTraits
import Testing

@testable import aloud

@Suite("A meter's line", .listening)
struct MeterLineTests {
    private func reading(rms: Double, peak: Double) -> MeterReading {
        var reading = MeterReading(device: "hw:1")
        var meter = LevelMeter()
        meter.add([0.5])
        reading.level = meter.level
        reading.level?.rms = rms
        reading.level?.peak = peak
        reading.moment = reading.level
        return reading
    }

    @Test("The bar is half full at -30 dB, with a mark at the peak")
    func bar() {
        let line = MeterLine.withBar(reading(rms: -30, peak: -10), nameWidth: 6, width: 120)
        #expect(line.hasPrefix("hw:1   [===============         |     ] peak -10.0 dB"))
    }

    @Test("The bar stays within its brackets at any level", arguments: [-150.0, -60, 0, 3])
    func range(level: Double) {
        let line = MeterLine.withBar(reading(rms: level, peak: level), nameWidth: 4, width: 120)
        let bar = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        #expect(bar.count == MeterLine.barLength)
    }

    @Test("The line is narrower than the terminal, so it never wraps", arguments: [1, 20, 80])
    func width(columns: Int) {
        var reading = reading(rms: -30, peak: -10)
        reading.trouble = String(repeating: "gone ", count: 30)
        let line = MeterLine.withBar(reading, nameWidth: 10, width: columns)
        #expect(line.count <= max(2, columns - 1))
    }
}
