import Acuity

/// Responses that name the first letters of a presentation rightly and the rest wrongly.
func responses(_ right: Int, of shown: Presentation) -> [Response] {
    shown.letters.enumerated().map { index, letter in
        if index < right { return .named(letter) }
        return .named(letter == .c ? .d : .c)
    }
}

/// Answers line after line with these numbers of right letters, until the numbers or the test end.
/// Returns the lines in the order shown.
func read(_ test: inout ChartReading, right: [Int]) throws -> [Int] {
    var shownLines: [Int] = []
    for count in right {
        guard let shown = test.next else { break }
        shownLines.append(shown.line)
        try test.take(responses(count, of: shown))
    }
    return shownLines
}
