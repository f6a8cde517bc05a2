internal import Acuity
internal import Dialogue

/// What an operator is told of a warm-up.
struct OperatorWarmUp: Sendable {
    private var letters = 0
    private var number = 0
    private var shown: Letter?
    private var heard = ""
    private var advice = ""

    mutating func take(_ event: WarmUpEvent) {
        switch event {
        case .begin(let letters, _):
            self = OperatorWarmUp()
            self.letters = letters.count
        case .show(let letter, let number):
            shown = letter
            self.number = number
            heard = ""
        case .heard(_, let answer):
            heard =
                switch answer?.response {
                case .named(let letter): ", heard as \(letter)"
                case .missed: ", not seen"
                case nil: ", not understood"
                }
        case .advice(let advice): self.advice = " " + advice.words
        case .again, .letter, .end: break
        }
    }

    /// Where it is, with what the person is asked.
    func words(asking prompt: String) -> String {
        guard let shown else { return prompt }
        return "Warm-up, letter \(number) of \(letters): \(shown)\(heard). \(prompt)\(advice)"
    }
}
