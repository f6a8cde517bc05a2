internal import Audio
internal import CALSA
internal import Glibc

/// A device of ALSA, open and running.
final class ALSAPort: CapturePort {
    let format: CaptureFormat
    private let device: CaptureDevice
    private var buffer: [UInt8]
    private let pcm: AgreedPCM

    /// How long a read waits for sound, milliseconds: how soon the capture thread can end.
    private static let waitMilliseconds: Int32 = 100

    /// Opens a device with what its hardware gives; only where that is nothing that is understood
    /// may ALSA's plug layer convert.
    init(_ device: CaptureDevice) throws(CaptureError) {
        guard device.isPresent() else {
            throw .unknownDevice(name: device.name, reason: "it is unplugged")
        }
        let agreed: AgreedPCM
        do {
            agreed = try AgreedPCM.open(device, converting: false)
        } catch {
            guard case .format = error else { throw error }
            agreed = try AgreedPCM.open(device, converting: true)
        }
        format = agreed.format
        self.device = device
        buffer = Array(repeating: 0, count: format.periodFrames * format.frameBytes)
        let code = snd_pcm_start(agreed.handle.pointer)
        guard code >= 0 else {
            throw CaptureError(name: device.name, code: code, reason: ALSALog.reason(code))
        }
        pcm = agreed
    }

    /// The corresponding C functions are `snd_pcm_wait` and `snd_pcm_readi`.
    func read() -> PortReading {
        ALSALog.clear()
        let ready = snd_pcm_wait(pcm.handle.pointer, Self.waitMilliseconds)
        if ready < 0 { return failure(ready) }
        if ready == 0 { return presence(else: .nothing) }
        let frames = snd_pcm_readi(
            pcm.handle.pointer, &buffer, snd_pcm_uframes_t(format.periodFrames))
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

    /// The corresponding C functions are `snd_pcm_recover` and `snd_pcm_start`, which refuses a
    /// device that runs already, as one may that was suspended and resumed.
    func recover(from code: Int32) -> String? {
        ALSALog.clear()
        var status = snd_pcm_recover(pcm.handle.pointer, code, 1)
        if status >= 0, snd_pcm_state(pcm.handle.pointer) != SND_PCM_STATE_RUNNING {
            status = snd_pcm_start(pcm.handle.pointer)
        }
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

/// An open device and the format that it agreed to; closed again where they don't agree, so that
/// the next try does not find it busy.
private struct AgreedPCM: ~Copyable {
    let handle: PCMHandle
    let format: CaptureFormat

    static func open(
        _ device: CaptureDevice, converting: Bool
    ) throws(CaptureError) -> AgreedPCM {
        let handle = try PCMHandle.open(device, converting: converting)
        let format = try handle.negotiate(name: device.name)
        return AgreedPCM(handle: handle, format: format)
    }
}
