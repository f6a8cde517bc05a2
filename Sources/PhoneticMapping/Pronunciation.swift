/// How a word sounds: its phones in order.
public struct Pronunciation: Sendable, Hashable {
    /// Without stress.
    public var phones: [Phone]

    /// Phones in the order in which they are said.
    public init(_ phones: [Phone]) {
        self.phones = phones
    }

    /// Reads ARPAbet separated by blanks, in either case, with or without stress digits
    /// ("S IY", "s iy1"); nil if there is none or one of them is unknown.
    public init?(_ text: some StringProtocol) {
        var phones: [Phone] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            let name = part.uppercased().filter { !$0.isNumber }
            guard let phone = Phone(rawValue: name) else { return nil }
            phones.append(phone)
        }
        guard !phones.isEmpty else { return nil }
        self.phones = phones
    }
}

extension Pronunciation: CustomStringConvertible {
    /// The phones as the dictionary writes them, such as "S IY".
    public var description: String { phones.map(\.rawValue).joined(separator: " ") }
}
