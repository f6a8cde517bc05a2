/// Something that says how a word sounds even where no dictionary has it, such as the
/// letter-to-sound rules of a speech synthesiser.
public protocol Pronouncing: Sendable {
    /// How the word sounds; nil where it has no letters to go by.
    func pronunciation(of word: String) -> Pronunciation?
}
