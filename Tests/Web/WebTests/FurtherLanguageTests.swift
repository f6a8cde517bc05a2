import Foundation
import TestSpeech
import TestTraits
import Testing

/// The real program with a language that somebody has added: a folder of grammars, and no texts of
/// pages.
@Suite("A language without texts of pages", .listening)
struct FurtherLanguageTests {
    private let folder: TemporaryFolder
    private let grammars: String

    /// A copy of the grammars with the Spanish ones as those of a further language.
    init() throws {
        folder = try TemporaryFolder()
        grammars = folder.file("grammars")
        try FileManager.default.copyItem(atPath: Checkout.grammars, toPath: grammars)
        try FileManager.default.copyItem(
            atPath: Checkout.grammars + "/es", toPath: grammars + "/it")
    }

    /// The messages before the address of the pages.
    private func said(in language: String) throws -> [String] {
        let aloud = try AloudProcess([
            "serve", "--port", "0", "--voice", "off", "--grammars", grammars, "--language",
            language,
        ])
        var said: [String] = []
        while let message = aloud.message(), !message.contains("The test is at") {
            said.append(message)
        }
        aloud.interrupt()
        return said
    }

    @Test("The start of the pages says that they are in English and hear the language")
    func note() throws {
        let notes = try said(in: "it").filter { $0.hasPrefix("Note: ") }
        #expect(notes.count == 1)
        #expect(notes.first?.contains("no texts in the language 'it'") == true, "\(notes)")
        #expect(notes.first?.contains("docs/languages.md") == true)
    }

    @Test("A language with texts of pages gets no note", arguments: ["en", "es"])
    func noNote(_ language: String) throws {
        #expect(try said(in: language).filter { $0.contains("no texts") } == [])
    }
}
