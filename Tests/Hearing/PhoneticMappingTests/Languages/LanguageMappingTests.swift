import Acuity
import Foundation
import Testing

@testable import PhoneticMapping

@Suite("Typed words of other languages")
struct LanguageMappingTests {
    /// A mapper of a language's folder, without sounds of words.
    static func mapper(_ language: String) throws -> PhoneticMapper {
        try PhoneticMapper(grammars: "\(MappingFolder.grammars)/\(language)", guess: NoGuess())
    }

    private struct NoGuess: Pronouncing {
        func pronunciation(of word: String) -> Pronunciation? { nil }
    }

    @Test("Names, code words and commands mean what they say", arguments: ["de", "es", "fr", "hi"])
    func cases(_ language: String) throws {
        let mapper = try Self.mapper(language)
        let cases = try #require(LanguageCases.all[language]).split(separator: "\n")
        #expect(cases.count >= 60)
        for line in cases {
            let sides = line.components(separatedBy: " = ")
            #expect(mapper.line(for: sides[0]) == sides[1], "\(language): \(sides[0])")
        }
    }

    @Test(
        "Directions are read in the words of the language",
        arguments: [
            ("de", "nach oben", "U"), ("de", "oben links", "Q"), ("de", "unten", "D"),
            ("es", "a la izquierda", "L"), ("es", "arriba a la izquierda", "Q"),
            ("es", "derecha", "R"), ("fr", "en haut", "U"), ("fr", "en haut à gauche", "Q"),
            ("fr", "vers le bas", "D"), ("hi", "ऊपर", "U"), ("hi", "ऊपर बाएँ", "Q"),
            ("hi", "दाएँ", "R"), ("hi", "लेफ्ट", "L"),
            ("hi", "उल्टा हाथ", "L"), ("hi", "सीधे हाथ", "R"), ("de", "schräg", "schräg"),
        ])
    func directions(_ language: String, _ words: String, _ letters: String) throws {
        let mapper = try Self.mapper(language)
        let upLeft = Direction(between: .up, and: .left)?.letter.description
        let expected = letters == "Q" ? upLeft : letters
        #expect(mapper.spelledDirections(in: words, among: .landolt8) == expected)
    }

    @Test(
        "Distances and numbers are read in the words of the language",
        arguments: [
            ("de", "vierzig zentimeter", 0.4), ("de", "einen meter fünfzig", 1.5),
            ("de", "zwei einhalb meter", 2.5), ("de", "fünfundvierzig zentimeter", 0.45),
            ("de", "anderthalb meter", 1.5), ("es", "cuarenta centímetros", 0.4),
            ("es", "dos metros y medio", 2.5), ("es", "cuarenta y cinco centímetros", 0.45),
            ("es", "un metro cincuenta", 1.5), ("fr", "quarante centimètres", 0.4),
            ("fr", "deux mètres et demi", 2.5), ("fr", "trois mètres", 3),
            ("hi", "चालीस सेंटीमीटर", 0.4), ("hi", "दो मीटर", 2), ("hi", "ढाई मीटर", 2.5),
        ])
    func distances(_ language: String, _ words: String, _ metres: Double) throws {
        let setting = try Self.mapper(language).setting(in: words, ofForm: false)
        #expect(setting == .distance(try Distance(metres: metres)))
    }

    @Test("Answers to the start form, numbers and places are read in the language")
    func settings() throws {
        let german = try Self.mapper("de")
        #expect(german.setting(in: "linkes auge", ofForm: true) == .answer(.left))
        #expect(german.setting(in: "ohne brille", ofForm: true) == .answer(.nothing))
        #expect(german.setting(in: "ja", ofForm: true) == .yes)
        #expect(german.setting(in: "die dritte zeile", ofForm: false) == .number(3))
        #expect(german.setting(in: "zeile zwölf", ofForm: false) == .number(12))
        #expect(german.setting(in: "zwei drei", ofForm: false) == nil)
        #expect(german.setting(in: "zwei meter drei", ofForm: false) == nil)
        #expect(german.setting(in: "guten tag", ofForm: false) == nil)
        let spanish = try Self.mapper("es")
        #expect(spanish.setting(in: "los dos ojos", ofForm: true) == .answer(.both))
        #expect(spanish.setting(in: "no", ofForm: false) == .no)
    }

    @Test("A mistake in the settings is named with its line")
    func mistakes() {
        func fault(_ text: String) -> String? {
            do {
                _ = try SettingPhrases(text: text, file: "settings.txt")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(fault("yes:\n    ja\nmaybe:\n")?.hasPrefix("settings.txt:3:1: 'maybe'") == true)
        #expect(fault("yes:\n    ja\nnumbers:\n    zwei\n")?.hasPrefix("settings.txt:4:1:") == true)
        #expect(fault("ja\n")?.hasPrefix("settings.txt:1:1:") == true)
        #expect(fault("")?.contains("no phrases") == true)
        for value in ["1e300", "inf", "nan", "1001", "0.5", "0", "-1"] {
            for heading in ["numbers", "places"] {
                let found = fault("yes:\n    ja\n\(heading):\n    letzte -> \(value)\n")
                #expect(found?.hasPrefix("settings.txt:4:1:") == true, "\(heading) \(value)")
                #expect(found?.contains("from 1 to 1000") == true)
            }
        }
        #expect(fault("yes:\n    ja\nunits:\n    mil -> 0.01\nparts:\n    medio -> 0.5\n") == nil)
    }
}
