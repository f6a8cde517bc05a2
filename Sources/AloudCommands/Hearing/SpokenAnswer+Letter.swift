internal import Acuity
internal import LetterSpeech

extension SpokenAnswer.Kind {
    /// The letter, if it is one.
    var letter: Letter? { if case .letter(let letter) = self { letter } else { nil } }
}
