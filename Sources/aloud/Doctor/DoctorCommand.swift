internal import Audio
internal import CommandLineKit
internal import Doctor
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// `aloud doctor`: checks everything that a test needs.
enum DoctorCommand: Command {
    static let device = Option<String?>(
        "device", .text("name"), help: "The microphone, such as hw:1 (default: ALSA's default).")
    static let seconds = Option<Double>(
        "seconds", .number("seconds", in: 0.5...60), default: "3",
        help: "How long to listen to the microphone.")
    static let noMicrophone = Option.flag(
        "no-microphone", help: "Skip microphone and loudspeaker, as for recordings and the demo.")
    static let json = Option.flag("json", help: "Print JSON Lines.")
    private static let bundle = Option<String?>(
        "bundle", .file,
        help: "Write the findings, versions and settings into this .tar.gz for a bug report. It has"
            + " no records and no names.")

    static let verb = Verb(
        "doctor", summary: "Check everything that a test needs.",
        discussion: """
            Prints one line for each check: 'ok', 'warning' or 'error' with what to do, or 'skipped' \
            with the reason. Problems in grammars and dictionaries have their file, line and column. \
            The exit status is 1 after an error: something that a test needs is missing or broken. \
            After warnings it is 0.

            The microphone check listens for a few seconds. Say some letters from the patient's seat, \
            as loudly as in a test. The microphone should not clip, the peak should be above -49 dB \
            of full scale, and speech should be 20 dB louder than the noise between the words: at \
            10 dB about one letter in eight is lost.

            The speech self-test needs no microphone: a synthetic voice says the ten letters of the \
            ETDRS charts to the recogniser.
            """,
        options: [
            device, seconds, noMicrophone, json, bundle, HearingOptions.grammars,
            HearingOptions.model,
            HearingOptions.dictionary, DecoderTrial.option,
        ],
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if try arguments[noMicrophone], try arguments[device] != nil {
            throw Misuse("'--device' has no effect with '--no-microphone'. Remove one of them.")
        }
        var log = FindingLog(printsJSON: try arguments[json], environment: environment)
        if try !arguments[DecoderTrial.option] {
            let models = try? environment.models(named: try arguments[HearingOptions.model])
            try log.add(
                InstallationCheck(executable: environment.executable, models: models).findings())
            try log.add(
                MachineCheck(environment: environment, hasSound: try !arguments[noMicrophone])
                    .findings())
        }
        try examineFiles(arguments, &log, environment)
        if try !arguments[DecoderTrial.option] {
            try log.add(RecordsCheck.findings(in: environment))
            for finding in ClinicCheck.findings(in: environment) { try log.add(finding) }
        }
        let isPart = try arguments[noMicrophone] || arguments[DecoderTrial.option]
        if !isPart, !environment.stop.isRequested {
            let check = MicrophoneCheck(
                device: try arguments[device], seconds: try arguments[seconds],
                environment: environment)
            try check.examine(&log)
        }
        try log.show()
        if let path = try arguments[bundle] {
            try BugReport(environment: environment).write(to: path, findings: log.findings)
            environment.say("The bug report is in \(path). Read it before you send it.")
        }
        guard !environment.stop.isRequested else {
            environment.say("Stopped before all checks ran.")
            return .failure
        }
        environment.say(log.summary(isPart: isPart))
        return log.errors == 0 ? .success : .failure
    }

    /// All checks except the microphone.
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
        let dictionary = try arguments[HearingOptions.dictionary]
        let hearing = HearingCheck(
            folder: folder, ear: ListenerFactory.Ear(folder: models.path), dictionary: dictionary,
            instruments: environment.instruments, clock: SteadyClock())
        guard isWhole else { return try log.add(hearing.findings()) }
        try examineGrammars(folder, dictionary: dictionary, &log, environment)
        let languages = LanguageFolderCheck(
            folder: folder, models: models, pronouncer: environment.instruments.pronouncer)
        try log.add(languages.findings())
        let trial = DecoderTrial(
            folder: folder, model: models.path, dictionary: dictionary,
            executable: environment.executable)
        try log.add(trial.findings() ?? hearing.findings())
    }

    /// The checks of the folder of grammars.
    ///
    /// - Parameter dictionary: the path of the CMU dictionary.
    private static func examineGrammars(
        _ folder: ResourceFolder, dictionary: String, _ log: inout FindingLog,
        _ environment: CommandEnvironment
    ) throws {
        // Other checks report mistakes in the files of the mapper.
        let mapper = try? PhoneticMapper(
            grammars: folder.path, dictionary: dictionary,
            guess: environment.instruments.pronouncer)
        let grammars = GrammarFolderCheck(
            folder: folder, meanings: mapper.map(CommandMeaningCheck.init),
            names: mapper.map(AnswerNamesCheck.init), letters: mapper.map(LetterWordsCheck.init))
        try log.add(grammars.findings())
        try log.add(MappingCheck(folder: folder, dictionary: dictionary).findings())
    }
}

