internal import Foundation
internal import Platform

/// The texts that name a person, as the records compare them.
package enum PersonText {
    /// An identifier in the spelling that is stored: composed (NFC), without invisible characters,
    /// with ASCII digits and punctuation instead of those of other scripts and widths, and with
    /// single spaces.
    package static func identifier(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.halfWidth.precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isBlank, !isControl(scalar) {
                kept.append(" ")
            } else if isInvisible(scalar) {
                continue
            } else if scalar.properties.numericType == .decimal,
                let value = scalar.properties.numericValue
            {
                kept.append(Unicode.Scalar(UInt8(48 + Int(value))))
            } else {
                kept.append(scalar)
            }
        }
        return String(kept).split(separator: " ").joined(separator: " ")
            .precomposedStringWithCanonicalMapping
    }

    /// A name as it is kept: composed, without invisible characters except the joiners that scripts
    /// of India and Iran are written with, and with plain spaces.
    package static func name(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isBlank, !isControl(scalar) {
                kept.append(" ")
            } else if !isInvisible(scalar) || joiners.contains(scalar) || isDeceiving(scalar) {
                kept.append(scalar)
            }
        }
        return String(String(kept).trimming { $0 == " " })
    }

    /// A text as names and identifiers are searched for: small letters, without joiners.
    package static func folded(_ text: String) -> String {
        identifier(text).lowercased()
    }

    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || (0x2028...0x2029).contains(scalar.value)
    }

    /// Whether a character changes the order of the others on a screen (Unicode Standard Annex 9).
    private static func isDeceiving(_ scalar: Unicode.Scalar) -> Bool {
        String(scalar).hasControls
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        (0x80..<0xA0).contains(scalar.value) || scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.generalCategory == .format
    }

    /// Makes sure that a text shows all that it contains: it has no control characters and no
    /// characters that turn the direction of writing. Text from right to left needs neither.
    ///
    /// - Parameter what: the text in a word, for the message.
    /// - Throws: `RecordError.invalid`.
    package static func check(_ text: String?, called what: String) throws(RecordError) {
        guard let text, text.hasControls else { return }
        throw .invalid(
            "The \(what) has control characters, or characters that turn the direction of writing."
                + " Type it again without them.")
    }
}

extension Person {
    /// The person with identifier and name in the spelling that is kept. A text with a typed space
    /// at an end stays unchanged, so that `check` refuses it.
    package var spelled: Person {
        func isTidy(_ text: String) -> Bool {
            [text.unicodeScalars.first, text.unicodeScalars.last].allSatisfy {
                $0.map { !($0.isASCII && $0.isBlank) } ?? true
            }
        }
        var spelled = self
        spelled.id = id.map { isTidy($0) ? PersonText.identifier($0) : $0 }
        spelled.name = name.map { isTidy($0) ? PersonText.name($0) : $0 }
        return spelled
    }
}

extension Circumstances {
    /// The circumstances with control characters written out, so that records of earlier versions
    /// of Aloud can be imported.
    var withoutControls: Circumstances {
        var shown = self
        func cleaned(_ text: String?) -> String? { text?.escapingControls(keepingLines: true) }
        shown.examiner = cleaned(examiner)
        shown.lane = cleaned(lane)
        shown.note = cleaned(note)
        return shown
    }

    /// Makes sure that the texts that people enter show all that they contain.
    ///
    /// - Throws: `RecordError.invalid`.
    package func check() throws(RecordError) {
        try PersonText.check(examiner, called: "name of the examiner")
        try PersonText.check(lane, called: "name of the lane")
        try PersonText.check(note, called: "note")
    }
}
