extension Double {
    /// The number that a text writes in decimal digits, with a sign, a point and an exponent if need
    /// be: "0.05", "-.2", "5e-2". Nil for all else, "0x10", "inf" and "nan" too, which `Double`
    /// reads.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy(Self.decimalBytes.contains), let number = Double(text),
            number.isFinite
        else { return nil }
        self = number
    }

    /// The share that a text writes as a percentage or a fraction: "5%", "0.05".
    package init?(share text: some StringProtocol) {
        guard text.hasSuffix("%") else {
            self.init(decimal: text)
            return
        }
        guard let percent = Double(decimal: text.dropLast()) else { return nil }
        self = percent / 100
    }

    private static let decimalBytes = Set("0123456789+-.eE".utf8)
}
