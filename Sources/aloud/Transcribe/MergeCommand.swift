internal import CommandLineKit
internal import Platform
internal import Workbench

/// `aloud merge`: the transcripts of all shards as one text.
enum MergeCommand: Command {
    private static let folder = Argument<String>(
        "folder", .folder, help: "The folder that was given to 'aloud transcribe --output'.")
    private static let format = Option<TranscriptFormat>(
        "format", .choice(among: TranscriptFormat.allCases.filter { !$0.isPerRecording }),
        default: TranscriptFormat.jsonl.rawValue, help: "The form of the transcripts to merge.")

    static let verb = Verb(
        "merge", summary: "Put the transcripts of all shards together.",
        discussion: """
            Checks that every session of every shard of 'aloud transcribe --output' is there, and \
            prints their transcripts in the order in which one call without --shard would have \
            printed them. If something is missing, it prints nothing, names the shards to run \
            again, and exits with status 1.

              aloud merge results > all.jsonl
              aloud merge --format csv results > all.csv
            """,
        arguments: [folder], options: [format])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let merge = try ShardMerge(
            of: ResultFolder(existing: try arguments[folder]), in: try arguments[format])
        try merge.write { try environment.output.write($0) }
        guard merge.failures > 0 else { return .success }
        environment.say(
            "Note: \(merge.failures.counting("recording")) could not be heard to the end; their"
                + " lines have the reason.")
        return .success
    }
}
