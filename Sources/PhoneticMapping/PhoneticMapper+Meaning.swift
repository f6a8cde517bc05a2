extension PhoneticMapper {
    /// What a word or a phrase means that a grammar has; nil where it is no answer.
    package func meaning(of words: String) -> SpokenAnswer.Kind? {
        answers(to: [HeardWord(words, time: 0...0, confidence: 1)], from: .grammar).first?.kind
    }
}
