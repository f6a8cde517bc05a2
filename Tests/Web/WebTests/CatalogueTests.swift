import Acuity
import Dialogue
import Foundation
import HTTP
import Platform
import RecordStore
import Records
import TestBrowser
import TestTraits
import Testing

@testable import TestPages

/// The texts of the pages in all their languages.
@Suite("Texts in all languages", .listening)
struct CatalogueTests {
    private static let languages = ["en", "de", "es", "fr", "hi"]

    private func file(_ path: String) throws -> String {
        String(decoding: try #require(PageFile.at(path), "\(path)").body, as: UTF8.self)
    }

    /// The texts of a language that all pages share, with those of single pages.
    private func texts(_ language: String) throws -> [String: String] {
        var all: [String: String] = [:]
        for part in [""] + PageFile.pagesWithTexts.map({ "-" + $0 }) {
            let texts = try JSONDecoder().decode(
                [String: String].self, from: Data(try file("/\(language)\(part).json").utf8))
            #expect(texts.count > 5, "\(language)\(part)")
            all.merge(texts) { _, text in text }
        }
        return all
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

    @Test("Every text of a page is in the catalogue")
    func keys() throws {
        let english = try texts("en")
        for page in ["/", "/operator", "/moon", "/pad"] {
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
        for (name, source) in try Self.scripts() {
            for match in source.matches(of: #/\btext\(\s*'([\w.]+)'/#) {
                #expect(english[String(match.1)] != nil, "\(match.1) in \(name)")
                // A text of one page is not loaded by another.
                if let page = PageFile.pagesWithTexts.first(where: { match.1.hasPrefix($0 + ".") })
                {
                    #expect(name.hasPrefix(page), "\(match.1) in \(name)")
                }
            }
            for match in source.matches(of: #/worded\('\w+', '([\w.]+)'/#) {
                #expect(english[String(match.1)] != nil, "\(match.1) in \(name)")
            }
        }
    }

    /// The scripts of the pages without their comments, by their names.
    private static func scripts() throws -> [(name: String, source: String)] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Web/TestPages/Pages")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".js") }.map { name in
                let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return (
                    name,
                    source.replacing(#/(?s)\/\*.*?\*\//#, with: "")
                        .replacing(#/(?m)^\s*\/\/.*$/#, with: "")
                )
            }
    }

    @Test("No script contains a sentence, which would stay in English")
    func sentencesInScripts() throws {
        let scripts = try Self.scripts()
        #expect(scripts.count > 20)
        for (name, source) in scripts {
            // The text of an error, for programmers, may be English.
            let shown = source.replacing(#/new Error\([^)]*\)/#, with: "")
            // A capital, then a word in lower case.
            for match in shown.matches(of: #/['`]([A-Z][a-z]+,? [a-z’]+[^'`]*)['`]/#) {
                Issue.record("\(name): \(match.1)")
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
            for word in [
                "Please", "Say ", "Press", "Cover", "letters", "the ", "heard as", "Stand ",
            ]
            where sentence.contains(word) {
                #expect(!own.contains(word), "\(own)")
            }
        }
    }

    /// The sentences of the guide, of the page and of the result.
    private static var said: [String] {
        let optotypes: [OptotypeSet] = [.sloan, .hotv, .tumblingE, .landolt, .landolt8]
        var said = optotypes.flatMap { set in
            [true, false].map { GuidanceWords.welcome(to: set, areAlone: $0) }
                + [true, false].map { GuidanceWords.welcome(toKeysFor: set, areAlone: $0) }
        }
        said += Eye.allCases.map(GuidanceWords.eyes)
        said += Eye.allCases.map(PatientView.cover)
        said += [
            GuidanceWords.onlyTheMiddle, GuidanceWords.onlyTheMiddleOne, GuidanceWords.chooseStart,
            GuidanceWords.chooseSize,
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
            "Stand the device upright. When the angle is right, say: go on.",
            "The device was moved. Stand it upright again.",
            "Face the camera. When your face is found, say: go on.",
            "Good. Stay there.",
            "Your face cannot be seen. Look straight at the screen, and cover no more than the eye.",
            "The test is not all in the records. \(RecordError.full) Please print this result.",
            "Move back. You are 31 cm away; 40 cm to 60 cm is right.",
            "Come nearer. You are 5.2 m away; 1.0 m to 4.0 m is right.",
            "Your right eye is covered. Cover your left eye.",
            "Your left eye is covered. Cover your right eye.",
            "Both eyes are covered. Keep both eyes open.",
            "No eye is covered. Cover your left eye.",
            "It was closed on the host computer. To go on, start it there again and reload this page.",
            "The test is shown in another window. You may close this one.",
            "The distance was set before the test.",
            "The camera measured the distance during the test, and the letters followed it.",
            "The test was moved to another screen. To bring it back, reload this page.",
            "The phone is not connected. Open its page again.", "Take your place",
            "Take the phone with you. Press “Go on now” on it when you are ready.",
            "Warm-up, letter 3 of 10: H, heard as K. Say this letter.",
            "Warm-up, letter 3 of 10: H, not seen. Say this letter.",
            "The page sends no sound. Allow the microphone for its address in the browser, then begin"
                + " again.",
        ]
        said += [
            Prompt.paused(.asked), .paused(.silence), .warmUp(.read), .warmUp(.again),
            .warmUp(.another("hotel")), .readAgain([2], of: 5, by: .codeWord),
            .readAgain([2], of: 5, by: .alone),
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
            .stoppedFromOutside, .answersEnded, .interrupted,
        ].map(\.words)
        said += [SoundAdvice.louder, .softer, .noisy].map(\.words)
        let refusals: [Refusal] = [
            .unknownSession, .pageTaken, .wrongCode, .lockedOut, .tooMany, .notNow, .foreign,
            .padEnded,
        ]
        return said + refusals.map(\.title)
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
