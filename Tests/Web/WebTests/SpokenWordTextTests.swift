import Acuity
import Foundation
import HTTP
import PhoneticMapping
import TestSpeech
import TestTraits
import Testing

@testable import TestPages

/// Words that the pages ask a patient to say, heard as the language of the page hears them.
@Suite("Words to be said", .listening)
struct SpokenWordTextTests {
    private struct NoGuess: Pronouncing {
        func pronunciation(of word: String) -> Pronunciation? { nil }
    }

    private static func texts(_ language: String) throws -> [String: String] {
        let file = try #require(PageFile.at("/\(language).json"))
        return try JSONDecoder().decode([String: String].self, from: Data(file.body))
    }

    /// The words in quotation marks.
    private static func quoted(_ text: String) -> [String] {
        text.matches(of: #/[„“«] ?([^„“”«»]+?) ?[“”»]/#).map { String($0.1) }
    }

    @Test(
        "A page asks only for words that its language hears", arguments: ["de", "es", "fr", "hi"])
    func heard(language: String) throws {
        let mapper = try PhoneticMapper(
            grammars: Checkout.grammars + "/" + language, guess: NoGuess())
        let texts = try Self.texts(language)
        func said(_ key: String) throws -> [String] {
            Self.quoted(try #require(texts[key], "\(key)"))
        }
        func meanings(_ key: String) throws -> [String] { try said(key).map(mapper.line) }
        for key in ["say.pass", "said.pass", "said.welcome"] {
            #expect(try meanings(key) == ["cannotSee"], "\(key)")
        }
        #expect(try meanings("say.wait") == ["pause", "resume"])
        for key in ["say.stop", "said.warmUp"] { #expect(try meanings(key) == ["stop"], "\(key)") }
        #expect(try meanings("say.no") == ["correction N"])
        #expect(mapper.line(for: try #require(texts["said.goOnWord"])) == "resume")
        #expect(try meanings("said.codeWord") == ["D", "H", "K"])
        #expect(mapper.line(for: try #require(texts["said.zedWord"])) == "Z")
        for letter in OptotypeSet.sloan.choices + OptotypeSet.hotv.choices {
            let word = try #require(texts["said.codeWord\(letter)"])
            #expect(mapper.line(for: word) == "\(letter)", "\(word)")
        }
        func directions(_ key: String) throws -> [String] {
            try said(key).map { mapper.spelledDirections(in: $0, among: .landolt8) }
        }
        #expect(try directions("say.directions") == ["U", "D", "L", "R"])
        #expect(try directions("said.whichWayE") == ["U", "D", "L", "R"])
        let corners = [Direction(between: .up, and: .left), Direction(between: .down, and: .right)]
            .compactMap { $0?.letter.description }
        #expect(try directions("say.diagonals") == corners)
        for key in ["said.askDistance", "said.sayDistance"] {
            let distances = try said(key).map { mapper.setting(in: $0, ofForm: false) }
            #expect(
                try distances == [
                    .distance(Distance(metres: 4)), .distance(Distance(metres: 0.4)),
                ], "\(key)")
        }
        for key in ["said.sayYes", "said.chooseLine"] {
            #expect(try said(key).allSatisfy { mapper.setting(in: $0, ofForm: false) != nil })
        }
        // Aloud's own requests are translated with the words in them.
        let catalogue = try #require(Catalogue(language: language))
        let another = catalogue.translated(
            "I did not understand. If you see hotel, please say hotel.")
        #expect(!another.contains("hotel") || language == "es")
        let paused = catalogue.translated("The test is paused. Say \"go on\" when you are ready.")
        #expect(paused.contains(try #require(texts["said.goOnWord"])) && !paused.contains("go on"))
    }
}
