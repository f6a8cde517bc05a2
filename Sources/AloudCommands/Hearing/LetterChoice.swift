/// Which letters are listened for, and so which grammar.
public enum LetterChoice: String, CaseIterable, Sendable {
    /// The ten letters of Sloan's set; any other is heard as the one of them it sounds most like.
    case etdrs
    /// All 26.
    case alphabet
    /// All 26 for reading a chart: the ten, and the other sixteen where they are plainly said.
    case chart

    /// The grammar's file in the folder of grammars.
    var grammarFile: String { rawValue + ".gram" }
}