/// A file for a bug report: findings, versions and settings, without records and names of people.
struct BugReport {
    let environment: CommandEnvironment

    /// Writes the file, a tar archive compressed by gzip.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - findings: the findings of the doctor.
    func write(to path: String, findings: [Finding]) throws {
        let file = try ResultFile(path, for: "the bug report")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-report-\(UUID().uuidString)")
        guard mkdir(FileName.cString(of: folder.path), 0o700) == 0 else {
            throw NoTemporaryFile(folder.deletingLastPathComponent().path)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = findings.map { $0.lineOfReport + "\n" }.joined()
        let texts = [
            ("doctor.txt", lines), ("system.txt", system), ("settings.txt", settings),
        ]
        for (name, text) in texts {
            try Data(withoutNames(text).utf8).write(to: folder.appendingPathComponent(name))
        }
        let archive = folder.appendingPathComponent("report.tar.gz")
        let words =
            ["tar", "--create", "--gzip", "--owner=0", "--group=0", "--file", archive.path]
            + texts.map(\.0)
        guard let answer = SystemProgram.ask(words, in: folder.path), answer.status == 0,
            let bytes = FileManager.default.contents(atPath: archive.path)
        else { throw BugReportError() }
        try file.write(bytes)
    }

    /// The versions of the system and of Aloud's libraries.
    private var system: String {
        let questions = [
            ["uname", "-srm"], ["sh", "-c", ". /etc/os-release && echo \"$PRETTY_NAME\""],
            ["sh", "-c", "grep -m 1 'model name' /proc/cpuinfo"], ["nproc"],
            ["sh", "-c", "grep MemTotal /proc/meminfo"], ["cat", "/proc/asound/cards"],
            [
                "dpkg-query", "--show", "aloud*", "libpocketsphinx3", "libdnnl2", "libasound2",
                "libsndfile1", "libmicrohttpd12", "libflite1", "libsoxr0", "pipewire", "pulseaudio",
            ],
        ]
        return questions.compactMap { SystemProgram.ask($0)?.text }.filter { !$0.isEmpty }
            .joined(separator: "\n") + "\n"
    }

    /// The settings; free text, which may name people, is left out.
    private var settings: String {
        let file = try? environment.console.configurationFile(named: nil)
        var text = ""
        let verbs = environment.program().commands.map(\.verb)
        for verb in verbs where verb.readsConfiguration {
            guard
                let found = try? ConfiguredValues(
                    for: verb, typed: [], variables: environment.variables, file: file)
            else { continue }
            text += "[\(verb.name)]\n"
            for option in verb.options {
                guard let value = found.values[option.name] else { continue }
                text += "\(option.name) = \(Self.shown(value.texts, of: option))\n"
            }
        }
        return text
    }

    private static func shown(_ texts: [String], of option: any OptionDeclaration) -> String {
        if option.placeholder == nil { return texts.isEmpty ? "no" : "yes" }
        // A value is free text if the option takes any words: a name, or the number of a person.
        let isFree = (try? option.check(["any words"])) != nil
        return isFree ? "(set)" : texts.joined(separator: ", ")
    }

    /// A text without the names of this user, of the home folder and of this machine.
    private func withoutNames(_ text: String) -> String {
        let names = [
            (environment.variables["HOME"], "~"), (environment.variables["USER"], "(user)"),
            (ProcessInfo.processInfo.hostName, "(host)"),
        ]
        return names.reduce(text) { text, name in
            guard let typed = name.0, typed.count > 2 else { return text }
            return text.replacing(typed, with: name.1)
        }
    }
}

/// The archive could not be made.
struct BugReportError: Error, CustomStringConvertible {
    let description =
        "The bug report could not be packed: 'tar' failed. Check that tar and gzip are installed and"
        + " that the folder for temporary files has room."
}
