import Accounts
import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The texts of the pages of records and accounts in all their languages.
@Suite("Texts of records and accounts in all languages", .listening)
struct ClinicTextTests {
    private static let languages = ["en", "de", "es", "fr", "hi"]
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources")

    private func texts(_ path: String) throws -> [String: String] {
        try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: Self.sources.appending(path: path)))
    }

    /// The catalogue of the pages in a language, without that of the test.
    private func own(_ language: String) throws -> [String: String] {
        try texts("Web/ClinicPages/Texts/clinic_\(language).json")
    }

    /// The files of the pages whose names have an ending, without their comments.
    private func files(_ ending: String) throws -> [(name: String, source: String)] {
        let folder = Self.sources.appending(path: "Web/ClinicPages/Pages")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(ending) }.map { name in
                let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return (
                    name,
                    source.replacing(#/(?s)\/\*.*?\*\//#, with: "")
                        .replacing(#/(?m)^\s*\/\/.*$/#, with: "")
                        .replacing(#/<!--.*?-->/#, with: "")
                )
            }
    }

    @Test("every language has every text, with the same placeholders", arguments: languages)
    func complete(language: String) throws {
        let english = try own("en")
        let own = try own(language)
        #expect(english.count > 200 && Set(own.keys) == Set(english.keys))
        let shared = try texts("Web/TestPages/Pages/texts/en.json")
        #expect(Set(english.keys).isDisjoint(with: shared.keys))
        func placeholders(_ text: String) -> Set<String> {
            Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
        }
        for (key, text) in own {
            let wanted = english[key] ?? ""
            #expect(!text.isEmpty && placeholders(text) == placeholders(wanted), "\(key)")
            if language != "en", wanted.split(separator: " ").count > 3 {
                #expect(text != wanted, "\(key) is not translated")
            }
        }
    }

    @Test("every text of a page is in a catalogue")
    func keys() throws {
        let known = try own("en").merging(texts("Web/TestPages/Pages/texts/en.json")) { $1 }
        for (name, html) in try files(".html") {
            for match in html.matches(of: #/data-(?:text|label)="([^"]+)"/#) {
                #expect(known[String(match.1)] != nil, "\(match.1) in \(name)")
            }
            let words = html.replacing(#/<[^>]*>/#, with: "\n").split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 1 }
            // A command is the same in all languages.
            #expect(
                words.allSatisfy { $0.hasPrefix("aloud ") || $0 == "Aloud" },
                "\(words) in \(name)")
        }
        for (name, script) in try files(".js") {
            for match in script.matches(of: #/'((?:[a-z]+)\.[\w.]+)'/#)
            where !["test", "correction"].contains(match.1) && !match.1.hasSuffix(".js") {
                #expect(known[String(match.1)] != nil, "\(match.1) in \(name)")
            }
            // A capital, then a word in lower case, is a sentence that stays in English.
            for match in script.matches(of: #/['`]([A-Z][a-z]+,? [a-z’]+[^'`]*)['`]/#) {
                Issue.record("\(name): \(match.1)")
            }
        }
        // The texts whose keys are put together from names.
        for role in ["viewer", "operator", "clinician", "admin"] {
            #expect(known["role.\(role)"] != nil)
        }
        for scope in [
            "readPeople", "readTests", "writePeople", "writeTests", "amend", "export", "erase",
            "administer",
        ] {
            #expect(known["scope.\(scope)"] != nil)
        }
        for state in ["running", "finished", "interrupted", "voided"] {
            #expect(known["state.\(state)"] != nil)
        }
    }

    /// Sentences that the program sends to these pages, with values as they may be.
    private static let said = [
        "Right eye", "Left eye", "Both eyes", "20/40 or better", "Stopped too early to say.",
        "Withheld", "Not measured",
        "Not finished: 20/40", "at 4 m", "at 40 cm", "without correction", "with glasses",
        "with contact lenses", "with a pinhole", "amended", "uncalibrated", "interrupted",
        "declared a mistake", "worse than 0.98, with 97.5 %",
        "0.33, with 95 % between 0.26 and 0.39",
        "0.24 worse than the baseline of 0.10, beyond chance (0.11). Seen once: test again.",
        "0.24 better than the baseline of 0.10, beyond chance (0.11). Confirmed by another test.",
        "Slowly worse than the baseline of 0.10: several tests together confirm it.",
        "Slowly better than the baseline of 0.10: several tests together confirm it.",
        "the person of the interrupted test", "where it was interrupted", "in use", "disabled",
        "until 2026-01-31, 14:05", "initial password until 2026-01-31, 14:05",
        "initial password has ended",
    ]

    /// The literals of sentences in source files, with a number for each value.
    private static func sentences(in path: String) throws -> [String] {
        let source = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
        let lines = source.split(separator: "\n").filter {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        }
        return lines.joined(separator: "\n").replacing(#/"\s*\+ "/#, with: "")
            .matches(of: #/"([A-Z][^"\n]* [^"\n]*[.])"/#)
            .map { String($0.1).replacing(#/\\\([^()]*(?:\([^()]*\)[^()]*)*\)/#, with: "7") }
    }

    @Test("every sentence that the program sends is translated", arguments: languages.dropFirst())
    func sent(language: String) throws {
        let clinic = try Clinic()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(clinic.origin + "/account")
        try browser.wait(until: "!document.getElementById('sign-in').hidden")
        try browser.run(
            """
            return import('/texts.js').then(async (texts) => {
              await texts.loadTexts('\(language)');
              window.translated = texts.translated;
            });
            """)
        var sentences = Self.said
        for path in [
            "Web/ClinicPages/Accounts/AccountAnswers.swift",
            "Web/ClinicPages/Accounts/AccountDesk.swift",
            "Web/ClinicPages/Accounts/SigningIn.swift",
            "Web/ClinicPages/Accounts/OwnSecondFactor.swift",
            "Clinic/Accounts/PasswordRules.swift",
            "Clinic/RecordStore/Access/Account.swift",
        ] {
            let found = try Self.sentences(in: path)
            #expect(!found.isEmpty, "\(path)")
            sentences += found
        }
        for sentence in sentences {
            let encoded = String(decoding: try JSONEncoder().encode([sentence]), as: UTF8.self)
            let own = try browser.run("return translated(\(encoded)[0]);") as? String ?? ""
            #expect(own != sentence && !own.isEmpty, "\(sentence)")
            for word in [" the ", " and ", " of ", "password", "Choose"] {
                #expect(!own.contains(word), "\(own)")
            }
        }
    }

    @Test("the page keeps the chosen language", arguments: ["de", "hi"])
    func chosen(language: String) throws {
        let clinic = try Clinic()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(clinic.origin + "/account")
        try browser.wait(until: "!document.getElementById('sign-in').hidden")
        try browser.run(
            """
            const select = document.getElementById('language');
            select.value = '\(language)';
            select.dispatchEvent(new Event('change'));
            """)
        try browser.wait(until: "document.documentElement.lang === '\(language)'")
        let title = try #require(try own(language)["account.signIn"])
        try browser.wait(until: "document.querySelector('#sign-in h1').textContent === '\(title)'")
        try browser.open(clinic.origin + "/records")
        try browser.wait(until: "document.documentElement.lang === '\(language)'")
    }
}
