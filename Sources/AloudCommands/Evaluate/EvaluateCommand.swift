internal import Acuity
internal import Foundation
internal import HandsFree
internal import Listening

/// `aloud evaluate`: how well letters are heard, on recordings whose words are known.
enum EvaluateCommand: Command {
    private static let manifest = Argument<String>(
        "manifest", .file,
        help: "A table with tabs: path, transcript, speaker and, if there is one, set.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let set = Option<String?>(
        "set", .text("set"), help: "Only the recordings of this set.")
    private static let alone = Option.flag(
        "each-alone", help: "Learn voice and room from each recording by itself.")
    private static let json = Option.flag("json", help: "Print one JSON object.")

    static let verb = Verb(
        "evaluate", summary: "Measure how well letters are heard.",
        discussion: """
            Hears the recordings of a manifest and compares with what was said: letters right, \
            wrong, unclear, missed and inserted, for each speaker and in all. A speaker's \
            recordings are one session. With --letters etdrs, recordings of other letters are left \
            out. Recordings that hold no letter count the letters heard in them all the same.
            """,
        arguments: [manifest], options: [letters, set, alone, json] + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let path = try arguments[manifest]
        let choice = try arguments[letters]
        let wanted = try arguments[set]
        let rows = try ReferenceRow.read(path).filter { row in
            (wanted == nil || row.set == wanted)
                && (choice != .etdrs || row.letters.allSatisfy(Letter.sloan.contains))
        }
        guard !rows.isEmpty else { throw EmptySet(path: path, set: wanted) }
        let listener = RecordingListener(
            try HearingOptions.listener(for: choice, arguments, in: environment))
        let evaluation = try evaluate(
            rows, in: URL(fileURLWithPath: path).deletingLastPathComponent(), with: listener,
            alone: try arguments[alone], environment)
        if try arguments[json] {
            try environment.emit(evaluation.json)
        } else {
            try environment.output.write(evaluation.text)
        }
        return evaluation.unread == 0 ? .success : .failure
    }

    private static func evaluate(
        _ rows: [ReferenceRow], in folder: URL, with listener: RecordingListener, alone: Bool,
        _ environment: CommandEnvironment
    ) throws -> Evaluation {
        let open = environment.instruments.recording
        var evaluation = Evaluation()
        let speakers = Dictionary(grouping: rows, by: \.speaker).sorted { $0.key < $1.key }
        for (speaker, theirs) in speakers {
            let recordings = theirs.map { row in
                let path = URL(fileURLWithPath: row.path, relativeTo: folder).path
                return Recording(name: row.path) { try open(path) }
            }
            if !alone { listener.begin(session: recordings) }
            for (row, recording) in zip(theirs, recordings) {
                if alone { listener.begin(session: [recording]) }
                let clock = ContinuousClock()
                let start = clock.now
                do {
                    let transcript = try listener.transcribe(recording)
                    evaluation.add(
                        row, speaker: speaker, transcript, took: clock.now - start)
                } catch {
                    environment.say("Error: \(error)")
                    evaluation.unread += 1
                }
            }
        }
        return evaluation
    }
}

/// A manifest in which nothing is left to be heard.
struct EmptySet: Error, CustomStringConvertible {
    var path: String
    var set: String?

    var description: String {
        "'\(path)' has no recording to hear" + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check '--set' and '--letters'."
    }
}
