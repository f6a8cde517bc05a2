internal import RecordStore

/// A UUID as an object identifier: "2.25." and its 128 bits as a decimal number (ITU-T X.667; DICOM
/// PS3.5, B.2).
struct ObjectIdentifierOfUUID {
    /// The identifier, of at most 44 characters.
    let text: String

    init(_ id: RecordID) {
        // Decimal digits, the lowest first: each hexadecimal digit multiplies them by 16.
        var digits: [Int] = [0]
        for digit in id.text.compactMap(\.hexDigitValue) {
            var carry = digit
            for index in digits.indices {
                let value = digits[index] * 16 + carry
                digits[index] = value % 10
                carry = value / 10
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
        }
        text = "2.25." + digits.reversed().map { String($0) }.joined()
    }
}
