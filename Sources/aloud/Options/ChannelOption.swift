internal import Audio
internal import CommandLineKit

/// Which channel of recordings is heard.
enum ChannelOption {
    static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Hear this channel of each recording alone, counted from 1; if not given, the mean of"
            + " the channels that are at most 40 dB softer than the loudest.")

    /// Opens recordings by their paths as a command line says.
    static func opening(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> @Sendable (String) throws -> any AudioSource {
        let open = environment.instruments.recording
        let channel = try arguments[channel]
        return { try open($0, channel) }
    }
}
