internal import Platform

/// An invalid text on the command line.
package struct InvalidValue: Error, Equatable, CustomStringConvertible {
    /// The text on the command line.
    package var text: String
    /// A description of a valid value: "a whole number from 1 to 26".
    package var expected: String

    /// - Parameters:
    ///   - text: the text on the command line.
    ///   - expected: ends the sentence "expected …", without a full stop.
    package init(_ text: String, expected: String) {
        self.text = text
        self.expected = expected
    }

    package var description: String { "The value '\(text)' is invalid: expected \(expected)." }
}

/// The values that a shell offers for an option or an argument.
package enum ValueCompletion: Sendable, Equatable {
    /// Nothing: a number, or words of the user's own.
    case none
    /// These words.
    case choices([String])
    /// The names of files.
    case file
    /// The names of folders.
    case folder
}

/// The conversion of the text of an option or argument into a value.
package struct ValueKind<Value: Sendable>: Sendable {
    /// Its name in help texts, as `<file>`.
    package let placeholder: String
    /// The general description of a value in messages: "a whole number from 1 to 26".
    package let expected: String
    /// The values that a shell offers.
    package let completion: ValueCompletion
    private let reading: @Sendable (String) throws(InvalidValue) -> Value

    /// A kind of value that a message describes as a whole.
    ///
    /// - Parameters:
    ///   - name: the name in the help text, without brackets: `distance`.
    ///   - expected: ends the sentence "expected …", without a full stop.
    ///   - takesAnyName: whether the text may encode a name that is not UTF-8; see `FileName`.
    ///   - completion: the values that a shell offers.
    ///   - read: the value of a text; nil if the text is not one.
    package init(
        _ name: String, expected: String, takesAnyName: Bool = false,
        completion: ValueCompletion = .none,
        read: @escaping @Sendable (String) -> Value?
    ) {
        placeholder = "<\(name)>"
        self.expected = expected
        self.completion = completion
        reading = { text throws(InvalidValue) in
            guard takesAnyName || FileName.isText(text) else {
                throw InvalidValue(text, expected: expected + ", in UTF-8")
            }
            guard let value = read(text) else { throw InvalidValue(text, expected: expected) }
            return value
        }
    }

    /// A kind of value with a reader that describes the fault of a text.
    ///
    /// - Parameters:
    ///   - name: the name in the help text, without brackets: `distance`.
    ///   - expected: the general description, without a full stop.
    ///   - read: the value of a text; throws a description of a valid value.
    package init(
        _ name: String, expected: String,
        throwing read: @escaping @Sendable (String) throws(InvalidValue) -> Value
    ) {
        placeholder = "<\(name)>"
        self.expected = expected
        completion = .none
        reading = { text throws(InvalidValue) in
            guard FileName.isText(text) else {
                throw InvalidValue(text, expected: expected + ", in UTF-8")
            }
            return try read(text)
        }
    }

    /// The value of a text.
    package func read(_ text: String) throws(InvalidValue) -> Value { try reading(text) }

    package func readAll(_ texts: [String]) throws(InvalidValue) -> [Value] {
        var values: [Value] = []
        for text in texts { values.append(try read(text)) }
        return values
    }
}

extension ValueKind where Value == String {
    /// Any text but an empty one.
    package static func text(_ name: String) -> ValueKind {
        ValueKind(name, expected: "some text") { $0.isEmpty ? nil : $0 }
    }

    /// The path of a file. The reader of the file checks whether it can be read.
    package static let file = ValueKind(
        "file", expected: "the path of a file", completion: .file
    ) {
        $0.isEmpty ? nil : $0
    }

    /// The path of a recording, which may have any name. The reader of the file refuses an empty
    /// path.
    package static let recording = ValueKind(
        "file", expected: "the path of a recording", takesAnyName: true, completion: .file
    ) { $0 }

    /// The path of a folder.
    package static let folder = ValueKind(
        "folder", expected: "the path of a folder", completion: .folder
    ) {
        $0.isEmpty ? nil : $0
    }
}

extension ValueKind where Value: FixedWidthInteger {
    /// A whole number in decimal digits.
    package static func whole(_ name: String, in range: ClosedRange<Value>) -> ValueKind {
        ValueKind(
            name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
        ) { text in
            Value(text.halfWidth).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueKind where Value == Double {
    /// A number in decimal digits; never infinite, never "not a number".
    package static func number(_ name: String, in range: ClosedRange<Double>) -> ValueKind {
        ValueKind(
            name, expected: "a number from \(range.lowerBound) to \(range.upperBound)"
        ) { text in
            Double(decimal: text.halfWidth).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueKind {
    /// One or several of the cases of an enum, typed as their raw values with commas between.
    package static func several<Case>(_ name: String, of type: Case.Type) -> ValueKind
    where
        Case: CaseIterable & RawRepresentable & Sendable, Case.RawValue == String, Value == [Case]
    {
        ValueKind(
            name,
            expected: "one or several of "
                + Case.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                + ", with commas between"
        ) { text in
            let names = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            let values = names.compactMap { Case(rawValue: String($0)) }
            return values.count == names.count ? values : nil
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enum, typed as its raw value, in any case of letters.
    ///
    /// - Parameter values: those that may be chosen; all by default.
    package static func choice(
        of type: Value.Type = Value.self, among values: [Value] = Array(Value.allCases)
    ) -> ValueKind {
        let names = values.map(\.rawValue)
        return ValueKind(
            names.joined(separator: "|"),
            expected: "one of " + names.map { "'\($0)'" }.joined(separator: ", "),
            completion: .choices(names)
        ) { text in
            values.first { $0.rawValue.lowercased() == text.lowercased() }
        }
    }
}
