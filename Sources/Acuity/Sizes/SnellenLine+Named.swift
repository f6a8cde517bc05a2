extension SnellenLine {
    /// The line that a text names: the Snellen fraction in feet or metres, or the logMAR
    /// ("20/100", "6/30", "0.7"). A bare number is always logMAR, never decimal acuity.
    ///
    /// - Throws: `UnknownLine` for any other text.
    public init(named text: String) throws(UnknownLine) {
        let name = text.filter { !$0.isWhitespace }
        let line = Self.all.first { line in
            if line.feet == name || line.metres == name { return true }
            guard name.utf8.allSatisfy(Self.decimalBytes.contains), let size = Double(name) else {
                return false
            }
            return line.millionthsFrom(LogMAR(size)) == 0
        }
        guard let line else { throw UnknownLine(name: text) }
        self = line
    }

    /// What a logMAR is written with; `Double` also reads "0x1p-1".
    private static let decimalBytes = Set("0123456789+-.".utf8)
}
