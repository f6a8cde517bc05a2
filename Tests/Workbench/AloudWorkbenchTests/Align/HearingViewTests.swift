import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The page of `aloud-workbench grammar hear --html`.
@Suite(.listening) struct HearingViewTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("the page has waveform, scores, words and sound of each stretch")
    func page() throws {
        let samples = try Scene.saying(["kay", "oh"], by: FliteVoice(.slt)).inRoom()
        try SoundFile.write(samples, to: folder.file("<ann>.wav"))
        let run = try AloudBinary.run([
            "grammar", "hear", "etdrs", "--html", folder.file("heard.html"),
            folder.file("<ann>.wav"), folder.file("no.wav"),
        ])
        #expect(run.status == 1 && run.messages.contains("no.wav"))
        let stretches = run.output.split(separator: "\n").count
        #expect(stretches > 0)
        let page = try String(contentsOf: folder.url("heard.html"), encoding: .utf8)
        #expect(page.components(separatedBy: "<section>").count == stretches + 1)
        #expect(page.components(separatedBy: "data:audio/wav;base64,").count == stretches + 1)
        #expect(page.contains("&lt;ann&gt;.wav") && !page.contains("<ann>"))
        #expect(page.contains("class=\"wave\"") && page.contains("class=\"word\""))
        #expect(page.contains("<title>K 0.9") || page.contains("<title>K 1.00"))
    }

    @Test("a page that would replace a recording is refused")
    func sparing() throws {
        let file = folder.file("a.wav")
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: file)
        let bytes = try Data(contentsOf: folder.url("a.wav"))
        let run = try AloudBinary.run(["grammar", "hear", "etdrs", "--html", file, file])
        #expect(run.status != 0 && run.messages.contains("a.wav"))
        #expect(try Data(contentsOf: folder.url("a.wav")) == bytes)
    }
}
