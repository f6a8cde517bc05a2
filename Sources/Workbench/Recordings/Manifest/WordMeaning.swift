package import PhoneticMapping

/// What a word that is no letter's name stands for all the same.
package struct WordMeaning {
    /// The groups that are reported apart.
    package enum Group: String, CaseIterable {
        case codeWords = "spelling alphabet"
        case directions = "directions"
        case commands = "commands"
    }

    package var group: Group
    /// What must be heard.
    package var kind: SpokenAnswer.Kind
}
