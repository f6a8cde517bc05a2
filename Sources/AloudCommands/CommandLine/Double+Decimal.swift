extension Double {
    /// The number that a text writes in decimal digits, with a sign, a point and an exponent if need
    /// be: "0.05", "-.2", "5e-2". Nil for all else, "0x10", "inf" and "nan" too, which `Double`
    /// reads.
    init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy(Self.decimalBytes.contains), let number = Double(text),
            number.isFinite
        else { return nil }
        self = number
    }

    private static let decimalBytes = Set("0123456789+-.eE".utf8)
}
