import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// After the only click, the distance is said and the first line is chosen by voice.
@Suite("Set-up by voice", .listening)
struct SpokenSetupTests {
    private struct Event: Decodable {
        var event: String
        var logMAR: Double?
        var setup: Setup?
        var ended: String?

        struct Setup: Decodable { var distance: Double }
    }

    @Test(
        "After a confirmed distance the test starts three lines above the choice", .long)
    func setUpByVoice() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let lane = try SpokenLane(
            ["serve", "--events", "--voice", "off", "--choose-start", "--no-warm-up"],
            variables: variables)
        let (browser, aloud) = (lane.browser, lane.aloud)
        #expect(try browser.holds("document.getElementById('choose-start').checked"))
        try browser.click("#say-distance")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        // The only click.
        try browser.click("#begin")

        try browser.wait(until: "!document.getElementById('rest').hidden")
        #expect(try browser.text("#rest-title") == "How far are your eyes from the screen?")
        let title = "document.getElementById('rest-title').innerText"
        try lane.say("two meters", until: "\(title) === '2 m'")
        try lane.say("no", until: "\(title) !== '2 m'")
        try lane.say("three meters", until: "\(title) === '3 m'")
        try lane.say("yes", until: "document.getElementById('step').innerText === '1'")
        #expect(try browser.text("#prompt").contains("at the smallest line"))
        // "Stop" chooses a line here, so the button that ends the test has another name.
        #expect(try browser.text("#stop") == "End")
        try browser.wait(until: "document.getElementById('step').innerText === '5'")
        // By its number: "stop" chooses the line that is shown when the speech arrives, which depends
        // on the load of the machine.
        try lane.say("five", until: "document.getElementById('step').innerText === ''")
        let present = try event("present", of: lane)
        // The fifth line is 20/80; three lines larger is 20/160.
        #expect(present.logMAR == 0.9)
        try lane.say("stop", until: "!document.getElementById('result').hidden")
        let result = try event("result", of: lane)
        #expect(result.setup?.distance == 3)
        #expect(result.ended == "stoppedByPerson")
        aloud.interrupt()
        #expect(aloud.end() == 0)
        let table = folder.file("out")
        let export = try AloudProcess(
            ["records", "export", "--format", "csv", "--output", table], variables: variables)
        #expect(export.end() == 0)
        #expect(try String(contentsOfFile: table, encoding: .utf8).contains(",spoken,"))
    }

    @Test("The questions of the set-up can be answered by voice after it is switched on")
    func questionsByVoice() throws {
        let lane = try SpokenLane(["serve", "--voice", "off", "--no-warm-up"])
        let browser = lane.browser
        try lane.calibrate(pixelsPerMillimetre: 3.6)
        func isAt(_ step: String) -> String {
            "document.getElementById('setup').dataset.step === '\(step)'"
        }
        // Nobody is listened to before.
        try lane.say("next")
        lane.waitUntilSilent()
        try browser.wait(until: isAt("who"))
        try browser.click("#voice")
        try lane.say("next", until: isAt("eyes"))
        try lane.say("left eye", until: isAt("correction"))
        try lane.say("with glasses", until: isAt("distance"))
        try lane.say("two meters", until: isAt("sound"))
        // The sound check shows that the voice is heard.
        try browser.wait(until: "document.getElementById('sound-verdict').className !== 'bad'")
        try lane.say("next", until: isAt("start"))
        #expect(try browser.text("#summary").contains("Left eye only"))
        #expect(try browser.text("#summary").contains("Glasses"))
        #expect(try browser.text("#summary").contains("2 m"))
        try lane.say("start", until: "document.getElementById('setup').hidden")
        lane.aloud.interrupt()
        #expect(lane.aloud.end() == 0)
    }

    private func event(_ name: String, of lane: SpokenLane) throws -> Event {
        while true {
            let event = try lane.next(Event.self)
            if event.event == name { return event }
        }
    }

    @Test("A tap on a line chooses it")
    func tapped() throws {
        let lane = try SpokenLane(
            [
                "test", "--display", "web", "--events", "--choose-start", "--procedure",
                "tumbling-e", "--distance", "2m",
            ], seed: 4)
        let browser = lane.browser
        #expect(try browser.text("#say-directions").contains("“up”"))
        try browser.click("#begin")
        try browser.wait(until: "document.getElementById('step').innerText === '2'")
        try browser.run(
            "document.getElementById('chart').dispatchEvent(new MouseEvent('click'));")
        #expect(try event("present", of: lane).logMAR == 1)
        try browser.click("#stop")
        #expect(try event("result", of: lane).ended == "stoppedFromOutside")
    }
}
