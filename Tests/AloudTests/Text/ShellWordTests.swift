import Platform
import Testing

@Suite(.timeLimit(.minutes(1))) struct ShellWordTests {
    @Test(
        "A path is quoted for a shell if necessary",
        arguments: [
            ("study/p-1.tsv", "study/p-1.tsv"), ("my study/a.tsv", "'my study/a.tsv'"),
            ("Anna's", #"'Anna'\''s'"#), ("$HOME/*", "'$HOME/*'"), ("", "''"), ("Köln", "'Köln'"),
        ])
    func words(path: String, word: String) { #expect(path.asShellWord == word) }
}
