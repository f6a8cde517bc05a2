/// Talk in which one piece sounds like an answer.
extension LineReading {
    /// Whether a whole line was asked for, and what was heard is one answer beside something that
    /// was not understood: nobody reads so, and who says "She was nothing but..." is heard as "C"
    /// and something unclear.
    ///
    /// Of 256 read sentences 5 leave a letter on the line without this, 1 with it; of 1,200 letters
    /// in lines of people one more is asked for.
    var isHardlyOfLine: Bool {
        let letters = items.filter(\.isLetter)
        return count > 1 && asked.count == count && letters.count == 1 && items.count > 1
            && letters[0].answer?.time != nil
    }
}
