import ALSACapture
import Acuity
import Audio
import FliteVoice
import Foundation
import SimulatedPatient
import TestBrowser
import Testing

/// From the one click on: the distance is said, the start is chosen by voice, and the test begins.
@Suite("A test that is set up by voice")
struct SpokenSetupTests {
    private struct Event: Decodable {
        var event: String
        var logMAR: Double?
        var distance: Double?
        var ended: String?
    }

    /// Somebody in the room says something, a moment from now.
    private func say(_ words: String, in room: Room) throws {
        room.say(try FliteVoice(.rms).say(words), after: 0.2)
    }

    @Test(
        "The distance is said and asked back, and the test starts three lines above the chosen one")
    func setUpByVoice() throws {
        let microphone = try VirtualMicrophone()
        let room = Room(noise: RoomNoise(seed: 3))
        let sound = RoomSound(of: room, into: microphone)
        defer { sound.stop() }
        let aloud = try AloudProcess(
            [
                "serve", "--port", "0", "--events", "--voice", "off", "--choose-start",
                "--no-warm-up",
                "--device", microphone.device.name,
            ], variables: microphone.environment)
        let address = try #require(aloud.address())
        let browser = try Browser(width: 1_400, height: 800)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.holds("document.getElementById('choose-start').checked"))
        try browser.click("#say-distance")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        // The one click. From here on nothing is touched.
        try browser.click("#begin")

        try browser.wait(until: "!document.getElementById('rest').hidden")
        #expect(try browser.text("#rest-title") == "How far are your eyes from the screen?")
        try say("two metres", in: room)
        try browser.wait(until: "document.getElementById('rest-title').innerText === '2 m'")
        try say("no", in: room)
        try browser.wait(until: "document.getElementById('rest-title').innerText !== '2 m'")
        try say("three metres", in: room)
        try browser.wait(until: "document.getElementById('rest-title').innerText === '3 m'")
        try say("yes", in: room)

        try browser.wait(until: "document.getElementById('step').innerText === '1'")
        #expect(try browser.text("#prompt").contains("at the smallest line"))
        try browser.wait(until: "document.getElementById('step').innerText === '5'")
        // Late enough to be about this line.
        Thread.sleep(forTimeInterval: 1)
        try say("stop", in: room)
        let present = try event("present", of: aloud)
        // The fifth line is 20/80, three larger than that 20/160.
        #expect(present.logMAR == 0.9)
        try browser.wait(until: "document.getElementById('step').innerText === ''")
        try say("stop", in: room)
        let result = try event("result", of: aloud)
        #expect(result.distance == 3)
        #expect(result.ended == "stoppedByPerson")
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    private func event(_ name: String, of aloud: AloudProcess) throws -> Event {
        while true {
            let line = try #require(aloud.line(), "it ended without \(name)")
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            if event.event == name { return event }
        }
    }

    @Test("A tap on a line chooses it as well")
    func tapped() throws {
        let microphone = try VirtualMicrophone()
        let sound = RoomSound(of: Room(noise: RoomNoise(seed: 4)), into: microphone)
        defer { sound.stop() }
        let aloud = try AloudProcess(
            [
                "test", "--display", "web", "--port", "0", "--events", "--choose-start",
                "--procedure", "tumbling-e", "--distance", "2m", "--device",
                microphone.device.name,
            ], variables: microphone.environment)
        let address = try #require(aloud.address())
        let browser = try Browser(width: 1_400, height: 800)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.text("#say-directions").contains("“up”"))
        try browser.click("#begin")
        try browser.wait(until: "document.getElementById('step').innerText === '2'")
        try browser.run(
            "document.getElementById('chart').dispatchEvent(new MouseEvent('click'));")
        #expect(try event("present", of: aloud).logMAR == 1)
        try browser.click("#stop")
        #expect(try event("result", of: aloud).ended == "stoppedFromOutside")
    }
}
