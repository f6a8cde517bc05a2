public import Foundation

/// A capture device of ALSA that is opened and then fails at every read, until it is mended and
/// hears a file.
///
/// It is a link, first to a file that the system opens and cannot read (this process's own memory,
/// at address 0): ALSA gives "Input/output error", as of a microphone that was pulled out.
public final class FailingMicrophone {
    /// What the program needs in its environment.
    public let variables: [String: String]
    private let folder: URL
    private let link: URL

    public init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "aloud-failing-microphone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        link = folder.appending(path: "device")
        try FileManager.default.createSymbolicLink(
            atPath: link.path(), withDestinationPath: "/proc/self/mem")
        let configuration = folder.appending(path: "asound.conf")
        try ALSAFileDevice.configuration("!default", sound: link.path())
            .write(to: configuration, atomically: true, encoding: .utf8)
        variables = ["ALSA_CONFIG_PATH": configuration.path()]
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Takes it away: it cannot be opened again.
    public func remove() throws { try FileManager.default.removeItem(at: link) }

    /// Lets it hear this, from its next opening on.
    ///
    /// - Parameter bytes: signed 16 bits, little-endian, mono, 16,000 Hz.
    public func mend(with bytes: Data) throws {
        let sound = folder.appending(path: "sound.raw")
        try bytes.write(to: sound)
        try FileManager.default.createSymbolicLink(
            atPath: link.path(), withDestinationPath: sound.path())
    }
}
