internal import LetterSpeech

/// What a word that is no letter's name stands for all the same.
struct WordMeaning {
    /// The groups that are reported apart.
    enum Group: String, CaseIterable {
        case codeWords = "spelling alphabet"
        case directions = "directions"
        case commands = "commands"
    }

    var group: Group
    /// What must be heard.
    var kind: SpokenAnswer.Kind
}
