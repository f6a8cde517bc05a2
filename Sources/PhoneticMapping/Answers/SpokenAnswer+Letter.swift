package import Acuity

extension SpokenAnswer.Kind {
    /// The letter, if it is one.
    package var letter: Letter? { if case .letter(let letter) = self { letter } else { nil } }
}
