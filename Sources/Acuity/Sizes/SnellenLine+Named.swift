extension SnellenLine {
    /// The line that a text names: the Snellen fraction in feet or metres, or the logMAR
    /// ("20/100", "6/30", "0.7"). A bare number is always logMAR, never decimal acuity.
    ///
    /// - Throws: `UnknownLine` for any other text.
    public init(named text: String) throws(UnknownLine) {
        let name = text.filter { !$0.isWhitespace }
        let line = Self.all.first { line in
            if line.feet == name || line.metres == name { return true }
            guard let size = Double(name) else { return false }
            return line.millionthsFrom(LogMAR(size)) == 0
        }
        guard let line else { throw UnknownLine(name: text) }
        self = line
    }
}
