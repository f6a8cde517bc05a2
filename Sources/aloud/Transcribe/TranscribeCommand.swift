internal import CommandLineKit
internal import Platform
internal import Recognition
internal import Records
internal import Workbench

/// `aloud transcribe`: the letters and commands in recordings.
enum TranscribeCommand: Command {
    private static let files = Argument<[String]>(
        repeating: "file", atLeastOne: true, .recording,
        help: "Recordings, in any format that libsndfile, mpg123 or an installed ffmpeg reads.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let alone = Option.flag(
        "each-alone", help: "Has no effect: each file is always heard by itself.")

    static let verb = Verb(
        "transcribe", summary: "Print the letters and commands in recordings.",
        discussion: """
            Prints one JSON object for each file, in the order given: the letters and commands, \
            each with its time in seconds and its confidence. Each file is heard by itself.

            Several channels are mixed, except those more than 40 dB softer than the loudest; if \
            they cancel each other, the loudest is heard alone. If two people have a microphone \
            each, transcribe each channel in its own run with --channel.

            A file that cannot be read gives an object with an error; a truncated or damaged file \
            gives its answers and an error. The other files are still transcribed, and the exit \
            status is 1.
            """,
        arguments: [files], options: [letters, alone, ChannelOption.channel] + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let listener = RecordingListener(
            try HearingOptions.listener(for: try arguments[letters], arguments, in: environment))
        let open = try ChannelOption.opening(arguments, in: environment)
        let recordings = try arguments[files].map { Recording(file: $0, open: open) }
        var status = ExitStatus.success
        let progress = TranscriptionProgress(files: recordings.count, environment: environment)
        defer { progress.clear() }
        for recording in recordings {
            let line = line(of: recording, by: listener)
            progress.clear()
            try environment.emit(line)
            if let failure = line.error {
                environment.complain(failure)
                status = .failure
            }
            progress.advance()
        }
        return status
    }

    private static func line(
        of recording: Recording, by listener: RecordingListener
    ) -> TranscriptLine {
        do { return TranscriptLine(try listener.transcribe(recording)) } catch {
            return TranscriptLine(file: recording.name, error: String(describing: error))
        }
    }
}

/// Shows in a terminal how many files were heard, in one line that every result replaces.
final class TranscriptionProgress {
    /// The least time between two changes of the line.
    private static let pause = Duration.milliseconds(250)

    private let files: Int
    private let environment: CommandEnvironment
    private var heard = 0
    private var told: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameter files: the number of all files.
    init(files: Int, environment: CommandEnvironment) {
        self.files = files
        self.environment = environment
    }

    /// Counts one more file as heard.
    func advance() {
        heard += 1
        show()
    }

    /// Removes the line, before a result or an error is written.
    func clear() {
        guard isShown else { return }
        isShown = false
        // To the first column, and the rest of the line cleared (ECMA-48).
        try? environment.messages.write("\r\u{1B}[K")
    }

    private func show() {
        let now = ContinuousClock.now
        guard environment.terminal.isTerminal, told.map({ now - $0 >= Self.pause }) ?? true else {
            return
        }
        told = now
        isShown = true
        try? environment.messages.write(
            "\r\(heard) of \(files.counting("file")) heard\u{1B}[K")
    }
}
