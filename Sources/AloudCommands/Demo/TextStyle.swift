/// How words look on a terminal; where it has no colour, as they are.
///
/// The sequences are "select graphic rendition" of ECMA-48.
struct TextStyle {
    let hasColor: Bool

    /// Large and plain: letters of the chart.
    func strong(_ text: String) -> String { with("1", text) }
    /// In the background: labels.
    func faint(_ text: String) -> String { with("2", text) }
    /// A person's voice: cyan.
    func voice(_ text: String) -> String { with("36", text) }
    /// Right: green.
    func right(_ text: String) -> String { with("1;32", text) }
    /// Wrong: yellow, which those who take red for green can tell from it.
    func wrong(_ text: String) -> String { with("1;33", text) }

    private func with(_ code: String, _ text: String) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
