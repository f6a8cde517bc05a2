internal import Acuity
internal import Audio
package import CommandLineKit
internal import Dialogue
internal import PhoneticMapping
internal import Platform
internal import Recognition
package import RecordStore
internal import Records
internal import TestPages

/// An exam's configuration with the real parts and the console that it works with.
package struct ExamRoom: Sendable {
    /// All settings of the exam.
    package var configuration: ExamConfiguration
    /// The real parts.
    package let instruments: Instruments
    /// The streams, the clock and the request to stop.
    package let console: Console
    /// The store of the tests; nil if they are not kept.
    package var records: ExamRecords?
    /// The sentences about the next step after a test; nil to leave them out.
    package var nextSteps: NextStepTable?

    /// Sets each property from the parameter of its name.
    package init(
        _ configuration: ExamConfiguration, instruments: Instruments, console: Console,
        records: ExamRecords? = nil, nextSteps: NextStepTable? = nil
    ) {
        self.configuration = configuration
        self.records = records
        self.nextSteps = nextSteps
        self.instruments = instruments
        self.console = console
    }
}

extension ExamRoom {
    /// Checks that the files of answers exist and are not empty. A microphone may be plugged in
    /// later.
    ///
    /// - Throws: the reason that no test can begin.
    package func checkAnswers() throws {
        switch configuration.answers {
        case .voice(.microphone, _), .voice(.page, _), .voice(.recording("-", _), _), .text("-"):
            return
        case .text(let path): try FileInput.check(path)
        case .voice(.recording(let path, let channel), _):
            guard !FileInput.isPipe(path) else { return }
            // A file can have a header and no sound.
            _ = try instruments.recording(path, channel).read()
        }
    }

    /// Checks that the files for hearing, or for typed answers, can be loaded.
    ///
    /// - Throws: the reason that no test can begin.
    package func checkHearing() throws {
        guard case .voice(_, let hearing) = configuration.answers else {
            _ = try mapper()
            return
        }
        _ = try listener(with: hearing)
        for grammar in SettingGrammar.allCases { _ = try grammar.load(from: hearing.grammars) }
    }

    /// The answers of a test in a terminal.
    ///
    /// - Parameter stop: ends them.
    /// - Throws: why they cannot be opened.
    func answers(until stop: StopRequest) throws -> any AnswerSource {
        switch configuration.answers {
        case .text(let path): return try typedAnswers(path, until: stop)
        case .voice(let choice, let hearing):
            let voice = try voice(
                of: SpeakerSession(), from: try sound(choice, until: stop), with: hearing)
            return pointing(voice)
        }
    }

    /// Typed answers, from a file or from standard input where the path is "-".
    ///
    /// - Parameter stop: ends them.
    /// - Throws: an error of opening them.
    func typedAnswers(_ path: String, until stop: StopRequest) throws -> TypedAnswers {
        let mapper = try mapper()
        let lines =
            path == "-"
            ? console.lines
            : try console.opening(path) { TimedLineReader(try FileInput(path, stop: stop)) }
        return TypedAnswers(
            lines, mapper: mapper, optotypes: configuration.measurement.optotypes, stop: stop,
            complain: { [console] in console.say("Warning: \($0)") })
    }

    /// The sound of spoken answers.
    ///
    /// - Parameter stop: closes a microphone.
    /// - Throws: why it cannot be opened.
    func sound(_ choice: SoundChoice, until stop: StopRequest) throws -> any AudioSource {
        switch choice {
        case .microphone(let device, let channel):
            return try microphone(device, channel: channel, until: stop)
        case .page: throw PageMicrophoneWithoutPage()
        case .recording("-", _):
            let input = console.input
            return RawPCMSource(name: "standard input") { try input.read(upTo: $0) }
        case .recording(let path, let channel):
            return try instruments.recording(path, channel)
        }
    }

    /// A microphone that is closed when the test ends.
    func microphone(
        _ device: String?, channel: Int?, until stop: StopRequest
    ) throws -> any LiveAudioSource {
        let microphone = try instruments.microphone(device, channel)
        stop.whenRequested { microphone.stop() }
        return microphone
    }

    /// The spoken answers of a person.
    ///
    /// - Throws: an error in a file of confusion counts.
    func voice(
        of person: SpeakerSession, from sound: any AudioSource, with hearing: HearingConfiguration
    ) throws -> VoiceAnswers {
        let answers = VoiceAnswers(
            source: sound, listener: try person.listener { try listener(with: hearing) })
        answers.wereReadBefore = configuration.answers.hasEnd
        answers.onClipping = { [console] in
            console.say(
                "Warning: The microphone is clipping. Lower its level, or sit farther from it.")
        }
        return answers
    }

