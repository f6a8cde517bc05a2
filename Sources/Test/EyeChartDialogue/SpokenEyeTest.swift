public import Acuity
internal import Dialogue
internal import Platform
internal import Records
public import SpokenLetters
internal import Synchronization

/// Conducts an eye test by voice: shows each line, hears the answers, asks again for letters that were
/// not understood, and gives the answers to the procedure. Use it on one thread; any thread may
/// call `stop()`.
///
///     let ear = try LetterEar(.etdrs, grammars: "grammars", models: "models")
///     let test = try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: ear)
///     let result = try test.run(hearing: microphone.read) { moment in draw(moment) }
///
/// It knows the number of letters in a line, and never which they are. Every line ends: after three
/// rounds its missing letters are asked for one at a time, and then left open. A test ends after
/// 100 requests.
public final class SpokenEyeTest: Sendable {
    private let procedure: any AcuityProcedure
    private let hearing: RecognitionErrorModel
    private let stopping = StopRequest()
    /// The ear until `run` takes it.
    private let ear: Mutex<SendableEar?>

    /// `@unchecked Sendable`: `init` gets the ear for good (`sending`), and the one call of `run` that
    /// takes it out of the mutex is its only user.
    private struct SendableEar: @unchecked Sendable { let ear: LetterEar }

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - procedure: chooses the lines and the score.
    ///   - ear: hears the answers. It belongs to this test from now on.
    ///   - hearing: the recognition errors that the estimate assumes; `exact` for none.
    /// - Throws: an error where the ear listens for letters and the procedure shows directions, or the
    ///   other way round.
    public init(
        _ procedure: any AcuityProcedure, ear: sending LetterEar,
        hearing: RecognitionErrorModel = .exact
    ) throws {
        guard ear.choice.hears(procedure.optotypes) else {
            throw WrongEar(choice: ear.choice, optotypes: procedure.optotypes)
        }
        self.procedure = procedure
        self.hearing = hearing
        self.ear = Mutex(SendableEar(ear: ear))
    }

    /// Ends the test from another thread, within the next piece of sound.
    public func stop() { stopping.request() }

    /// Runs the test to its end, once.
    ///
    /// - Parameters:
    ///   - sound: the next samples, mono at 16,000 Hz, -1...1; nil at the end. It may block. The
    ///     sound is the clock of the test, so silence has to be passed, too.
    ///   - show: draws a moment of the test.
    /// - Returns: the result. If hearing fails, it has the answers so far.
    /// - Throws: an error of `show`, or one where the test was run before.
    public func run(
        hearing sound: @escaping () throws -> [Float]?,
        showing show: @escaping (Moment) throws -> Void
    ) throws -> Result {
        let taken = ear.withLock { ear in
            defer { ear = nil }
            return ear
        }
        guard let taken else { throw TestWasRun() }
        let voice = VoiceAnswers(source: SoundByCall(sound), listener: taken.ear.listener)
        let optotypes = procedure.optotypes
        let source: any AnswerSource =
            optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
        var conductor = TestConductor(
            setup: TestSetup(eye: .both, optotypes: optotypes), procedure: procedure,
            hearing: hearing, source: source, display: DisplayByCall(show), stop: stopping)
        return Result(try conductor.run())
    }
}

extension SpokenEyeTest {
    /// The result of a test.
    public struct Result: Sendable {
        /// The way that a test ended.
        public enum End: Sendable, Equatable {
            /// By the procedure's own rule.
            case finished(ProcedureEnd)
            /// The person said "stop".
            case stoppedByPerson
            /// By `stop()`.
            case stopped
            /// The sound ended.
            case soundEnded
            /// Answers could no longer be heard; with the reason.
            case failed(String)
        }

        /// The score by the procedure's rule, with the lines and their answers.
        public let score: AcuityScore
        /// The estimate with its interval; nil if no letter was understood, or if a flag withholds it.
        public let estimate: AcuityEstimate?
        /// Letters asked for again: each letter each time.
        public let lettersAskedAgain: Int
        /// The way that it ended.
        public let end: End

        init(_ record: TestRecord) {
            score = record.score
            estimate = record.estimate?.ifReliable
            lettersAskedAgain = record.lettersAskedAgain
            end =
                switch record.end {
                case .finished(let end): .finished(end)
                case .stoppedByPerson: .stoppedByPerson
                case .stoppedFromOutside: .stopped
                case .answersEnded, .interrupted: .soundEnded
                case .failed(let reason): .failed(reason)
                }
        }
    }
}

extension LetterEar.Choice {
    /// Whether it hears the answers to optotypes.
    fileprivate func hears(_ optotypes: OptotypeSet) -> Bool {
        switch self {
        case .etdrs, .chart: optotypes == .sloan || optotypes == .hotv
        case .alphabet: !optotypes.areDirections
        case .hotv: optotypes == .hotv
        case .directions: optotypes.areDirections && !optotypes.areDiagonals
        case .diagonals: optotypes.areDirections
        }
    }
}

/// An error: a test runs once.
private struct TestWasRun: Error, CustomStringConvertible {
    let description = "This test was run before. Make another one for another test."
}

/// An error: an ear cannot hear the answers of a procedure.
private struct WrongEar: Error, CustomStringConvertible {
    let choice: LetterEar.Choice
    let optotypes: OptotypeSet

    var description: String {
        let fitting = LetterEar.Choice.allCases.filter { $0.hears(optotypes) }
            .map { ".\($0.rawValue)" }.joined(separator: " or ")
        return "An ear for .\(choice.rawValue) cannot hear answers to \(optotypes.rawValue)."
            + " Make it with \(fitting)."
    }
}
