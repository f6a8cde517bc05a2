internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import TrialRecords
internal import Trials

/// The options of a test in a trial.
enum TrialOptions {
    private static let trial = Option<String?>(
        "trial", .text("study|file"),
        help: "Test by the protocol of this study, or of its file, which 'aloud trial activate'"
            + " has put into force (default: the study chosen for the records, if any)."
            + " Anything outside the protocol is refused.")
    private static let visit = Option<String?>(
        "visit", .text("name"),
        help: "The visit of the trial (default: the first one of the subject that is not complete)."
    )
    private static let deviation = Option<String?>(
        "deviation", .text("code=words"),
        help: "The reason of a deviation from the protocol of the trial; separate several with"
            + " ';'.")

    static let all: [any OptionDeclaration] = [trial, visit, deviation]

    /// The options that a protocol fixes.
    private static let fixed: [String] =
        MeasurementOptions.all.map(\.name).filter { $0 != MeasurementOptions.eye.name }
        + [
            HearingOptions.accept.name, HearingOptions.wrongAtMost.name,
            HearingOptions.profile.name, LaneOptions.choosesStart.name,
        ]

    /// Sets an exam to the protocol of its trial; leaves it as it is outside of trials.
    ///
    /// - Parameters:
    ///   - events: whether the events are printed, which a masked trial refuses.
    ///   - isInTerminal: whether the letters are shown in the terminal.
    ///   - isOfOnePerson: whether one person is tested, so that reasons can be given.
    /// - Throws: `Misuse` for options that the protocol fixes; `TrialNotInForce`, `ProtocolFault`,
    ///   `RecordError`.
    static func apply(
        _ arguments: ParsedArguments, to exam: inout ExamConfiguration, in opened: OpenRecords?,
        events: Bool, isInTerminal: Bool, isOfOnePerson: Bool, environment: CommandEnvironment
    ) throws {
        let named = try arguments[trial]
        guard let opened else {
            guard named == nil else {
                throw Misuse("A test of a trial is kept: leave out '--no-records'.")
            }
            return try refuseAlone(arguments)
        }
        let book = try opened.store.studies()
        guard let name = named ?? book.chosen else { return try refuseAlone(arguments) }
        let study = try study(name, in: book)
        guard let file = study.current else { throw TrialNotInForce() }
        let rules = file.protocol
        let masks = rules.masked && !study.isUnmasked
        try refuse(arguments, rules)
        if masks {
            guard !events else {
                throw Misuse(
                    "The protocol of \(rules.title) masks the results; leave out '--events'.")
            }
            guard !isInTerminal else {
                throw Misuse(
                    "The protocol of \(rules.title) masks the results, and a terminal shows them;"
                        + " add '--display web', or use 'aloud serve'.")
            }
        }
        guard !exam.showsRightAndWrong else {
            throw Misuse("The protocol of \(rules.title) gives no hints; leave out '--feedback'.")
        }
        var ear: String?
        if case .voice(let source, var hearing) = exam.answers {
            ear = FolderDigest.of(hearing.models.path)
            // They may come from the configuration, as may the measurement below.
            hearing.acceptance = .usual
            hearing.profile = nil
            exam.answers = .voice(source, hearing)
        }
        let conduct = TrialConduct(
            file, visit: try arguments[visit], reasons: try reasons(arguments), masks: masks,
            needsReasons: isOfOnePerson,
            versions: (ear, FolderDigest.of(exam.grammars.path)))
        let eye = exam.measurement.eye
        exam.measurement = try conduct.measurement()
        exam.measurement.eye = eye
        // It was chosen for other optotypes, and is for letters.
        if exam.measurement.optotypes.areDirections { exam.warmsUp = false }
        exam.assumedHearing = nil
        exam.trial = conduct
        environment.say(
            "Trial \(rules.title), digest \(file.digest.prefix(16)).")
    }

    /// - Throws: `Misuse` for options of a trial if there is no trial.
    private static func refuseAlone(_ arguments: ParsedArguments) throws {
        for option in [visit, deviation] where arguments.wasGiven(option) {
            throw Misuse("'--\(option.name)' is for a trial; add '--trial STUDY'.")
        }
    }

    /// The study of a name or of a file.
    private static func study(_ name: String, in book: StudyBook) throws -> Study {
        if let study = book[name] { return study }
        guard FileManager.default.fileExists(atPath: name) else { throw TrialNotInForce() }
        let file = try TrialCommand.read(name)
        guard let study = book[file.protocol.study], study.current?.digest == file.digest else {
            throw TrialNotInForce()
        }
        return study
    }

    /// - Throws: `Misuse` that names all options of the command line that the protocol fixes.
    private static func refuse(_ arguments: ParsedArguments, _ rules: TrialProtocol) throws {
        let given = fixed.filter { arguments.wasGiven($0) }
        guard !given.isEmpty else { return }
        let names = given.map { "'--\($0)'" }.joined(separator: ", ")
        throw Misuse(
            "The protocol of \(rules.title) fixes the measurement; leave out \(names)."
                + " 'aloud trial show \(rules.study)' prints the protocol.")
    }

    private static func reasons(
        _ arguments: ParsedArguments
    ) throws -> [TrialDeviation.Code: String] {
        var found: [TrialDeviation.Code: String] = [:]
        for part in try (arguments[deviation] ?? "").split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard sides.count == 2, !sides[1].isEmpty,
                let code = TrialDeviation.Code(rawValue: sides[0])
            else {
                throw Misuse(
                    "'--deviation' takes CODE=WORDS, with one of the codes "
                        + TrialDeviation.Code.allCases.map(\.rawValue).joined(separator: ", ")
                        + ".")
            }
            try PersonText.check(sides[1], called: "reason")
            found[code] = sides[1]
        }
        return found
    }
}

/// The protocol of the trial is not in force in the records.
struct TrialNotInForce: Error, CustomStringConvertible {
    var description: String {
        "The records have no such study with this protocol in force. 'aloud trial list' lists the"
            + " studies; 'aloud trial activate FILE' puts a signed protocol into force."
    }
}
