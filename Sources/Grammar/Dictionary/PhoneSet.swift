/// The phones of the acoustic model en-us, as its definition file (mdef) lists them.
enum PhoneSet {
    /// The 39 phones of ARPAbet that the CMU Pronouncing Dictionary uses, without stress.
    static let speech: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
        "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH",
        "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]

    /// Silence, noise, and speech that is no word.
    static let fillers: Set<String> = ["SIL", "+NSN+", "+SPN+"]

    /// The phone that a wrong one was meant to be: in lower case, or with the digit of a stress.
    static func meant(by text: String) -> String? {
        let upper = text.uppercased()
        let bare = upper.last.map { "012".contains($0) } == true ? String(upper.dropLast()) : upper
        return speech.contains(bare) ? bare : nil
    }
}
