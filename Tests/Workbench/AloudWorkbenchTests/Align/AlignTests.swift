import FliteVoice
import Foundation
import FoundationXML
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// `aloud-workbench align` on letters by a synthesiser.
@Suite(.listening) struct AlignTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A recording of two letters.
    private func record(as name: String = "letters.wav") throws -> String {
        let samples = try Scene.saying(["kay", "oh"], by: FliteVoice(.slt)).inRoom()
        try SoundFile.write(samples, to: folder.file(name))
        return folder.file(name)
    }

    private struct Answer: Decodable, Equatable {
        var kind: String
        var letter: String?
        var start, end, confidence: Double?
    }

    private struct Stretch: Decodable {
        struct Scores: Decodable {
            var first, step: Double
            var tokens: [String: [Double]]
        }
        struct Word: Decodable {
            var kind: String
            var word: String?
            var start, end: Double
            var frames: [Int]?
            var confidence: Double?
        }
        var start, end: Double
        var scores: Scores
        var words: [Word]
        var answers: [Answer]
        var thresholds: [String: Double]
    }

    private struct Transcribed: Decodable { var answers: [Answer] }

    @Test("objects have the answers of transcribe, their words and token scores")
    func objects() throws {
        let file = try record()
        let options = ["--letters", "etdrs", "--accept", "0.6", file]
        let run = try AloudBinary.run(["align", "--json"] + options)
        #expect(run.status == 0, "\(run.messages)")
        let stretches = try run.lines(Stretch.self)
        let transcribed = try AloudBinary.run(["transcribe"] + options).lines(Transcribed.self)
        #expect(stretches.flatMap(\.answers) == transcribed.flatMap(\.answers))
        #expect(stretches.allSatisfy { $0.thresholds["accept"] == 0.6 })
        // Another processor may find one of the two letters unclear, or hear it by its phones.
        var rows: Set<String> = []
        for stretch in stretches {
            for answer in stretch.answers {
                guard let letter = answer.letter, let scores = stretch.scores.tokens[letter]
                else { continue }
                rows.insert(letter)
                let best = try #require(scores.indices.max { scores[$0] < scores[$1] })
                let time = stretch.scores.first + Double(best) * stretch.scores.step
                let word = try #require(stretch.words.first { $0.start == answer.start })
                #expect(word.kind == "word" && (word.start...word.end).contains(time))
                #expect(word.frames.map { $0.count == 2 } ?? true)
            }
        }
        #expect(!rows.isDisjoint(with: ["K", "O"]), "\(rows)")
    }

    @Test("the tables and the page have scores, words, answers and thresholds")
    func page() throws {
        let file = try record(as: "<ann>.wav")
        let run = try AloudBinary.run([
            "align", "--letters", "etdrs", "--html", folder.file("heard.html"), file,
        ])
        #expect(run.status == 0, "\(run.messages)")
        for part in [
            "frames  seconds", "likeliest", "confidence", "Accepted from 0.70 on",
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
        let page = try String(contentsOf: folder.url("heard.html"), encoding: .utf8)
        // The page is XML too, except its first line, tags without an end and bare attributes.
        let text = page.replacingOccurrences(of: "<!DOCTYPE html>", with: "")
            .replacingOccurrences(of: "<audio controls ", with: "<audio controls=\"\" ")
            .replacingOccurrences(
                of: #"<meta ([^>]*)>"#, with: "<meta $1/>", options: .regularExpression)
        let parser = XMLParser(data: Data(text.utf8))
        #expect(
            parser.parse(), "\(String(describing: parser.parserError)), line \(parser.lineNumber)")
        let pictures = page.components(separatedBy: "<svg ").dropFirst()
        #expect(pictures.count == page.components(separatedBy: "data:audio/wav;base64,").count - 1)
        #expect(
            !pictures.isEmpty && pictures.allSatisfy { $0.contains("words found: ") })
        for part in ["class=\"cell\"", "class=\"found\"", ">answers</text>"] {
            #expect(page.contains(part), "\(part)")
        }
        for outside in ["http:", "https:", "href=", "<script", "@import", "url(", "<ann>"] {
            #expect(!page.contains(outside), "\(outside)")
        }
    }

    @Test("unreadable and silent recordings are named; the others are shown")
    func failures() throws {
        let silent = folder.file("silent.wav")
        try SoundFile.write([Float](repeating: 0, count: 32_000), to: silent)
        let text = try folder.write("no sound", to: "text.wav")
        let run = try AloudBinary.run(["align", folder.file("no.wav"), text, silent, try record()])
        #expect(run.status == 1 && run.output.contains("letters.wav, "))
        let messages = run.messages.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
        #expect(messages.count == 3, "\(run.messages)")
        for (message, part) in zip(messages, ["no.wav", "text.wav", "has no speech"]) {
            #expect(message.contains(part))
        }
        let page = folder.file("none.html")
        let none = try AloudBinary.run(["align", "--html", page, silent])
        #expect(none.status == 1 && !FileManager.default.fileExists(atPath: page))
    }

    @Test("an unknown language, an unwritable page and no recording are refused")
    func misuse() throws {
        let file = folder.file("any.wav")
        let language = try AloudBinary.run(["align", "--language", "xx", file])
        #expect(language.status == 1 && language.messages.contains("no language 'xx'"))
        let page = try AloudBinary.run(["align", "--html", "/nowhere/page.html", file])
        #expect(page.status == 1)
        #expect(page.messages.contains("Cannot write the page to '/nowhere/page.html'"))
        #expect(try AloudBinary.run(["align"]).status == 64)
    }
}
