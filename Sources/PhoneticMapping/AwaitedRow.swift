public import Acuity

/// The row of letters that a line of text is if it is typed in capitals, as one word: as many as
/// are awaited, all of them among the choices.
///
/// Who names letters by guessing names many that happen to be something else: "VRRRH" would be a
/// hum, "KOSS" a name, "NO" a correction. Who types so is asked for letters, and most rows are
/// some; so each is. What is meant as a word is typed in small letters, or has other letters, or
/// more or fewer.
public struct AwaitedRow: Sendable, Equatable {
    /// Any of these many letters.
    public var lengths: Set<Int>
    /// What can be answered.
    public var choices: Set<Letter>

    /// A line of the charts: where nobody tells what is awaited, no other row of capitals is surely
    /// meant as letters. Some write all words so.
    public static let lineOfChart = AwaitedRow(
        lengths: [Chart.lettersInLine], choices: Set(Letter.sloan))

    /// A row of letters.
    ///
    /// - Parameters:
    ///   - lengths: how many letters it may have; never which.
    ///   - choices: what is drawn from.
    public init(lengths: Set<Int>, choices: Set<Letter>) {
        self.lengths = lengths
        self.choices = choices
    }

    /// The letters of words that are such a row; nil where they are not.
    package func letters(in tokens: [UtteranceToken]) -> [Letter]? {
        guard tokens.count == 1, tokens[0].written.allSatisfy(\.isUppercase) else { return nil }
        let letters = tokens[0].word.compactMap(Letter.init(_:))
        let isRow =
            letters.count == tokens[0].word.count && lengths.contains(letters.count)
            && choices.isSuperset(of: letters)
        return isRow ? letters : nil
    }
}
