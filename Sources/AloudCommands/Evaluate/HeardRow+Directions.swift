internal import Acuity
internal import LetterSpeech
internal import Listening

extension HeardRow {
    /// The same with directions as the letters that stand for them, both those said and those heard,
    /// so that they are counted as letters are.
    var namingDirections: HeardRow {
        var named = self
        if row.transcript.count == 1, let direction = Direction(word: row.transcript[0]) {
            named.row.transcript = [direction.letter.description]
        }
        for index in named.heard.breaths.indices {
            named.heard.breaths[index].answers = heard.breaths[index].answers.map(
                \.namingDirection)
        }
        return named
    }
}
