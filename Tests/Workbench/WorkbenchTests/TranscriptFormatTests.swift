import Acuity
import PhoneticMapping
import Testing

@testable import Transcripts

@Suite(.timeLimit(.minutes(1))) struct TranscriptFormatTests {
    private let recording = TranscribedRecording(
        file: "study/p, 1/a b.wav", duration: 6.25,
        utterances: [
            .init(
                time: 1...1.5,
                answers: [
                    AnswerObject(
                        SpokenAnswer(
                            .letter(.k), heard: "kay", confidence: 0.98, time: 1...1.5,
                            presence: 0.9))
                ]),
            .init(time: 2...2.2, answers: []),
            .init(
                time: 3...4,
                answers: [
                    AnswerObject(
                        SpokenAnswer(
                            .command(.cannotSee), heard: "can't see it", confidence: 0.8,
                            time: 3...3.6)),
                    AnswerObject(
                        SpokenAnswer(.unclear, heard: "dee", confidence: 0.4, time: 3.5...4)),
                ]),
        ])
    private let failed = TranscribedRecording(file: "x.wav", error: "x.wav: \"bad\"\nfile")

    @Test("JSON Lines")
    func jsonl() {
        #expect(
            TranscriptFormat.jsonl.text(of: recording)
                == #"{"answers":[{"confidence":0.98,"end":1.5,"heard":"kay","kind":"letter","#
                + #""letter":"K","presence":0.9,"start":1},{"command":"cannotSee","#
                + #""confidence":0.8,"end":3.6,"heard":"can't see it","kind":"command","start":3},"#
                + #"{"confidence":0.4,"end":4,"heard":"dee","kind":"unclear","start":3.5}],"#
                + #""duration":6.25,"file":"study/p, 1/a b.wav"}"# + "\n")
        #expect(
            TranscriptFormat.jsonl.text(of: failed)
                == #"{"error":"x.wav: \"bad\"\nfile","file":"x.wav"}"# + "\n")
    }

    @Test("no cell of a table is a formula, and numbers stay numbers")
    func formulas() {
        let recording = TranscribedRecording(
            file: "=cmd.wav", duration: 1,
            utterances: [
                .init(
                    time: 0...1,
                    answers: [
                        AnswerObject(
                            SpokenAnswer(
                                .letter(.k), heard: "@kay", confidence: 0.98, time: 0...1))
                    ])
            ])
        #expect(
            TranscriptFormat.csv.text(of: recording)
                == "'=cmd.wav,0.0,1.0,letter,K,0.98,,'@kay,,\r\n")
        let failed = TranscribedRecording(file: "＋1.wav", error: "-x\u{202E}")
        #expect(TranscriptFormat.csv.text(of: failed) == "'＋1.wav,,,,,,,,,'-x\\u{202E}\r\n")
    }

    @Test("a table has a row for each answer, and one for a recording without")
    func csv() {
        #expect(
            TranscriptFormat.csv.text(of: recording) == """
                "study/p, 1/a b.wav",1.0,1.5,letter,K,0.98,0.9,kay,,\r
                "study/p, 1/a b.wav",3.0,3.6,command,cannotSee,0.8,,can't see it,,\r
                "study/p, 1/a b.wav",3.5,4.0,unclear,,0.4,,dee,,\r

                """)
        #expect(
            TranscriptFormat.csv.text(of: failed)
                == "x.wav,,,,,,,,,\"x.wav: \"\"bad\"\"\nfile\"\r\n")
    }

    @Test("CTM has a line for each word, and unclear answers as comments")
    func ctm() {
        #expect(
            TranscriptFormat.ctm.text(of: recording)
                == """
                study/p,_1/a_b 1 1.000 0.500 K 0.980
                study/p,_1/a_b 1 3.000 0.200 can't 0.800
                study/p,_1/a_b 1 3.200 0.200 see 0.800
                study/p,_1/a_b 1 3.400 0.200 it 0.800
                ;; study/p,_1/a_b 3.500 0.500 unclear:

                """)
        #expect(TranscriptFormat.ctm.text(of: failed) == ";; x.wav: \"bad\"\\nfile\n")
    }

    @Test("STM has a line for each breath with a word")
    func stm() {
        #expect(
            TranscriptFormat.stm.text(of: recording) == """
                study/p,_1/a_b 1 p,_1 1.000 1.500 K
                study/p,_1/a_b 1 p,_1 3.000 4.000 can't see it

                """)
    }

    @Test("subtitles have the times of the breaths")
    func subtitles() {
        #expect(
            TranscriptFormat.srt.text(of: recording) == """
                1
                00:00:01,000 --> 00:00:01,700
                K

                2
                00:00:03,000 --> 00:00:04,000
                can't see it (unclear)


                """)
        #expect(TranscriptFormat.vtt.text(of: recording).hasPrefix("WEBVTT\n\n00:00:01.000 --> "))
        #expect(TranscriptFormat.vtt.text(of: failed) == "")
    }

    @Test("the tiers of a text grid have no gap and no overlap")
    func textGrid() throws {
        let text = TranscriptFormat.textgrid.text(of: recording)
        let ends = text.split(separator: "\n").compactMap { line -> Double? in
            let parts = line.split(separator: " ")
            guard parts.first == "xmin" || parts.first == "xmax", line.hasPrefix("            ")
            else { return nil }
            return Double(parts[2])
        }
        // Answers: quiet, K, quiet, a command, an unclear answer cut at its start, quiet.
        #expect(
            Array(ends.prefix(12)) == [0, 1, 1, 1.5, 1.5, 3, 3, 3.6, 3.6, 4, 4, 6.25])
        #expect(text.contains("text = \"can't see it\""))
        #expect(TranscriptFormat.textgrid.text(of: failed) == "")
    }
}
