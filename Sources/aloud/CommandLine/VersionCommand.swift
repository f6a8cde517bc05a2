internal import CommandLineKit

/// `aloud version`: the same as `aloud --version`, for those who look for a verb.
enum VersionCommand: Command {
    static let verb = Verb("version", summary: "Show the version.")

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try environment.output.write(aloudVersion + "\n")
        return .success
    }
}
