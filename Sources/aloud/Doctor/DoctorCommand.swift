internal import Audio
internal import CommandLineKit
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// `aloud doctor`: everything that a test needs, each as ok or what to do.
enum DoctorCommand: Command {
    static let device = Option<String?>(
        "device", .text("name"), help: "The microphone, such as hw:1, in place of the default.")
    static let seconds = Option<Double>(
        "seconds", .number("seconds", in: 0.5...60), default: "3",
        help: "How long to listen to the microphone.")
    static let noMicrophone = Option.flag(
        "no-microphone", help: "Leave the microphone out, as for recordings and the demo.")
    static let json = Option.flag("json", help: "Print JSON Lines.")

    static let verb = Verb(
        "doctor", summary: "Check everything that a test needs.",
        discussion: """
            Prints one line for each thing that was looked at: 'ok', or 'warning' or 'error' and \
            what to do, or 'skipped' and why. Problems of grammars and dictionaries come with file, \
            line and column. The exit status is 1 if there is an error: something that a test needs \
            is missing or broken. A warning leaves it 0.

            The microphone is listened to for some seconds: say a few letters meanwhile, from where \
            you will sit and as loud as you will speak. It should not clip, its peak should be over \
            -49 dB of full scale, and speech should be 20 dB over what is heard between the words: \
            at 10 dB about one letter in eight is lost.

            The speech self-test needs no microphone: a synthetic voice says the ten letters of the \
            ETDRS charts, and the recogniser hears them.
            """,
        options: [
            device, seconds, noMicrophone, json, HearingOptions.grammars, HearingOptions.model,
            MapCommand.dictionary, DecoderTrial.option,
        ],
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if try arguments[noMicrophone], try arguments[device] != nil {
            throw Misuse("'--device' names a microphone, and '--no-microphone' leaves it out.")
        }
        var log = FindingLog(printsJSON: try arguments[json], environment: environment)
        try examineFiles(arguments, &log, environment)
        let isPart = try arguments[noMicrophone] || arguments[DecoderTrial.option]
        if !isPart, !environment.stop.isRequested {
            let check = MicrophoneCheck(
                device: try arguments[device], seconds: try arguments[seconds],
                environment: environment)
            try check.examine(&log)
        }
        guard !environment.stop.isRequested else {
            environment.say("Stopped before everything was looked at.")
            return .failure
        }
        environment.say(log.summary(isPart: isPart))
        return log.errors == 0 ? .success : .failure
    }

    /// All but the microphone.
    private static func examineFiles(
        _ arguments: ParsedArguments, _ log: inout FindingLog, _ environment: CommandEnvironment
    ) throws {
        let isWhole = try !arguments[DecoderTrial.option]
        let folder: ResourceFolder
        let models: ResourceFolder
        do {
            models = try environment.models(named: try arguments[HearingOptions.model])
        } catch let error as ResourceFolderError {
            try log.add(.error("models", "\(error)"))
            return try log.add(HearingCheck.skipped("the models are missing"))
        }
        if isWhole { try log.add(.ok("models", models.path)) }
        do {
            folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        } catch let error as ResourceFolderError {
            try log.add(.error("grammars", "\(error)"))
            return try log.add(HearingCheck.skipped("the grammars are missing"))
        }
        let dictionary = try arguments[MapCommand.dictionary]
        let hearing = HearingCheck(
            folder: folder, ear: ListenerFactory.Ear(folder: models.path), dictionary: dictionary,
            instruments: environment.instruments, clock: SteadyClock())
        guard isWhole else { return try log.add(hearing.findings()) }
        try examineGrammars(folder, dictionary: dictionary, &log, environment)
        let trial = DecoderTrial(
            folder: folder, model: models.path, dictionary: dictionary,
            executable: environment.executable)
        try log.add(trial.findings() ?? hearing.findings())
    }

    /// The files in the folder of grammars.
    ///
    /// - Parameter dictionary: the path of the CMU dictionary.
    private static func examineGrammars(
        _ folder: ResourceFolder, dictionary: String, _ log: inout FindingLog,
        _ environment: CommandEnvironment
    ) throws {
        // What is wrong with its files, a check of their own tells.
        let mapper = try? PhoneticMapper(
            grammars: folder.path, dictionary: dictionary,
            guess: environment.instruments.pronouncer)
        let grammars = GrammarFolderCheck(
            folder: folder, meanings: mapper.map(CommandMeaningCheck.init),
            names: mapper.map(AnswerNamesCheck.init), letters: mapper.map(LetterWordsCheck.init))
        try log.add(grammars.findings())
        try log.add(MappingCheck(folder: folder, dictionary: dictionary).findings())
        try log.add(MishearingCheck(folder: folder).findings())
    }
}

/// Whether what a grammar has in the rule of a command is understood as that command.
///
/// A rule says what is heard; what the words mean, the rulings and the sound of the words say. A phrase
/// that only the grammar knows is heard, and nothing happens. Where that holds for all of a rule, nobody
/// can say the command.
final class CommandMeaningCheck {
    private let mapper: PhoneticMapper
    /// What phrases mean that were looked at before: grammars share most of them.
    private var meanings: [String: SpokenAnswer.Kind?] = [:]

    /// Of a rule with more phrases than these the shortest are looked at.
    private static let mostPhrases = 1_000

    init(mapper: PhoneticMapper) { self.mapper = mapper }

    /// One finding for each rule of a command with phrases that mean something else.
    ///
    /// - Parameter check: what the findings are about: "grammar chart.gram".
    func findings(on checked: CheckedGrammar, check: String) -> [Finding] {
        SpokenCommand.allCases.compactMap { command in
            guard let rule = checked.grammar.rule(named: command.rawValue),
                let network = checked.network(of: rule.name)
            else { return nil }
            let file = checked.grammar.file
            let all = network.sentences(atMost: Self.mostPhrases)
            let phrases = all.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
            let strange = phrases.filter { !isUnderstood($0, as: command) }
            let place = "\(file):\(rule.position): <\(rule.name)>"
            let words: String
            if let first = strange.first {
                let more = strange.count > 1 ? " and \(strange.count - 1) more" : ""
                words =
                    "\(place) hears \"\(first)\"\(more), which means something else or nothing: write"
                    + " it under '\(rule.name):' in \(Rulings.fileName)"
            } else if phrases.count < all.count {
                words = "\(place) is there where nothing is said: leave a word of it without []"
            } else {
                return nil
            }
            // A command that no phrase means cannot be said at all.
            let isLost = !strange.isEmpty && strange.count == phrases.count
            return Finding(
                status: isLost ? .error : .warning, check: check, words: words,
                measured: .place(in: file, at: rule.position))
        }
    }

    private func isUnderstood(_ phrase: String, as command: SpokenCommand) -> Bool {
        let meaning = meanings[phrase] ?? mapper.meaning(of: phrase)
        meanings[phrase] = .some(meaning)
        return meaning == .command(command)
    }
}
