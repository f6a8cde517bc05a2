import FliteVoice
import Foundation
import Grammar
import PhoneticMapping
import Platform
import Testing

@Suite("the files of the mapper", .timeLimit(.minutes(1)))
struct MappingFilesTests {
    @Test(
        "mistakes in the phrases are reported at their position",
        arguments: [
            ("aye -> A", 1, 1, "before the first heading"),
            ("letters:\naye A", 2, 1, "'word -> A'"),
            ("letters:\n    aye -> AB", 2, 5, "one letter"),
            ("letters:\naye -> 7", 2, 1, "one letter"),
            ("\twords:\n", 1, 2, "not a heading"),
            ("stop:\n  fooo -> C", 2, 8, "'->' is for letters, under"),
            ("pause:\nwait\nhold [on", 3, 6, "not closed"),
            ("pause:\n  hold on]", 2, 10, "closes nothing"),
            ("pause:\n[wait]", 2, 1, "all of it is optional"),
            ("pause:\nwait # note\n\nstop:\n(halt|wait)", 5, 1, "above, under 'pause:': keep"),
            ("letters:\naye -> A\nnames:\naye -> I", 4, 1, "above, under 'letters:' as A: keep"),
            (
                "pause:\n(a|b|c|d|e|f|g) (a|b|c|d|e|f|g) (a|b|c|d|e|f|g) (a|b|c|d|e|f|g)", 2, 1,
                "split"
            ),
        ])
    func badPhraseRules(text: String, line: Int, column: Int, part: String) {
        #expect {
            _ = try PhraseRules(text: text, file: "my.txt")
        } throws: { error in
            guard let error = error as? MappingFileError else { return false }
            return error.position == SourcePosition(line: line, column: column)
                && error.reason.contains(part)
                && error.description.hasPrefix("my.txt:\(line):\(column): ")
        }
    }

    @Test("brackets of phrases are at most 16 deep") func deepBrackets() throws {
        func nested(_ depth: Int) -> String {
            "pause:\n" + String(repeating: "(", count: depth) + "wait"
                + String(repeating: ")", count: depth)
        }
        let phrases = try PhraseRules(text: nested(16), file: "my.txt")
        #expect(phrases[["wait"]] == .command(.pause))
        for depth in [17, 100_000] {
            #expect {
                _ = try PhraseRules(text: nested(depth), file: "my.txt")
            } throws: { error in
                guard let error = error as? MappingFileError else { return false }
                return error.position == SourcePosition(line: 2, column: 17)
                    && error.reason.contains("more than 16 deep")
            }
        }
    }

    @Test("patterns match all their phrases, whatever the case and apostrophes")
    func patterns() throws {
        let phrases = try PhraseRules(
            text: "cannotSee:\n[I] (can't|can not) see [it [at all]]", file: "my.txt")
        for phrase in ["cant see", "i cant see it", "can not see it at all", "i can not see"] {
            #expect(phrases[phrase.split(separator: " ").map(String.init)] == .command(.cannotSee))
        }
        #expect(phrases[["i", "see"]] == nil)
        #expect(phrases[["cant", "see", "at", "all"]] == nil)
        #expect(phrases.longestPhrase == 7)
    }

    @Test("a missing file is reported with advice")
    func missing() {
        #expect {
            _ = try PhraseRules(path: "nowhere/phrases.txt")
        } throws: { "\($0)".contains("nowhere/phrases.txt: is missing; restore it from") }
        #expect {
            _ = try PhoneConfusions(path: "nowhere/phone-confusions.tsv")
        } throws: { "\($0)".contains("is missing; make it with scripts/bench/phone-confusions") }
        #expect {
            _ = try CMUDictionary(path: "nowhere/cmu.dict")
        } throws: { "\($0)".contains("is missing; install pocketsphinx-en-us") }
        #expect {
            _ = try CMUDictionary(path: MappingFolder.path(of: PhraseRules.fileName))
        } throws: { "\($0)".contains("has no line 'see S IY'") }
    }

    @Test(
        "mistakes in the counts are reported with their place",
        arguments: [
            ("AA\tAA\t5\nAA AE 3", "counts.tsv:2:1: needs phone said"),
            ("AA\tAA\t-5", "counts.tsv:1:1: needs"),
            ("# comment\nAA\tXX\t5", "counts.tsv:2:4: 'XX' is not a phone"),
            ("-\t-\t5", "counts.tsv:1:1: both phones"),
            ("AA\tAA\t5", "counts.tsv: AE was never heard"),
        ])
    func badCounts(text: String, message: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "aloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "counts.tsv")
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect {
            _ = try PhoneConfusions(path: file.path())
        } throws: { "\($0)".contains(message) }
    }

    @Test("a byte order mark and CR LF are accepted, as in grammars")
    func windowsFiles() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "aloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in [PhraseRules.fileName, PhoneConfusions.fileName] {
            let text = try String(contentsOfFile: MappingFolder.path(of: name), encoding: .utf8)
            let windows = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
            try Data(windows.utf8).write(to: folder.appending(path: name))
        }
        let mapper = try PhoneticMapper(grammars: folder.path(), guess: FlitePronouncer())
        #expect(mapper.line(for: "zed, fee") == "Z V")
        #expect(mapper.weigh("fee")?.word == (try MappingFolder.mapper.get().weigh("fee")?.word))
    }

    @Test("the dictionary gives exactly the pronunciations of a word")
    func dictionary() throws {
        let dictionary = try CMUDictionary()
        func phones(_ word: String) -> [String] {
            dictionary.pronunciations(of: word).map(\.description)
        }
        #expect(phones("see") == ["S IY"])
        #expect(phones("are") == ["AA R", "ER"])
        #expect(phones("a") == ["AH", "EY"])
        #expect(phones("can't") == ["K AE N T"])
        #expect(phones("'cause").first == "K AH Z")
        #expect(phones("zucchini").first?.hasPrefix("Z") == true)
        for nothing in ["", "aitch", "see(2)", "zzzz", "se e"] {
            #expect(phones(nothing).isEmpty, "\(nothing)")
        }
    }

    @Test("a dictionary may be unordered and lack its last line end")
    func unorderedDictionary() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "cmu-\(UUID().uuidString).dict")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("see S IY\nzed Z EH D\n\na AH\nsea S IY\r\nsee(2) S EH\na(2 EY\ns\nse S EH".utf8)
            .write(to: file)
        let dictionary = try CMUDictionary(path: file.path)
        func phones(_ word: String) -> [String] {
            dictionary.pronunciations(of: word).map(\.description)
        }
        #expect(phones("see") == ["S IY", "S EH"])
        #expect(phones("sea") == ["S IY"])
        #expect(phones("zed") == ["Z EH D"])
        #expect(phones("se") == ["S EH"])
        // A bracket that does not close is not a pronunciation, and a word alone has none.
        #expect(phones("a") == ["AH"])
        #expect(phones("s").isEmpty)
    }

    @Test("confusions of a phone add up to 1; most phones are mostly heard correctly")
    func confusions() throws {
        let confusions = try PhoneConfusions(
            path: MappingFolder.path(of: PhoneConfusions.fileName))
        var leading = 0
        for said in Phone.allCases {
            let heard = Phone.allCases.map { exp(-confusions.cost(said: said, heard: $0)) }
            let sum = heard.reduce(exp(-confusions.cost(lost: said)), +)
            #expect(abs(sum - 1) < 1e-9, "\(said)")
            if heard.max() == heard[said.index] { leading += 1 }
        }
        print("phones that are mostly heard as said: \(leading) of \(Phone.allCases.count)")
        #expect(leading >= 34)
        let see = Pronunciation([.s, .iy])
        #expect(
            abs(
                confusions.cost(said: see, heard: Pronunciation([.z, .iy]))
                    - confusions.cost(said: .s, heard: .z) - confusions.cost(said: .iy, heard: .iy))
                < 1e-9)
    }
}
