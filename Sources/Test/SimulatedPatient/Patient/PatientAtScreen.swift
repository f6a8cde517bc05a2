package import Dialogue

/// A patient before the screen of a test: it looks at the display, hears the questions, and answers
/// each one once.
///
/// Among the events of the test, only the questions reach the patient, as a person would hear them;
/// the letters come from the screen.
package final class PatientAtScreen: Display, TestObserver {
    /// The patient, with its memory of the lines seen so far.
    package private(set) var patient: Patient
    private let say: (Remark) throws -> Void
    private var question: Asked?

    /// The question, before the patient has looked at the screen.
    private enum Asked {
        case line
        case again([Int])
        case goOn
        case rest
    }

    /// A patient who takes a seat.
    ///
    /// - Parameter say: takes the patient's words, and returns before they are said.
    package init(_ patient: Patient, say: @escaping (Remark) throws -> Void) {
        self.patient = patient
        self.say = say
    }

    package func observe(_ event: TestEvent) {
        switch event {
        case .present, .warmUp(.show): question = .line
        case .askAgain(_, let positions, _, _): question = .again(positions)
        case .warmUp(.again): question = .again([0])
        case .pause: question = .goOn
        case .resume: question = .rest
        case .result: question = nil
        case .answer, .correction, .override, .line, .trouble, .recovered, .soundMissing,
            .language, .warmUp:
            break
        }
    }

    package func show(_ view: TestView) throws {
        guard let asked = question, let shown = view.presentation else { return }
        question = nil
        let open = view.places.indices.filter { index in
            view.places[index] == .waiting || view.places[index] == .asked
        }
        let posed: Question =
            switch asked {
            case .line: .line
            case .again(let positions): .again(positions)
            case .goOn: .goOn
            case .rest: .rest(open)
            }
        let remark = patient.answer(posed, lookingAt: shown)
        if !remark.utterances.isEmpty { try say(remark) }
    }
}

/// A question to a patient.
package enum Question: Sendable, Equatable {
    /// The whole line.
    case line
    /// The letters at these positions, from 0, again.
    case again([Int])
    /// The letters at these positions, from 0, after a pause: they have not been answered yet.
    case rest([Int])
    /// The words to continue the test.
    case goOn
}
