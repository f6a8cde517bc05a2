internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import Recognition
internal import Transcripts

/// The options of `aloud transcribe`, and which of them go together.
enum TranscribeOptions {
    static let files = Argument<[String]>(
        repeating: "file", atLeastOne: false, .recording,
        help: "Recordings in any format that libsndfile, mpg123 or an installed ffmpeg reads; with"
            + " -r also folders. '-' is sound from standard input.")
    static let letters = HearingOptions.letters(default: .alphabet)
    static let recursive = Option.flag(
        "recursive", short: "r", help: "Also hear all recordings in folders and their subfolders.")
    static let list = Option<[String]>(
        repeating: "list", .file,
        help: "Also hear the recordings in this list: a path on each line, or a zero byte after"
            + " each; '-' is standard input. May be repeated.")
    static let alone = Option.flag(
        "each-alone",
        help: "Hear each recording by itself, without the one before it in its folder.")
    static let jobs = Option<Int?>(
        "jobs", short: "j", .whole("number", in: 1...1_024),
        help: "The number of sessions heard at once (default: one for each core).")
    static let output = Option<String?>(
        "output", short: "o", .folder,
        help: "Write files into this folder, which is made if it is missing. Finished sessions"
            + " are skipped.")
    static let formats = Option<[[TranscriptFormat]]>(
        repeating: "format", .several("format", of: TranscriptFormat.self),
        help: "The form of the transcripts: one or several of jsonl, csv, ctm, stm, textgrid, srt,"
            + " vtt (default: jsonl). Several require --output.")
    static let stream = Option.flag(
        "stream",
        help: "Print an object for each stretch of speech as soon as it is heard, and one at the"
            + " end of each recording.")
    static let shard = Option<Shard?>(
        "shard", .shard,
        help: "Hear only this part of the sessions, such as 3/8: the third of eight parts of about"
            + " the same length.")
    static let plan = Option<Int?>(
        "plan", .whole("shards", in: 1...100_000),
        help: "Hear nothing: print the sessions of this number of shards, with their lengths.")

    static let all: [any OptionDeclaration] =
        [
            recursive, list, letters, ChannelOption.channel, alone, output, formats, stream, jobs,
            shard, plan,
        ] + HearingOptions.all

    /// The form and place of the transcripts.
    enum Form {
        case text(TranscriptFormat)
        case utterances
        case files([TranscriptFormat], folder: String)
    }

    /// The form and place that the options ask for.
    ///
    /// - Throws: `Misuse` if options contradict each other.
    static func form(_ arguments: ParsedArguments) throws -> Form {
        var formats: [TranscriptFormat] = []
        for format in try arguments[Self.formats].joined() where !formats.contains(format) {
            formats.append(format)
        }
        if formats.isEmpty { formats = [.jsonl] }
        if arguments.wasGiven(plan), arguments.wasGiven(shard) {
            throw Misuse("'--plan' lists all shards; leave out it or '--shard'.")
        }
        if try arguments[stream] {
            guard formats == [.jsonl] else {
                throw Misuse("'--stream' prints JSON Lines; leave out '--format'.")
            }
            guard !arguments.wasGiven(output) else {
                throw Misuse(
                    "'--stream' prints to standard output; leave out it or '--output'.")
            }
            return .utterances
        }
        if let folder = try arguments[output] { return .files(formats, folder: folder) }
        guard formats.count == 1 else {
            throw Misuse("Several formats need files: name a folder with '--output'.")
        }
        return .text(formats[0])
    }

    /// The number of sessions that are heard side by side.
    static func jobs(_ arguments: ParsedArguments) throws -> Int {
        try arguments[jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The recordings that the command line names.
    ///
    /// - Throws: `Misuse` if it names none, or standard input twice.
    static func recordings(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> RecordingFinder {
        let (paths, lists) = (try arguments[files], try arguments[list])
        guard !paths.isEmpty || !lists.isEmpty else {
            throw Misuse("Missing expected argument '\(files.display)', or '--list'.")
        }
        guard (paths + lists).count(where: { $0 == "-" }) < 2 else {
            throw Misuse("Standard input ('-') can be read only once.")
        }
        var finder = RecordingFinder(isRecursive: try arguments[recursive])
        for path in paths { finder.add(path) }
        for list in lists {
            let name = list == "-" ? "Standard input" : "'\(FileName.shown(list))'"
            finder.add(list: try bytes(of: list, in: environment), named: name)
        }
        return finder
    }

    private static func bytes(
        of list: String, in environment: CommandEnvironment
    ) throws -> [UInt8] {
        do { return try environment.console.bytes(at: list) } catch {
            throw UnreadableList(reason: "\(error)")
        }
    }

    /// All options that change the answers, as text.
    static func deciding(_ arguments: ParsedArguments) throws -> [String] {
        [
            "letters \(try arguments[letters].rawValue)",
            "language \(try arguments[HearingOptions.language])",
            "english letters \(try arguments[HearingOptions.englishLetters])",
            "accept \(try arguments[HearingOptions.accept])",
            "accept set \(arguments.isSet(HearingOptions.accept))",
            "wrong \(try arguments[HearingOptions.wrongAtMost].map { "\($0)" } ?? "-")",
            "channel \(try arguments[ChannelOption.channel].map { "\($0)" } ?? "-")",
            "alone \(try arguments[alone])",
        ]
    }
}

/// A list of recordings that cannot be read.
private struct UnreadableList: Error, CustomStringConvertible {
    let reason: String

    var description: String { "\(reason) Name a list of recordings, a path on each line." }
}
