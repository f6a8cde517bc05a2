import Audio
import Foundation

@testable import ALSACapture

/// A device that does what a test says.
final class ScriptedPort: CapturePort {
    let format: CaptureFormat
    private let step: () -> PortReading
    private let recovery: (Int32) -> String?

    init(
        format: CaptureFormat = .speech, recovery: @escaping (Int32) -> String? = { _ in nil },
        step: @escaping () -> PortReading
    ) {
        self.format = format
        self.recovery = recovery
        self.step = step
    }

    /// A device that gives some readings, then nothing more.
    convenience init(_ readings: [PortReading], format: CaptureFormat = .speech) {
        var left = readings.reversed() as [PortReading]
        self.init(format: format) {
            if let reading = left.popLast() { return reading }
            Thread.sleep(forTimeInterval: 0.001)
            return .nothing
        }
    }

    func read() -> PortReading { step() }

    func recover(from code: Int32) -> String? { recovery(code) }
}

extension CaptureFormat {
    /// The format that the recogniser requires.
    static let speech = CaptureFormat(
        sampleRate: speechRate, channels: 1, encoding: .int16, periodFrames: 320)
}
