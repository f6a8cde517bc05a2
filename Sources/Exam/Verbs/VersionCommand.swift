package import CommandLineKit

/// The version of the programs.
package let aloudVersion = "0.1.0"

/// `aloud version`: the same as `aloud --version`, for users who look for a verb.
package enum VersionCommand: Command {
    package static let verb = Verb("version", summary: "Show the version.")

    package static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try environment.output.write(aloudVersion + "\n")
        return .success
    }
}
