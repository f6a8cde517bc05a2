internal import CommandLineKit
internal import Platform
internal import Recognition
internal import Records
internal import Workbench

/// `aloud transcribe`: what was said in recordings.
enum TranscribeCommand: Command {
    private static let files = Argument<[String]>(
        repeating: "file", atLeastOne: true, .recording,
        help: "Recordings, in any format that libsndfile reads.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let alone = Option.flag(
        "each-alone", help: "Has no effect any more: each file is always heard by itself.")

    static let verb = Verb(
        "transcribe", summary: "Tell what was said in recordings.",
        discussion: """
            Prints one JSON object a file, in the order given: the letters and commands that were \
            said, with times in seconds and how sure each is. Each file is heard by itself.

            Of several channels the mean is heard, of those that are at most 40 dB softer than the \
            loudest; where they cancel each other, the loudest alone. Two people with a microphone \
            each are heard as one reading: give --channel, and each channel its own run.

            A file that cannot be read gives an object with an error, and a WAV, RF64, AIFF, AU, \
            Wave64, FLAC or MP3 file that ends before its header says, an Ogg file that was cut \
            off, or one that is damaged further on, gives its answers and an error; the rest goes \
            on, and the exit status is 1.
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

/// Shows in a terminal how many files were heard: one line, which gives way to every result.
final class TranscriptionProgress {
    /// How long the line stays as it is.
    private static let pause = Duration.milliseconds(250)

    private let files: Int
    private let environment: CommandEnvironment
    private var heard = 0
    private var told: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameter files: how many there are.
    init(files: Int, environment: CommandEnvironment) {
        self.files = files
        self.environment = environment
    }

    /// One more was heard.
    func advance() {
        heard += 1
        show()
    }

    /// Takes the line away, for a result or an error to be written there.
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
