internal import Audio
internal import CALSA
internal import Foundation
internal import Glibc
internal import Synchronization

/// A microphone that hears what a program writes: an ALSA capture device over a FIFO.
///
/// `device` opens it in this process, with no change to the system's or the process's settings.
/// Another process opens it by the name of `device` with `environment` set. Sound is heard when it
/// is written, so that the writer keeps the time: 20 ms of sound every 20 ms. Any thread may write.
///
/// ```swift
/// let microphone = try VirtualMicrophone()
/// let capture = try ALSACapture(microphone.device) { try SoxrResampler(from: $0, to: $1) }
/// microphone.write(voice)
/// ```
package final class VirtualMicrophone: Sendable {
    /// The device to open in this process.
    package let device: CaptureDevice
    /// The environment that another process needs to open the device by its name.
    package let environment: [String: String]

    /// Samples of a block, 20 ms: the period of a capture at 16 kHz. The FIFO is only ever written
    /// in whole blocks, for ALSA fills up a period that it gets in part with old sound.
    static let blockSamples = speechRate / 50
    /// The capacity of the FIFO, bytes: one page, 120 ms in whole blocks, so that a writer that is
    /// ahead is not heard seconds late.
    private static let fifoBytes: Int32 = 4_096

    private struct State: ~Copyable {
        var writer: FIFOWriter?
        var rest: [Float] = []
        var readerIsSlow = false
        var unheardSamples = 0
    }

    private let state: Mutex<State>
    /// The simulated plug. If it is pulled, a capture in this process loses the device with the
    /// next sound written, and looks for it.
    let plug = Plug()
    private let folder: MicrophoneFolder

    /// Makes the FIFO and the configurations in a new folder among the temporary files.
    ///
    /// - Throws: `VirtualMicrophoneError`.
    package init() throws(VirtualMicrophoneError) {
        folder = try MicrophoneFolder()
        let fifo = "\(folder.path)/sound"
        let configuration = "\(folder.path)/asound.conf"
        let definition = CaptureDevice.rawFileConfiguration(
            fifo, sampleRate: speechRate, channels: 1)
        do {
            // The system's own configuration stays in force with it.
            try "</usr/share/alsa/alsa.conf>\n\(definition)".write(
                toFile: configuration, atomically: true, encoding: .utf8)
        } catch {
            throw .setup(path: folder.path, reason: error.localizedDescription)
        }
        state = Mutex(State(writer: try FIFOWriter.make(fifo, bytes: Self.fifoBytes)))
        let plug = plug
        device = CaptureDevice(
            CaptureDevice.rawFileName, configuration: definition, isPresent: { plug.isIn })
        environment = ["ALSA_CONFIG_PATH": configuration]
    }

    deinit { close() }

    /// Plays sound into the microphone.
    ///
    /// An incomplete block waits for the next call or for `close`. Without a reader, a call waits
    /// half a second once; after that, sound is lost, as in an empty room, until a reader returns.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    package func write(_ samples: [Float]) {
        state.withLock { state in
            state.rest += samples
            var start = 0
            while state.rest.count - start >= Self.blockSamples {
                Self.send(Array(state.rest[start..<start + Self.blockSamples]), &state)
                start += Self.blockSamples
            }
            state.rest.removeFirst(start)
        }
    }

    /// Ends the sound and removes the folder. Silence fills up the last block, and a block of
    /// silence follows, which a reader in another process then hears forever. A capture in this
    /// process loses the device.
    package func close() {
        state.withLock { state in
            guard state.writer != nil else { return }
            let missing = Self.blockSamples - state.rest.count
            if !state.rest.isEmpty {
                Self.send(state.rest + [Float](repeating: 0, count: missing), &state)
            }
            Self.send([Float](repeating: 0, count: Self.blockSamples), &state)
            state.rest = []
            state.writer = nil
        }
        plug.isIn = false
        folder.remove()
    }

    /// Seconds of sound that were lost because nobody read them.
    var unheardSeconds: Double {
        Double(state.withLock { $0.unheardSamples }) / Double(speechRate)
    }

    private static func send(_ block: [Float], _ state: inout State) {
        let heard =
            state.writer?.write(PCM16.littleEndian(block), waits: !state.readerIsSlow) ?? false
        state.readerIsSlow = !heard
        if !heard { state.unheardSamples += block.count }
    }
}

extension VirtualMicrophone: SoundSink {}

/// Whether a simulated device is plugged in.
final class Plug: Sendable {
    private let state = Mutex(true)

    var isIn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The reason that a virtual microphone could not be made.
package enum VirtualMicrophoneError: Error, Equatable, CustomStringConvertible {
    /// Its folder, FIFO or configuration could not be made; `reason` in the system's words.
    case setup(path: String, reason: String)

    package var description: String {
        switch self {
        case .setup(let path, let reason):
            "Virtual microphone: \(path) can't be made (\(reason)); check that the folder for "
                + "temporary files has room and may be written (TMPDIR names it)."
        }
    }
}

/// The only owner of the writing end of a FIFO. It writes whole blocks or nothing.
///
/// It also holds the reading end. So opening the FIFO never blocks on either side, and a reader
/// that closes it raises no SIGPIPE.
struct FIFOWriter: ~Copyable {
    private let descriptor: Int32

    /// The time that a write waits for a slow reader, milliseconds. A missing reader looks the
    /// same.
    private static let patienceMilliseconds: Int32 = 500

    /// F_SETPIPE_SZ of Linux (F_LINUX_SPECIFIC_BASE + 7, fcntl(2)), which glibc shows only with
    /// _GNU_SOURCE, so that Swift does not see it.
    private static let setPipeSize: Int32 = 1_031

    /// Makes a FIFO and opens it.
    ///
    /// - Parameters:
    ///   - path: where; nothing may be there.
    ///   - bytes: how much it should hold at least; the kernel rounds up to pages.
    /// - Throws: `VirtualMicrophoneError`.
    static func make(_ path: String, bytes: Int32) throws(VirtualMicrophoneError) -> FIFOWriter {
        guard mkfifo(path, 0o600) == 0 else {
            throw .setup(path: path, reason: String(cString: strerror(errno)))
        }
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .setup(path: path, reason: String(cString: strerror(errno)))
        }
        // If this fails, a smaller FIFO only shortens the delay.
        _ = fcntl(descriptor, Self.setPipeSize, bytes)
        return FIFOWriter(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    /// Writes a block in one piece.
    ///
    /// - Parameter waits: whether to give a slow reader time.
    /// - Returns: false where there was no room, so that nothing was written.
    func write(_ block: [UInt8], waits: Bool) -> Bool {
        precondition(block.count <= PIPE_BUF, "the kernel writes no more than this in one piece")
        while true {
            let written = Glibc.write(descriptor, block, block.count)
            if written == block.count { return true }
            guard written < 0, errno == EAGAIN || errno == EINTR else { return false }
            if errno == EINTR { continue }
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard waits, poll(&room, 1, Self.patienceMilliseconds) > 0 else { return false }
        }
    }
}
