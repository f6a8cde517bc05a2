import Acuity
import Foundation
import TestSpeech
import Testing

@testable import Evaluation

@Suite(.timeLimit(.minutes(1))) struct ManifestTests {
    private func rows(_ text: String) throws -> [ReferenceRow] {
        let folder = try TemporaryFolder()
        return try ReferenceRow.read(try folder.write(text, to: "manifest.tsv"))
    }

    private func letters(_ transcript: String) throws -> String {
        try rows("a.wav\t\(transcript)\tann\n")[0].letters.map(\.description).joined()
    }

    @Test(
        "heading and set are optional, and any line ends are read", arguments: ["\n", "\r\n", "\r"])
    func lines(end: String) throws {
        for heading in [
            "", "path\ttranscript\tspeaker\tset\n", "\u{FEFF}Path\tTranscript\tSpeaker\tset\n",
        ] {
            let text = heading + "a.wav\tC D\tann\tx\n\nb.wav\tGO\tbob\n"
            let rows = try rows(text.replacingOccurrences(of: "\n", with: end))
            #expect(rows.map(\.path) == ["a.wav", "b.wav"])
            #expect(rows.map(\.speaker) == ["ann", "bob"])
            #expect(rows.map(\.set) == ["x", ""])
            #expect(rows.map { $0.letters.count } == [2, 0])
            #expect(rows.map(\.line) == (heading.isEmpty ? [1, 3] : [2, 4]))
        }
    }

    @Test("paths are relative to the manifest, or to the current folder for a pipe")
    func folders() throws {
        let row = try #require(try rows("a.wav\tC\tann\n").first)
        let here = FileManager.default.currentDirectoryPath + "/a.wav"
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for manifest in [pipe, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev/null"] {
            #expect(row.file(of: manifest) == here, "\(manifest)")
        }
        #expect(row.file(of: folder.file("manifest.tsv")) == folder.file("a.wav"))
        #expect(row.file(of: "/dev/shm/manifest.tsv") == "/dev/shm/a.wav")
    }

    @Test("punctuation is not part of a word")
    func punctuation() throws {
        let rows = try rows("Path\tTranscript\tSpeaker\n a.wav \t\"C, D.\" s- x-ray!\tann \n")
        #expect(rows.map(\.path) == ["a.wav"] && rows.map(\.speaker) == ["ann"])
        #expect(rows.map(\.transcript) == [["C", "D", "s-", "x-ray"]])
    }

    @Test(
        "columns are read by the names in the heading",
        arguments: [
            "path\tspeaker\ttranscript\na.wav\tann\tC D\n",
            "set\tlicence\tTranscript\tpath\tspeaker\nx\tfree\tC D\ta.wav\tann\n",
        ])
    func order(text: String) throws {
        let row = try #require(try rows(text).first)
        #expect(row.path == "a.wav" && row.speaker == "ann" && row.transcript == ["C", "D"])
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("a.wav\tC\tann\nb.wav\tD\n", ":2: a manifest's line"),
            ("path\ttranscript\tspeaker\n\n\tC\tann\n", ":3: the path is empty"),
            ("\"a.wav\"\tC\tann\n", ":1: the path is in quotes. Save the table"),
            ("\"path\"\t\"transcript\"\t\"speaker\"\n", ":1: the path is in quotes"),
            ("a.wav,C,ann\n", ":1: a manifest's line has a path"),
            ("File\tText\tSpeaker\na.wav\tC\tann\n", "names no column 'path'"),
            ("audio\ttranscript\tclient\na.wav\tC\tann\n", "names no column 'path'"),
            ("a\u{0}.\u{0}", "is not UTF-8 text, but UTF-16. A manifest is"),
            ("no tabs at all", ":1: "), ("a.wav\tC\tann\r\nb.wav\r\n", ":2: "),
            ("a.wav\tC\tann\nb.wav\tD\t \n", ":2: the speaker is empty"),
            ("path\tspeaker\na.wav\tann\n", "names no column 'transcript'"),
            ("file\tspeaker\ttranscript\na.wav\tann\tC\n", "names no column 'path'"),
            ("path\tpath\ttranscript\tspeaker\n", "names the column 'path' twice"),
            ("", "names no recording"), ("path\ttranscript\tspeaker\n", "names no recording"),
        ])
    func faults(text: String, told: String) {
        #expect {
            try rows(text)
        } throws: {
            "\($0)".contains(told)
        }
    }

    @Test(
        "letters are found among the words of a transcript",
        arguments: [
            ("I THINK IT IS A D", "IAD"), ("i think it is a D", "D"), ("I think it is a D", "ID"),
            ("a D", "D"), ("c d", "CD"), ("k", "K"), ("C D SEVEN", "CD"), ("Delta", ""),
            ("it is a man", ""), ("the letter O", "O"),
        ])
    func whichLetters(transcript: String, expected: String) throws {
        #expect(try letters(transcript) == expected)
        var row = try rows("a.wav\t\(transcript)\tann\n")[0]
        row.isTalk = true
        #expect(row.letters.isEmpty && row.isWordless == (row.meaning?.group != .codeWords))
    }

    @Test("a table in Latin 1 is reported with the remedy")
    func latin() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([0x4B, 0xF6, 0x09, 0x43, 0x09, 0x61], to: "manifest.tsv")
        #expect(throws: ManifestError.notText(path)) { try ReferenceRow.read(path) }
    }

    @Test("paths that look equal but differ in bytes are two recordings")
    func normalForms() throws {
        let rows = try rows("\u{E9}.wav\tC\tann\ne\u{301}.wav\tD\tann\n")
        try ReferenceRow.refuseContradictions(in: rows, of: "m.tsv")
        #expect(ReferenceRow.doubts(in: rows, of: "m.tsv") == [])
    }

    @Test("a recording listed twice is reported, and refused if the words differ")
    func twice() throws {
        let rows = try rows("a.wav\tC D\tann\nb.wav\tD\tann\n./a.wav\tc d\tann\n")
        try ReferenceRow.refuseContradictions(in: rows, of: "m.tsv")
        #expect(
            ReferenceRow.doubts(in: rows, of: "m.tsv") == [
                "m.tsv:3: this recording is also on line 1, and counts each time."
            ])
        var other = rows
        other[2].transcript = ["C", "V"]
        #expect(throws: ManifestError.contradiction("m.tsv", number: 3, first: 1)) {
            try ReferenceRow.refuseContradictions(in: other, of: "m.tsv")
        }
    }

    @Test(
        "letters joined or marked in a word are noticed",
        arguments: [
            ("CDHKN", "CDHKN"), ("cdhkn", "CDHKN"), ("VRNOZ", "VRNOZ"), ("C-D-H", "CDH"),
            ("C/G", "CG"), ("C,D,H", "CDH"), ("<C>", "C"), ("[C]", "C"), ("'C", "C"), ("TV", "TV"),
            ("C", ""), ("s-", ""), ("'s", ""), ("<s>", ""), ("</s>", ""), ("hmm", ""),
            ("x-ray", ""), ("STOP", ""), ("honk", ""), ("don't", ""), ("I'm", ""),
            ("I\u{2019}D", ""), ("3-D", ""), ("NORTH", ""), ("--", ""),
        ])
    func hidden(word: String, letters: String) {
        #expect(HiddenLetters(word)?.letters.text ?? "" == letters)
    }

    @Test("brackets and quotes around a letter are ignored")
    func quoted() throws {
        for text in ["(C)", "'C'", "\u{2018}C\u{2019}", "('C')", "(C)."] {
            #expect(try rows("a.wav\t\(text)\tann\n")[0].transcript == ["C"], "\(text)")
        }
        let short = try rows("a.wav\to' 'clock don't\tann\n")[0]
        #expect(short.transcript == ["o'", "'clock", "don't"])
    }

    @Test("letters of other alphabets, and rows without words, are reported")
    func wordless() throws {
        let rows = try rows(
            "a.wav\t\u{421} \u{C7} C\tann\tx\nb.wav\t\tann\tx\nc.wav\t\tann\tx\n"
                + "d.wav\t\tann\tn\n")
        #expect(
            ReferenceRow.doubts(in: rows, of: "m.tsv") == [
                "m.tsv:1: '\u{421}' (U+0421) is none of the letters A to Z, and counts as a word. If a"
                    + " letter was said, write that one.",
                "m.tsv:1: '\u{C7}' (U+00C7) is none of the letters A to Z, and counts as a word. If a"
                    + " letter was said, write that one.",
                "m.tsv:2: the transcript is empty, here and on 1 more line, which counts as a recording"
                    + " without a letter. If one was said, write it.",
            ])
    }

    @Test("words that may mean letters are reported with the way to write them")
    func doubts() throws {
        let rows = try rows(
            """
            a.wav\tC zed AITCH\tann
            b.wav\tI think it is a k\tann
            c.wav\ti think it is a D\tann
            d.wav\tI SEE A TEA\tann
            """)
        #expect(
            ReferenceRow.doubts(in: rows, of: "m.tsv") == [
                "m.tsv:1: 'zed' counts as a word. If the letter was said, write Z.",
                "m.tsv:1: 'AITCH' counts as a word. If the letter was said, write H.",
                "m.tsv:2: 'I' counts as the letter. If the word was said, write i.",
                "m.tsv:2: 'k' counts as a word. If the letter was said, write K.",
            ])
        #expect(
            ReferenceRow.doubts(in: rows + rows, of: "m.tsv")[5] == "And 3 more of this kind.")
        #expect(ReferenceRow.doubts(in: Array(rows[2...]), of: "m.tsv").isEmpty)
    }
}
