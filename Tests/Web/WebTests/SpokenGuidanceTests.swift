import Acuity
import Audio
import Dialogue
import FliteVoice
import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The spoken words of the real program, through ALSA.
@Suite("Spoken guidance", .listening)
struct SpokenGuidanceTests {
    /// Aloud with a person who reads a line of chart 1 and nothing of the next, and a page on which the
    /// test was begun; `script` runs in the page before.
    private func begun(
        _ words: [String], speaker: FileLoudspeaker, after script: String = ""
    ) throws -> (AloudProcess, Browser) {
        let answers = try speaker.folder.write("n c k z o\nnothing\n", to: "answers")
        let aloud = try AloudProcess(
            ["test", "--display", "web", "--port", "0", "--answers", answers] + words,
            variables: speaker.variables)
        let browser = try aloud.page()
        try browser.run(script)
        try browser.click("#begin")
        return (aloud, browser)
    }

    @Test("Aloud gives spoken instructions before the letters, and thanks at the end")
    func wholeTest() throws {
        let speaker = try FileLoudspeaker()
        let (aloud, browser) = try begun(
            [
                "--voice", "rms", "--volume", "0.5", "--voice-rate", "1.5", "--speaker",
                speaker.name,
            ], speaker: speaker)
        // The page shows the same words.
        try browser.wait(until: "!document.getElementById('rest').hidden")
        #expect(
            try browser.text("#rest-words")
                == "\(GuidanceWords.welcome) \(GuidanceWords.eyes(.right))")
        #expect(aloud.end() == 0)
        let said = try [
            GuidanceWords.welcome, GuidanceWords.eyes(.right), GuidanceWords.begin,
            GuidanceWords.done,
        ].map { try FliteVoice(.rms).say($0, rate: 1.5).map { PCM16.sample($0 * 0.5) } }
        _ = aloud.messagesToTheEnd()
        var played = try speaker.samples()[...]
        for sentence in said {
            // Each is followed by silence up to a whole period of the loudspeaker.
            var silence = 0
            while !played.starts(with: sentence), played.first == 0, silence < speechRate / 4 {
                played = played.dropFirst()
                silence += 1
            }
            try #require(played.starts(with: sentence), "\(silence) samples of silence")
            played = played.dropFirst(sentence.count)
        }
        #expect(played.allSatisfy { $0 == 0 })
    }

    @Test("Continuing ends the spoken instructions")
    func skipped() throws {
        let speaker = try FileLoudspeaker()
        let (aloud, browser) = try begun(
            ["--voice", "rms", "--voice-rate", "0.5", "--speaker", speaker.name], speaker: speaker,
            // The page itself presses the button, once: the instructions may end before a driver does.
            after: """
                new MutationObserver((changes, observer) => {
                  const button = document.getElementById('rest-on');
                  if (!button.checkVisibility()) return;
                  observer.disconnect();
                  button.click();
                }).observe(document.body, { attributes: true, subtree: true });
                """)
        defer { withExtendedLifetime(browser) {} }
        #expect(aloud.end() == 0)
        func length(_ sentences: [String]) throws -> Int {
            try sentences.map { try FliteVoice(.rms).say($0, rate: 0.5).count }.reduce(0, +)
        }
        let after = try length([GuidanceWords.begin, GuidanceWords.done])
        let before = try length([GuidanceWords.welcome, GuidanceWords.eyes(.right)])
        _ = aloud.messagesToTheEnd()
        let played = try speaker.samples().count
        #expect(played >= after / 2 && played < before + after, "\(played)")
    }

    @Test(
        "The page warns of a loudspeaker before the test only if it does not work")
    func mute() throws {
        for (name, isMute) in [("no-such-speaker", true), (nil, false)] {
            let speaker = try FileLoudspeaker()
            let aloud = try AloudProcess(
                [
                    "serve", "--port", "0", "--answers", "-", "--voice", "slt", "--speaker",
                    name ?? speaker.name,
                ], variables: speaker.variables, input: Pipe())
            defer { aloud.interrupt() }
            let browser = try aloud.page()
            try browser.wait(
                until: "document.getElementById('setup').dataset.step !== undefined")
            let words = "document.getElementById('mute-words')"
            #expect(try browser.holds("\(words).hidden") == !isMute)
            #expect(try browser.holds("\(words).textContent.startsWith('No loudspeaker works')"))
        }
    }

    @Test("A missing loudspeaker is reported once, and the test continues")
    func noLoudspeaker() throws {
        let speaker = try FileLoudspeaker()
        let (aloud, browser) = try begun(
            ["--voice", "slt", "--speaker", "no-such-speaker"], speaker: speaker)
        defer { withExtendedLifetime(browser) {} }
        #expect(aloud.end() == 0)
        let messages = aloud.messagesToTheEnd()
        #expect(
            messages.filter { $0.hasPrefix("Warning: Loudspeaker no-such-speaker: can't be") }
                .count == 1, "\(messages)")
    }

    @Test("A voice that fails is reported without advice about the loudspeaker")
    func noVoice() throws {
        let speaker = try FileLoudspeaker()
        let program = try speaker.folder.write("#!/bin/sh\nexit 3\n", to: "espeak-ng")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let answers = try speaker.folder.write("n c k z o\n", to: "answers")
        let aloud = try AloudProcess(
            [
                "test", "--display", "web", "--port", "0", "--answers", answers, "--language",
                "de", "--voice", "slt", "--speaker", speaker.name,
            ], variables: speaker.variables.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 })
        let browser = try aloud.page()
        try browser.click("#begin")
        _ = aloud.end()
        let warnings = aloud.messagesToTheEnd().filter { $0.contains("without spoken guidance") }
        #expect(warnings.count == 1 && warnings[0].contains("espeak-ng"), "\(warnings)")
        #expect(!warnings.contains { $0.contains("--speaker") })
    }

    @Test("A missing loudspeaker is reported before anybody begins")
    func noLoudspeakerAtStart() throws {
        let speaker = try FileLoudspeaker()
        let aloud = try AloudProcess(
            [
                "serve", "--port", "0", "--answers", "-", "--voice", "slt", "--speaker",
                "no-such-speaker",
            ], variables: speaker.variables)
        try #require(aloud.address() != nil)
        aloud.interrupt()
        #expect(aloud.end() == 0)
        #expect(
            aloud.messagesToTheEnd().filter {
                $0.hasPrefix("Warning: Loudspeaker no-such-speaker: can't be")
            }.count == 1)
    }

    @Test("Sentences name the letters asked for")
    func words() {
        #expect(
            GuidanceWords.again([1, 3], of: 5)
                == "Once more, please: the second and fourth letters.")
        #expect(GuidanceWords.again([0], of: 5) == "Once more, please: the first letter.")
        #expect(GuidanceWords.again([0, 1, 2, 3, 4], of: 5) == "Please read the line again.")
        for optotypes in [OptotypeSet.sloan, .hotv] {
            #expect(
                GuidanceWords.welcome(to: optotypes, areAlone: true).contains(
                    "Say only the letter in the middle."))
            #expect(!GuidanceWords.welcome(to: optotypes).contains("middle"))
        }
        for optotypes in [OptotypeSet.tumblingE, .landolt, .landolt8] {
            #expect(
                GuidanceWords.welcome(to: optotypes, areAlone: true).contains(
                    optotypes == .tumblingE ? "which way the E points" : "where the gap"))
        }
        // The written words are the same.
        for reason in [PauseReason.asked, .silence] {
            #expect(
                Prompt.paused(reason).words.filter { $0 != "\"" } == GuidanceWords.paused(reason))
        }
        #expect(GuidanceWords.eyes(.right).contains("cover your left eye"))
        #expect(GuidanceWords.eyes(.left).contains("cover your right eye"))
    }

    private final class Listener: Speaker {
        var heard: [String] = []
        func say(_ words: String) { heard.append(words) }
    }

    @Test("For a line in parts no letters have to be counted")
    func parts() {
        let listener = Listener()
        let guide = SpokenGuide(listener) { $0.size < LogMAR(1) }
        for line in Chart(.one).lines.prefix(2) {
            guide.observe(.present(line))
            guide.observe(.askAgain(line: line.line, positions: [3]))
        }
        #expect(
            listener.heard == [
                GuidanceWords.begin, GuidanceWords.againAsShown,
                "Once more, please: the fourth letter.",
            ])
    }

    @Test("The guide never says whether an answer was right")
    func guide() {
        let listener = Listener()
        let guide = SpokenGuide(listener)
        let line = Chart(.one).lines[0]
        guide.observe(.present(line))
        guide.observe(.askAgain(line: 1, positions: [2]))
        guide.observe(.line(1, right: 3))
        guide.observe(.present(Chart(.one).lines[1]))
        guide.observe(.pause(.silence))
        guide.observe(.resume)
        #expect(
            listener.heard == [
                GuidanceWords.begin, "Once more, please: the third letter.",
                GuidanceWords.paused(.silence), GuidanceWords.resumed,
            ])
    }

    @Test("After two questions without an answer the guide mentions pass")
    func pass() {
        let listener = Listener()
        let guide = SpokenGuide(listener)
        guide.observe(.present(Chart(.one).lines[0]))
        for _ in 0..<2 { guide.observe(.askAgain(line: 1, positions: [0])) }
        let answer = HeardAnswer(.missed, heard: "pass")
        guide.observe(.answer(line: 1, position: 0, answer, clock: nil))
        guide.observe(.askAgain(line: 1, positions: [1]))
        let first = "Once more, please: the first letter."
        #expect(
            listener.heard == [
                GuidanceWords.begin, first, first + " If you cannot see it, say pass.",
                "Once more, please: the second letter.",
            ])
    }

    @Test("Advice about distance is spoken once, however the distance changes")
    func advice() {
        let listener = Listener()
        var advice: String? = "Move back."
        let guide = SpokenGuide(listener, advice: { advice })
        guide.observe(.trouble("Move back. You are 22 cm away; 25 cm to 60 cm is right."))
        guide.observe(.trouble("Move back. You are 21 cm away; 25 cm to 60 cm is right."))
        advice = "Good. Stay there."
        guide.observe(.trouble("Good. Stay there."))
        advice = nil
        guide.observe(.recovered)
        guide.observe(.trouble("The microphone cannot be heard."))
        #expect(
            listener.heard == [
                "Move back.", "Good. Stay there.", GuidanceWords.recovered, GuidanceWords.trouble,
            ])
    }

    @Test("The guide announces a new distance")
    func distances() {
        final class Sentences: Speaker {
            var all: [String] = []
            func say(_ words: String) { all.append(words) }
        }
        let sentences = Sentences()
        let guide = SpokenGuide(sentences)
        for (line, distance) in [(1, Distance.fourMetres), (2, .fourMetres), (1, .oneMetre)] {
            guide.observe(
                .present(
                    Presentation(
                        line: line, size: LogMAR(1), letters: [.c, .d, .h, .k, .n],
                        distance: distance)))
        }
        #expect(sentences.all.count == 2)
        #expect(sentences.all.first?.contains("4 metres") == true)
        #expect(sentences.all.last?.contains("one metre") == true)
    }
}
