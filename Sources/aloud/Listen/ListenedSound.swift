internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Glibc
internal import Platform
internal import Recognition
internal import TestPages

/// The sound that `aloud listen` hears.
enum ListenedSound {
    /// A microphone by its ALSA name; nil for the system's default.
    case microphone(device: String?, channel: Int?)
    /// The microphone of a page that is connected.
    case page(PageSound)
    /// A recording by its path.
    case recording(String, channel: Int?)
    /// Standard input: raw sound, or a recording that another program makes.
    case standardInput(channel: Int?)

    /// Whether it is standard input, which then has no control lines.
    var isStandardInput: Bool { if case .standardInput = self { true } else { false } }

    /// The sound that a page sends; nil if it is another.
    var ofPage: PageSound? { if case .page(let sound) = self { sound } else { nil } }

    /// Opens the sound.
    ///
    /// - Throws: why it cannot be opened, with advice.
    func open(in environment: CommandEnvironment) throws -> any AudioSource {
        switch self {
        case .microphone(let device, let channel):
            do {
                let microphone = try environment.instruments.microphone(device, channel)
                environment.stop.whenRequested { microphone.stop() }
                return microphone
            } catch {
                let advice = environment.instruments.adviceWithoutMicrophone(named: device)
                throw SoundNotOpened(reason: advice.map { "No microphone. \($0)" } ?? "\(error)")
            }
        case .page(let sound):
            let microphone = sound.open()
            environment.stop.whenRequested { microphone.stop() }
            return microphone
        case .recording(let path, let channel):
            return try environment.instruments.recording(path, channel)
        case .standardInput(let channel):
            let input = environment.input
            var first: [UInt8] = []
            while first.count < Self.markLength,
                case let more = try input.read(upTo: Self.markLength - first.count), !more.isEmpty
            {
                first += more
            }
            if Self.isFile(first) {
                try StandardInputRelay.start(with: first, until: environment.stop)
                return try environment.instruments.recording("-", channel)
            }
            guard channel == nil else {
                throw Misuse("'--channel' is for a microphone or a recording: raw sound has one.")
            }
            var head = first[...]
            return RawPCMSource(name: "standard input") { most in
                guard head.isEmpty else {
                    defer { head = head.dropFirst(most) }
                    return Array(head.prefix(most))
                }
                return try input.read(upTo: most)
            }
        }
    }

    /// Bytes that decide whether a stream is a recording.
    private static let markLength = 8

    /// Whether these are the first bytes of a recording rather than of raw sound. Only marks of
    /// four letters count: shorter ones also occur in sound.
    private static func isFile(_ first: [UInt8]) -> Bool {
        let marks = ["RIFF", "RF64", "FORM", "fLaC", "OggS", ".snd", "caff", "#!AM"]
        return marks.contains { first.starts(with: $0.utf8) }
            || first.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            || first.starts(with: Array("ID3".utf8) + [3]) || first.starts(with: "ID3\u{4}".utf8)
            || first.dropFirst(4).starts(with: "ftyp".utf8)
    }
}

/// The sound cannot be opened.
private struct SoundNotOpened: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

/// Returns to standard input the bytes that were read to detect the kind of sound.
private enum StandardInputRelay {
    /// Replaces standard input by a pipe with these bytes and then the rest.
    ///
    /// - Parameter stop: ends the pipe.
    /// - Throws: `InputError` with the system's reason.
    static func start(with first: [UInt8], until stop: StopRequest) throws(InputError) {
        var ends: [Int32] = [-1, -1]
        let source = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard source >= 0, pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) >= 0 else {
            throw .failed(stream: "standard input", reason: systemReason(errno))
        }
        close(ends[0])
        let target = ends[1]
        _ = fcntl(target, F_SETFD, FD_CLOEXEC)
        let thread = Thread {
            let input = DescriptorInput(descriptor: source, name: "standard input", stop: stop)
            var piece = first
            while !piece.isEmpty, send(piece, to: target) {
                piece = (try? input.read(upTo: 4_096)) ?? []
            }
            close(target)
            close(source)
        }
        thread.name = "aloud input"
        thread.start()
    }

    /// Whether all bytes were taken.
    private static func send(_ bytes: [UInt8], to target: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
            guard sent > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, sent))
        }
        return true
    }
}
