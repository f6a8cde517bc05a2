internal import Audio
internal import CALSA
internal import CALSALog
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
        let format = try handle.negotiate(name: device.name, channel: device.channel)
        return AgreedPCM(handle: handle, format: format)
    }
}

/// What one read of a device brought.
enum PortReading: Equatable {
    /// Sound, interleaved.
    case sound([Float])
    /// Nothing yet.
    case nothing
    /// It ran over or slept: `-EPIPE` or `-ESTRPIPE`, for `recover`.
    case interrupted(code: Int32)
    /// It is gone; why, in the system's words.
    case gone(reason: String)
}

/// An open device, as the capture thread sees it. One owner: that thread.
protocol CapturePort: AnyObject {
    /// What it gives.
    var format: CaptureFormat { get }

    /// Waits a tenth of a second at most for sound and takes up to a period of it.
    func read() -> PortReading

    /// Gets it going again after it ran over or the computer slept; nil when that worked, else
    /// why not.
    func recover(from code: Int32) -> String?
}

/// What ALSA would print to stderr, kept for messages instead. It belongs to the calling thread.
enum ALSALog {
    /// Done once in a process, by the first use of the log.
    private static let installed: Void = aloud_alsa_log_install()

    /// Forgets what was said; call it before the C call whose words are wanted. Every way into
    /// ALSA passes here first, so that nothing is ever printed.
    static func clear() {
        installed
        aloud_alsa_log_clear()
    }

    /// What was said since `clear`, in one line, but for what tells only by which functions of its
    /// configuration the library came there.
    static var text: String {
        String(cString: aloud_alsa_log_text()).split(separator: "\n")
            .filter { line in !inner.contains { line.hasPrefix($0) } }.joined(separator: "; ")
    }

    /// How such lines begin (`conf.c` of alsa-lib 1.2.8).
    private static let inner = ["function ", "error evaluating ", "Evaluate error"]

    /// The reason of a failed call: the words of its code, and what the log adds to them.
    static func reason(_ code: Int32) -> String {
        let words = String(cString: snd_strerror(code))
        let log = text
        if log.isEmpty { return words }
        return log.contains(words) ? log : "\(words): \(log)"
    }
}
