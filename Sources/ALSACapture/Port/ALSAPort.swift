internal import Audio
internal import CALSA
internal import Glibc

/// A device of ALSA, open and running.
final class ALSAPort: CapturePort {
    let format: CaptureFormat
    private let device: CaptureDevice
    private var buffer: [UInt8]
    private let handle: PCMHandle

    /// How long a read waits for sound, milliseconds: how soon the capture thread can end.
    private static let waitMilliseconds: Int32 = 100

    /// Opens a device with what its hardware gives; only where that is nothing that is understood
    /// may ALSA's plug layer convert.
    init(_ device: CaptureDevice) throws(CaptureError) {
        guard device.isPresent() else {
            throw .unknownDevice(name: device.name, reason: "it is unplugged")
        }
        let plain = try PCMHandle.open(device, converting: false)
        let opened: PCMHandle
        do {
            format = try plain.negotiate(name: device.name)
            opened = plain
        } catch {
            let converting = try PCMHandle.open(device, converting: true)
            format = try converting.negotiate(name: device.name)
            opened = converting
        }
        self.device = device
        buffer = Array(repeating: 0, count: format.periodFrames * format.frameBytes)
        let code = snd_pcm_start(opened.pointer)
        guard code >= 0 else {
            throw CaptureError(name: device.name, code: code, reason: ALSALog.reason(code))
        }
        handle = opened
    }

    /// The corresponding C functions are `snd_pcm_wait` and `snd_pcm_readi`.
    func read() -> PortReading {
        ALSALog.clear()
        let ready = snd_pcm_wait(handle.pointer, Self.waitMilliseconds)
        if ready < 0 { return failure(ready) }
        if ready == 0 { return presence(else: .nothing) }
        let frames = snd_pcm_readi(
            handle.pointer, &buffer, snd_pcm_uframes_t(format.periodFrames))
        if frames < 0 { return failure(Int32(clamping: frames)) }
        // The `file` plugin answers a failed read with its old buffer and says so in the log alone.
        let log = ALSALog.text
        if log.contains("read from file failed") { return .gone(reason: log) }
        guard frames > 0 else { return presence(else: .nothing) }
        let bytes = min(Int(frames) * format.frameBytes, buffer.count)
        return presence(
            else: .sound(
                buffer.withUnsafeBytes {
                    format.encoding.amplitudes(UnsafeRawBufferPointer(rebasing: $0[..<bytes]))
                }))
    }

    /// The corresponding C functions are `snd_pcm_recover` and `snd_pcm_start`.
    func recover(from code: Int32) -> String? {
        ALSALog.clear()
        var status = snd_pcm_recover(handle.pointer, code, 1)
        if status >= 0 { status = snd_pcm_start(handle.pointer) }
        return status >= 0 ? nil : ALSALog.reason(status)
    }

    private func presence(else reading: PortReading) -> PortReading {
        device.isPresent() ? reading : .gone(reason: "the device was unplugged")
    }

    /// What a negative status means; -EPIPE is a status, not a length.
    private func failure(_ code: Int32) -> PortReading {
        switch -code {
        case EAGAIN, EINTR: .nothing
        case EPIPE, ESTRPIPE: .interrupted(code: code)
        default: .gone(reason: ALSALog.reason(code))
        }
    }
}
