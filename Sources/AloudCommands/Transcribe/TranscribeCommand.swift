internal import Foundation
internal import HandsFree
internal import Listening

/// `aloud transcribe`: what was said in recordings.
enum TranscribeCommand: Command {
    private static let files = Argument<[String]>(
        repeating: "file", atLeastOne: true, .recording,
        help: "Recordings, in any format that libsndfile reads.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let alone = Option.flag(
        "each-alone", help: "Take every file as a session of its own.")

    static let verb = Verb(
        "transcribe", summary: "Tell what was said in recordings.",
        discussion: """
            Prints one JSON object a file, in the order given: the letters and commands that were \
            said, with times in seconds and how sure each is. Files of one folder are taken as one \
            session, with one voice, room and microphone, which are learnt from all of them first; \
            --each-alone learns from each file by itself.

            A file that cannot be read gives an object with an error, and a WAV, FLAC or MP3 file \
            that ends before its header says gives its answers and an error; the rest goes on, and \
            the exit status is 1.
            """,
        arguments: [files], options: [letters, alone] + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let listener = RecordingListener(
            try HearingOptions.listener(for: try arguments[letters], arguments, in: environment))
        let open = environment.instruments.recording
        let recordings = try arguments[files].map { path in
            Recording(name: path) { try open(path) }
        }
        let alone = try arguments[alone]
        var status = ExitStatus.success
        for session in alone ? recordings.map({ [$0] }) : sessions(of: recordings) {
            listener.begin(session: session)
            for recording in session {
                do {
                    let transcript = try listener.transcribe(recording)
                    try environment.emit(transcript.json)
                    if let missing = transcript.missing {
                        environment.say("Error: \(missing)")
                        status = .failure
                    }
                } catch let error as OutputError {
                    throw error
                } catch {
                    let reason = String(describing: error)
                    try environment.emit([
                        "file": .string(recording.name), "error": .string(reason),
                    ])
                    environment.say("Error: \(reason)")
                    status = .failure
                }
            }
        }
        return status
    }

    /// Neighbours in the list that lie in one folder, together: the order stays as it was given.
    private static func sessions(of recordings: [Recording]) -> [[Recording]] {
        var sessions: [[Recording]] = []
        for recording in recordings {
            if let last = sessions.last?.last, folder(last) == folder(recording) {
                sessions[sessions.count - 1].append(recording)
            } else {
                sessions.append([recording])
            }
        }
        return sessions
    }

    private static func folder(_ recording: Recording) -> String {
        URL(fileURLWithPath: recording.name).deletingLastPathComponent().standardizedFileURL.path
    }
}
