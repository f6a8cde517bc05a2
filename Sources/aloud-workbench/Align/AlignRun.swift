internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Platform
internal import Recognition
internal import Transcripts

/// Hears recordings and shows each stretch of speech over an axis of time.
struct AlignRun {
    private let listener: LetterListener
    private let open: @Sendable (String) throws -> any AudioSource
    private let alone: Bool
    private let json: Bool
    private let page: ResultFile?
    private let environment: CommandEnvironment

    /// - Parameters:
    ///   - listener: hears the stretches.
    ///   - open: opens a recording by its path.
    ///   - alone: whether a recording is heard without the one before it in its folder.
    ///   - json: whether objects are printed instead of tables.
    ///   - page: the file for a page; nil for none.
    init(
        listener: LetterListener, open: @escaping @Sendable (String) throws -> any AudioSource,
        alone: Bool, json: Bool, page: ResultFile?, in environment: CommandEnvironment
    ) {
        self.listener = listener
        self.open = open
        self.alone = alone
        self.json = json
        self.page = page
        self.environment = environment
    }

    /// Prints each stretch of speech as soon as it is heard, and writes the page.
    ///
    /// - Returns: failure if one of the recordings cannot be heard to its end or has no speech; the
    ///   others are shown.
    /// - Throws: an error of writing.
    func run(_ recordings: [String]) throws -> ExitStatus {
        var view = HearingView(heading: Self.heading(recordings))
        var status = ExitStatus.success
        var folder: String?
        for file in recordings {
            let own = FoundRecording.folder(of: file)
            if alone || own == nil || own != folder { listener.forgetSession() }
            folder = own
            do {
                try show(file, in: &view)
            } catch let error as OutputError {
                throw error
            } catch {
                environment.complain(FileName.shown(String(describing: error)))
                status = .failure
            }
        }
        if view.count > 0 { try page?.write(view.html) }
        return status
    }

    private static func heading(_ recordings: [String]) -> String {
        recordings.count == 1
            ? "How \(FileName.shown(recordings[0])) is heard"
            : "How \(recordings.count) recordings are heard"
    }

    /// - Throws: an error of opening and reading; `MissingSound`; `NoSpeech`; an error of writing.
    private func show(_ file: String, in view: inout HearingView) throws {
        let before = view.count
        let heard = try RecordingSpeech.segments(of: Recording(file: file, open: open)) { segment in
            let stretch = try HeardStretch(
                segment, of: FileName.shown(file), by: listener, judging: true)
            try environment.output.write(json ? stretch.json + "\n" : stretch.text)
            view.add(stretch)
        }
        if let missing = heard.missing { throw missing }
        guard view.count > before else { throw NoSpeech(name: file) }
    }
}

/// A recording without a stretch of speech that may be an answer.
private struct NoSpeech: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "'\(name)' has no speech that may be an answer: it is quiet, or somebody talks for more than"
            + " 8 s without a pause. Listen to it, and name another channel with '--channel' if the"
            + " speech is there."
    }
}
