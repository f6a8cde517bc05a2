extension String {
    /// The path as one word of a command that a person copies into a shell, in quotes if it needs
    /// them: 'my study/a.tsv'.
    package var asShellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy { Self.plainBytes.contains($0) }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }

    /// The bytes that no shell changes.
    private static let plainBytes = Set(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/._-+,:@%".utf8)
}