    /// The same answers, read as directions if the optotypes have directions.
    func pointing(_ voice: VoiceAnswers) -> any AnswerSource {
        let optotypes = configuration.measurement.optotypes
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
    }

    /// The same exam for a person whose page is in another language: spoken answers are heard in
    /// that language, if Aloud can hear it. With a page in English they are heard in the language
    /// of the options only if no page has texts in that language.
    ///
    /// - Parameter language: a two-letter code of ISO 639; nil for that of the options.
    func hearing(pageIn language: String?) -> ExamRoom {
        guard let language, case .voice(let choice, let hearing) = configuration.answers,
            language != self.language,
            language != ResourceFolder.english || pageLanguage != nil,
            let own = try? hearing.speaking(language)
        else { return self }
        var room = self
        room.configuration.answers = .voice(choice, own)
        room.configuration.grammars = own.grammars
        return room
    }

    /// The language in which answers are heard or read, as the name of its folder of grammars; "en" for
    /// English.
    var language: String { configuration.grammars.language }

    /// The language in which a page starts by default: that of the options; nil for English, or for
    /// a language without texts of pages.
    var pageLanguage: String? {
        Catalogue.languages.contains(language) ? language : nil
    }

    /// The note for a language without texts of pages; nil for a language with texts.
    package var pageNote: String? {
        guard language != ResourceFolder.english, pageLanguage == nil else { return nil }
        return "Pages have no texts in the language '\(language)': a page in English hears it."
            + " docs/languages.md says how to add texts."
    }

    /// The language that is offered to a person who is not understood in the language of `other`:
    /// the language of the options, else English; nil for none.
    func offered(besides other: ExamRoom) -> String? {
        [language, ResourceFolder.english].first { $0 != other.language }
    }

    /// A listener for the answers that set up a test.
    func listener(
        for setting: SettingGrammar, with hearing: HearingConfiguration
    ) throws -> LetterListener {
        try hearing.listener(
            for: setting, engines: instruments.engines, pronouncer: instruments.pronouncer)
    }

    /// A listener for the answers of a test.
    func listener(with hearing: HearingConfiguration) throws -> LetterListener {
        try hearing.listeners(
            for: LetterChoice(toAnswer: configuration.measurement.optotypes),
            engines: instruments.engines, pronouncer: instruments.pronouncer
        ).make()
    }

    private func mapper() throws -> PhoneticMapper {
        try PhoneticMapper(
            grammars: configuration.grammars.path, guess: instruments.pronouncer)
    }
}

/// The microphone of a page was requested without a page.
struct PageMicrophoneWithoutPage: Error, CustomStringConvertible {
    var description: String {
        "The microphone of the page needs a page. Add '--display web', or remove '--microphone page'."
    }
}

/// The person in front of the screen, from the first click to the last result. Their voice is
/// learnt once for both eyes, and forgotten before the next person.
final class SpeakerSession {
    private var known: LetterListener?
    /// The offered language that the person accepted, as an ISO 639 code; nil for none.
    private(set) var language: String?
    /// Whether another language was offered to the person.
    var isOffered = false
    /// The counts of the person's warm-ups in this language, for the estimates of all their eyes.
    var warmedUp = PersonalHearing()

    /// A person who has not spoken yet.
    init() {}

    /// Switches the language in which the person is heard.
    func hear(_ language: String, with listener: LetterListener) {
        self.language = language
        known = listener
        warmedUp = PersonalHearing()
    }

    /// The listener that knows the person, made at the first request.
    func listener(_ make: () throws -> LetterListener) rethrows -> LetterListener {
        if let known { return known }
        let made = try make()
        known = made
        return made
    }
}

extension Console {
    /// Writes one object of JSON Lines to standard output.
    package func emit(_ object: some Encodable) throws(OutputError) {
        try output.write(object.jsonText + "\n")
    }
}

extension ExamRoom {
    /// The sentence about the next step after a test, by language; empty without a table.
    func nextStep(after record: TestRecord, change: AcuityChange?) -> [String: String] {
        guard record.setup.quantity == .acuity else { return [:] }
        return nextSteps?.sentences(for: NextStepSituation(after: record, change: change)) ?? [:]
    }
}
