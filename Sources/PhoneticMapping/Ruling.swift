public import Acuity

/// What `grammars/rulings.txt` says about a word or phrase, before any sound is looked at.
public enum Ruling: Sendable, Hashable {
    /// A letter's own name or its spelling word: it means the letter even among other words.
    case name(Letter)
    /// An everyday word that is heard for a letter: it means the letter unless people are
    /// talking.
    case letter(Letter)
    /// The words of a command: "pass", "go on".
    case command(SpokenCommand)
    /// Comes with answers and says nothing: "um", "I think it's".
    case filler
    /// Said to oneself or to others: what sounds like letters beside it is talk as well.
    case talk
    /// Joins a letter and a word that begins with it: "N as in November".
    case example
    /// "double": the letter after it twice, or W.
    case twice
    /// "or": of the letters before and after it neither is meant for sure.
    case choice
    /// "between": the same of the two letters after it, with "and" between them.
    case between
    /// Announces a guess: "I think it's", "maybe". After "I can't see it" the guess counts alone.
    ///
    /// - isAlternative: two such letters in a row are a choice: "maybe C, maybe O".
    case guess(isAlternative: Bool)
    /// Takes back half: "not sure". The letter right before it is unclear; where there is none, it
    /// says that a letter cannot be seen.
    case doubt
    /// A correction between two letters, and nothing elsewhere: "oh no", "sorry".
    case retraction
    /// The same of the letters named after it: "not sure about the K".
    case doubtOf
    /// What was read was not read from left to right: "from the right", "backwards".
    case disorder
    /// "not": the letter after it is not meant, and the one after that is.
    case denial
}
