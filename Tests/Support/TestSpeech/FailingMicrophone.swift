package import Foundation

/// A capture device of ALSA that is opened and then fails at every read, until it is mended and
/// hears a file.
///
/// It is a link, first to a file that the system opens and cannot read (this process's own memory,
/// at address 0): ALSA gives "Input/output error", as of a microphone that was pulled out.
package final class FailingMicrophone {
    /// The variables that the program needs in its environment.
    package let variables: [String: String]
    private let folder: TemporaryFolder
    private let link: URL

    package init() throws {
        folder = try TemporaryFolder()
        link = folder.url("device")
        try FileManager.default.createSymbolicLink(
            atPath: link.path(), withDestinationPath: "/proc/self/mem")
        let configuration = try folder.write(
            ALSAFileDevice.configuration("!default", sound: link.path()), to: "asound.conf")
        variables = ["ALSA_CONFIG_PATH": configuration]
    }

    /// Takes it away: it cannot be opened again.
    package func remove() throws { try FileManager.default.removeItem(at: link) }

    /// Lets it hear this, from its next opening on.
    ///
    /// - Parameter bytes: signed 16 bits, little-endian, mono, 16,000 Hz.
    package func mend(with bytes: Data) throws {
        let sound = try folder.write(Array(bytes), to: "sound.raw")
        try FileManager.default.createSymbolicLink(
            atPath: link.path(), withDestinationPath: sound)
    }
}
