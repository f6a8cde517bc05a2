public import Acuity
public import LetterSpeech

extension LetterListener {
    /// What is learnt from must have been a letter by its sound, whichever: the least probability
    /// of that, by the classifier. What is less was a cough, another word, or half of one.
    static let leastLetter = 0.5

    /// Learns how this person says a letter from a word that was heard before; returns whether it
    /// did. It does not where the sound can hardly have been a letter.
    ///
    /// For a warm-up, where it is known for certain which letter it was once it has been heard.
    /// The letter need not be among the likely ones: what is learnt most from is what was misheard.
    @discardableResult
    public func learn(_ letter: Letter, from word: HeardWord) -> Bool {
        guard let voice, let opinion = word.opinion,
            opinion.letterProbability >= Self.leastLetter
        else { return false }
        voice.learn(opinion, as: letter)
        return true
    }

    /// A word with what the classifier would make of it if it knew the person.
    func corrected(_ word: HeardWord) -> HeardWord {
        guard let voice, let opinion = word.opinion else { return word }
        var corrected = word
        corrected.opinion = voice.corrected(opinion)
        return corrected
    }
}
