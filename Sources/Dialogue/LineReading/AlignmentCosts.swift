/// The table of an alignment: the likelihood of each possible event relative to its likeliest
/// explanation. The numbers are chosen, not fitted; `LineSimulationTests` measures their effect.
enum AlignmentCosts {
    /// The posterior from which a position counts as answered.
    static let bound = 0.95

    /// The likelihood that an item covers no letter, one, two or three.
    static func letters(of item: AlignedItem) -> [Double] {
        switch item {
        case .letter: [0.00015, 1]
        case .longLetter: [0.00015, 1, 0.04, 0.02]
        // One name found as two letters: a long "oh" as "oh oh", an "aitch" as "kay aitch".
        case .spareLetter: [0.03, 1]
        case .unclear: [0.8, 1, 0.001, 0.0005]
        case .likelyLetter: [0.0005, 1, 0.001, 0.0005]
        case .possibleLetter: [1, 1]
        case .talk: [1, 0.04, 0.04, 0.04]
        }
    }

    /// The reading ends before the last position that was asked for.
    static let unfinished = 0.003
    /// The same of one that may be the rest of the reading before.
    static let unfinishedRest = 0.1
    /// The likelihood that a spoken letter left no trace before the first item, between two items,
    /// or in a pause that is by far the longest. Typed letters are never lost.
    static let lostFirst = 0.0001
    static let lost = 0.00001
    static let lostInPause = 0.05
    /// The whole line was read again though only a part of it was asked for.
    static let wholeLine = 0.02
    /// The person continues the previous reading and has not heard the request yet.
    static let readsOn = 0.2
    /// A single letter beside something else is a piece of talk: "She was nothing but ..." is
    /// heard as C and something unclear.
    static let allTalk = 0.02
    /// Letters that come again in the same order are a line begun anew: after the longest pause,
    /// and without one. No line shows a letter twice while there are others
    /// (`OptotypeSet.draw`).
    static let restartAfterPause = 200.0
    static let restart = 0.0005
}

/// The kind of an item in an alignment.
enum AlignedItem {
    /// A clear answer, or one that was taken back: surely for one letter.
    case letter
    /// A clear letter that takes so long that another one may be hidden in it.
    case longLetter
    /// A clear letter, or the beginning of one, that may be a part of the next.
    case spareLetter
    /// Not understood.
    case unclear
    /// Not understood, and more likely a letter than not.
    case likelyLetter
    /// A sound as long as a letter in which no answer was heard.
    case possibleLetter
    /// Speech without an answer.
    case talk
}
