extension Int {
    /// The number with a noun whose plural has an s: "1 recording", "2 recordings".
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
