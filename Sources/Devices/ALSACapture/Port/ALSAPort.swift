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

    /// Longest wait of a read for sound, milliseconds: the capture thread can end this soon.
    private static let waitMilliseconds: Int32 = 100

    /// Opens a device in a format of its hardware. ALSA's plug layer converts only if there is no usable
    /// one.
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
        // The `file` plugin answers a failed read with its old buffer and reports it only in the
        // log.
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

    /// The corresponding C functions are `snd_pcm_recover` and `snd_pcm_start`. The second one
    /// refuses a device that already runs, such as one that was suspended and resumed.
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

    /// The meaning of a negative status; -EPIPE is a status, not a length.
    private func failure(_ code: Int32) -> PortReading {
        switch -code {
        case EAGAIN, EINTR: .nothing
        case EPIPE, ESTRPIPE: .interrupted(code: code)
        default: .gone(reason: ALSALog.reason(code))
        }
    }
}

/// An open device and its format. Without a format, the device is closed, so that the next attempt
/// does not find it busy.
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

/// The result of one read of a device.
enum PortReading: Equatable {
    /// Sound, interleaved.
    case sound([Float])
    /// Nothing yet.
    case nothing
    /// It overran or the computer slept: `-EPIPE` or `-ESTRPIPE`, for `recover`.
    case interrupted(code: Int32)
    /// It is gone, with the reason in the system's words.
    case gone(reason: String)
}

/// An open device, as the capture thread sees it. One owner: that thread.
protocol CapturePort: AnyObject {
    /// Format of its sound.
    var format: CaptureFormat { get }

    /// Waits at most a tenth of a second for sound and takes up to a period of it.
    func read() -> PortReading

    /// Restarts it after an overrun or a sleep of the computer.
    ///
    /// - Returns: nil on success, else the reason.
    func recover(from code: Int32) -> String?
}

/// The messages that ALSA would print to stderr, kept for errors. One log for each thread.
enum ALSALog {
    /// Installed once in a process, by the first use of the log.
    private static let installed: Void = aloud_alsa_log_install()

    /// Clears the log; called before the C call whose messages are wanted. Every call into ALSA comes
    /// after this, so that nothing is ever printed.
    static func clear() {
        installed
        aloud_alsa_log_clear()
    }

    /// Messages since `clear` in one line, without ALSA's internal call trace.
    static var text: String {
        String(cString: aloud_alsa_log_text()).split(separator: "\n")
            .filter { line in !inner.contains { line.hasPrefix($0) } }.joined(separator: "; ")
    }

    /// Beginnings of lines of the call trace (`conf.c` of alsa-lib 1.2.8).
    private static let inner = ["function ", "error evaluating ", "Evaluate error"]

    /// The reason of a failed call: the message of its code, and the log.
    static func reason(_ code: Int32) -> String {
        let words = String(cString: snd_strerror(code))
        let log = text
        if log.isEmpty { return words }
        return log.contains(words) ? log : "\(words): \(log)"
    }
}
