public import Acuity

/// What `grammars/rulings.txt` says about a word or phrase, before any sound is looked at.
public enum Ruling: Sendable, Hashable {
    /// A letter's own name or its spelling word: it means the letter even among other words.
    case name(Letter)
    /// An everyday word that is heard for a letter: it means the letter unless people are
    /// talking.
    case letter(Letter)
    case command(SpokenCommand)
    /// Comes with answers and says nothing: "um", "I think it's".
    case filler
    /// Said to oneself or to others: what sounds like letters beside it is talk as well.
    case talk
    /// Joins a letter and a word that begins with it: "N as in November".
    case example
    /// "double": the letter after it twice, or W.
    case twice
    /// "or": between two letters and alone with them, neither is meant.
    case choice
    /// "not": the letter after it is not meant, and the one after that is.
    case denial
}
