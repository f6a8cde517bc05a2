public import Acuity

/// One way to say the name of a letter.
public struct LetterName: Sendable {
    /// The letter.
    public let letter: Letter
    /// How its name sounds, said this way.
    public let pronunciation: Pronunciation

    /// How the 26 letters are called. H is also "haitch" and Z also "zed", as most speakers
    /// outside the United States say (Wells JC. Longman Pronunciation Dictionary, 3rd ed. 2008).
    public static let all: [LetterName] = Letter.allCases.flatMap { letter in
        phones(of: letter).compactMap { Pronunciation($0) }
            .map { LetterName(letter: letter, pronunciation: $0) }
    }

    private static func phones(of letter: Letter) -> [String] {
        switch letter {
        case .a: ["EY"]
        case .b: ["B IY"]
        case .c: ["S IY"]
        case .d: ["D IY"]
        case .e: ["IY"]
        case .f: ["EH F"]
        case .g: ["JH IY"]
        case .h: ["EY CH", "HH EY CH"]
        case .i: ["AY"]
        case .j: ["JH EY"]
        case .k: ["K EY"]
        case .l: ["EH L"]
        case .m: ["EH M"]
        case .n: ["EH N"]
        case .o: ["OW"]
        case .p: ["P IY"]
        case .q: ["K Y UW"]
        case .r: ["AA R"]
        case .s: ["EH S"]
        case .t: ["T IY"]
        case .u: ["Y UW"]
        case .v: ["V IY"]
        case .w: ["D AH B AH L Y UW"]
        case .x: ["EH K S"]
        case .y: ["W AY"]
        case .z: ["Z IY", "Z EH D"]
        }
    }
}

extension LetterName {
    /// The letter of whose name one of the pronunciations is; nil if none is.
    package static func letter(in variants: [Pronunciation]) -> Letter? {
        all.first { variants.contains($0.pronunciation) }?.letter
    }
}
