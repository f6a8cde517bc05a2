@testable import ALSACapture

extension CaptureDevice {
    /// A device that hears a file of raw sound, signed 16 bits little-endian, instead of a room.
    static func rawFile(
        _ path: String, sampleRate: Int = 16_000, channels: Int = 1
    ) -> CaptureDevice {
        CaptureDevice(
            rawFileName,
            configuration: rawFileConfiguration(path, sampleRate: sampleRate, channels: channels))
    }
}
