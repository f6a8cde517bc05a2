package import Acuity
internal import Platform

extension PhoneticMapper {
    /// A line of typed text with the letter of each direction instead of its words, as
    /// `DirectionWords.spelled` gives it for English.
    ///
    /// In another language the words are those of the folder's phrases: "nach oben" is U.
    package func spelledDirections(in line: String, among optotypes: OptotypeSet) -> String {
        guard bySound == nil else { return DirectionWords.spelled(line, among: optotypes) }
        var spelled: [String] = []
        var last: Direction?
        var rest = UtteranceToken.words(in: line)[...]
        while let word = rest.first {
            guard let match = phrases.longestMatch(in: rest),
                case .direction(let direction) = match.rule
            else {
                last = nil
                rest.removeFirst()
                spelled +=
                    rest.isEmpty && spelled.isEmpty
                    ? [DirectionWords.spelled(word.written, among: optotypes)]
                    : [word.word]
                continue
            }
            rest.removeFirst(match.length)
            if optotypes.areDiagonals, let before = last,
                let diagonal = Direction(between: before, and: direction)
            {
                spelled[spelled.count - 1] = diagonal.letter.description
                last = nil
            } else {
                spelled.append(direction.letter.description)
                last = direction
            }
        }
        return spelled.joined(separator: " ")
    }
}
