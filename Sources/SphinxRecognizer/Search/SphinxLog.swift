internal import CSphinxLog

/// Why a call of PocketSphinx failed stands only in its log: this reads it, a thread at a time.
enum SphinxLog {
    /// Runs `body` and returns its result with what PocketSphinx complained of meanwhile.
    static func reading<Result>(_ body: () -> Result) -> (result: Result, complaint: String) {
        aloud_sphinx_log_install()
        aloud_sphinx_log_clear()
        let result = body()
        let text = String(cString: aloud_sphinx_log_text())
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: { $0 == " " }) }
        return (result, lines.isEmpty ? "no reason given" : lines.joined(separator: "; "))
    }
}
