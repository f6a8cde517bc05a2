import Acuity
import Dialogue
import Foundation
import Platform
import Records
import TestBrowser
import Testing

@testable import TestPages

/// The texts of the pages in all their languages.
@Suite("Texts in all languages", .timeLimit(.minutes(60)))
struct CatalogueTests {
    private static let languages = ["en", "de", "es", "fr", "hi"]

    private func file(_ path: String) throws -> String {
        String(decoding: try #require(PageFile.at(path), "\(path)").body, as: UTF8.self)
    }

    private func texts(_ language: String) throws -> [String: String] {
        try JSONDecoder().decode(
            [String: String].self, from: Data(try file("/\(language).json").utf8))
    }

    private func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
    }

    @Test("Every language has every text, with the same placeholders", arguments: languages)
    func complete(language: String) throws {
        let english = try texts("en")
        let own = try texts(language)
        #expect(Set(own.keys) == Set(english.keys))
        for (key, text) in own {
            #expect(!text.isEmpty, "\(key)")
            let wanted = english[key] ?? ""
            #expect(placeholders(text) == placeholders(wanted), "\(key)")
            // Names, numbers and words to be said may be alike in two languages, sentences not.
            let sentence = wanted.replacing(#/“[^”]*”/#, with: "")
            if language != "en", sentence.split(separator: " ").count > 3 {
                #expect(text != wanted, "\(key) is not translated")
            }
        }
    }

    @Test("Every text that a page names is in the catalogue, and no page has other texts")
    func keys() throws {
        let english = try texts("en")
        for page in ["/", "/operator"] {
            let html = try file(page)
            for match in html.matches(of: #/data-(?:text|label)="([^"]+)"/#) {
                #expect(english[String(match.1)] != nil, "\(match.1) in \(page)")
            }
            let body = html[(html.range(of: "<body>")?.upperBound ?? html.startIndex)...]
                .replacing(#/(?s)<noscript>.*?<\/noscript>/#, with: "")
                .replacing(#/<[^>]*>/#, with: "\n")
            let words = body.split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            .filter { $0.count > 1 && !$0.hasPrefix("&") }
            #expect(words.allSatisfy { $0 == "Aloud" || $0 == "Language" }, "\(words) in \(page)")
        }
        for script in [
            "calibration", "directions", "operator", "patient", "reading", "result", "setup",
        ] {
            let source = try file("/\(script).js")
            for match in source.matches(of: #/\btext\(\s*'([\w.]+)'/#) {
                #expect(english[String(match.1)] != nil, "\(match.1) in \(script).js")
            }
        }
    }

    @Test("Every sentence that Aloud sends is translated", arguments: languages.dropFirst())
    func sentences(language: String) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.run(
            """
            return import('/texts.js').then(async (texts) => {
              await texts.loadTexts('\(language)');
              window.translated = texts.translated;
            });
            """)
        for sentence in Self.said {
            let encoded = String(
                decoding: try JSONEncoder().encode([sentence]), as: UTF8.self)
            let own = try browser.run("return translated(\(encoded)[0]);") as? String ?? ""
            #expect(!own.isEmpty)
            #expect(own != sentence, "\(sentence)")
            // No English sentence is left between the others.
            for word in ["Please", "Say ", "Cover", "letters", "the "] where sentence.contains(word)
            {
                #expect(!own.contains(word), "\(own)")
            }
        }
    }

    /// The sentences of the guide, of the page and of the result.
    private static var said: [String] {
        let optotypes: [OptotypeSet] = [.sloan, .hotv, .tumblingE, .landolt, .landolt8]
        var said = optotypes.flatMap { set in
            [true, false].map { GuidanceWords.welcome(to: set, areAlone: $0) }
        }
        said += Eye.allCases.map(GuidanceWords.eyes)
        said += Eye.allCases.map(PatientView.cover)
        said += [
            GuidanceWords.onlyTheMiddle, GuidanceWords.onlyTheMiddleOne, GuidanceWords.chooseStart,
            GuidanceWords.startChosen, GuidanceWords.askDistance, GuidanceWords.impossibleDistance,
            GuidanceWords.begin, GuidanceWords.beginWithDirection, GuidanceWords.beginWithRing,
            GuidanceWords.againAsShown, GuidanceWords.codeWord, GuidanceWords.pass,
            GuidanceWords.resumed, GuidanceWords.trouble, GuidanceWords.recovered,
            GuidanceWords.rest, GuidanceWords.done, GuidanceWords.warmUp, GuidanceWords.onceMore,
            GuidanceWords.warmedUp, GuidanceWords.another("hotel"),
            GuidanceWords.confirm(.fourMetres), GuidanceWords.confirm(.fortyCentimetres),
            GuidanceWords.again([1], of: 5), GuidanceWords.again([0, 2, 4], of: 5),
            GuidanceWords.again([0, 1], of: 2),
            GuidanceWords.paused(.asked), GuidanceWords.paused(.silence),
        ]
        said += [
            Prompt.paused(.asked), .paused(.silence), .warmUp(.read), .warmUp(.again),
            .warmUp(.another("hotel")), .readAgain([2], of: 5, byCodeWord: true),
            .trouble("The screen is not connected."),
        ].map(\.words)
        said += AcuityRemark.allCases.map(\.words)
        said += EstimateFlag.allCases.flatMap { flag in
            [true, false].map { flag.words(areTyped: $0) }
        }
        said += [
            TestEnd.finished(.stopRuleMet), .finished(.smallestLineRead),
            .finished(.largerLettersNeeded), .finished(.allLettersShown),
            .finished(.intervalReached), .finished(.notUnderstood), .stoppedByPerson,
            .stoppedFromOutside, .answersEnded,
        ].map(\.words)
        said += [SoundAdvice.louder, .softer, .noisy].map(\.words)
        let refusals: [Refusal] = [
            .unknownSession, .pageTaken, .wrongCode, .lockedOut, .tooMany, .notNow, .foreign,
        ]
        return said + refusals.map(\.words)
    }

    @Test("Numbers and dates are written as the language does")
    func numbers() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        let script = """
            return import('/texts.js').then(async (texts) => {
              const found = [];
              for (const name of ['en', 'de']) {
                await texts.loadTexts(name);
                found.push(texts.number(-0.3, 2), texts.distanceName(2.5),
                  texts.dateName('2026-01-31'));
              }
              return found;
            });
            """
        let found = try browser.run(script) as? [String] ?? []
        #expect(
            found == [
                "\u{2212}0.30", "2.5 m", "Jan 31, 2026", "\u{2212}0,30", "2,5 m", "31.01.2026",
            ])
    }
}
