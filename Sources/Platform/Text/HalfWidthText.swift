extension StringProtocol {
    /// The text with full-width characters, as input methods for Chinese and Japanese type them,
    /// replaced by those of ASCII (U+FF01 to U+FF5E).
    package var halfWidth: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
            text.append(
                isFullWidth ? Unicode.Scalar(UInt8(scalar.value - 0xFF00 + 0x20)) : scalar)
        }
        return String(text)
    }
}
