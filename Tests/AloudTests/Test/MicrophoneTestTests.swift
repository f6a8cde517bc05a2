import Acuity
import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program at a capture device of ALSA that hears a file, at the pace of the sound.
@Suite("aloud test --device", .listening)
struct MicrophoneTestTests {
    /// A microphone that hears this, and after it "stop", lest a test that goes wrong never ends.
    private func microphone(hearing reading: ReadingAloud) throws -> FileMicrophone {
        var reading = reading
        try reading.say("stop", 6)
        try reading.say("stop")
        return try FileMicrophone(reading.samples)
    }

    @Test("a whole test through ALSA, from a seeded chart to the result")
    func wholeTest() throws {
        let line = chart(.random, seed: 3, from: 6, count: 1)
        let microphone = try microphone(hearing: ReadingAloud(line))
        let run = try AloudBinary.run(
            [
                "test", "--events", "--device", "second", "--start", "20/63", "--seed", "3",
                "--eye", "left", "--distance", "3m",
            ],
            variables: microphone.variables)
        #expect(run.status == 0, "\(run.messages)")
        let test = try TestRun(run.output)
        #expect(test.heard == line[0].map(\.description).joined() + "-----")
        let result = try test.result()
        #expect(result.part("setup")["eye"] as? String == "left")
        #expect(result.part("setup")["seed"] as? Int == 3)
        #expect(result["complete"] as? Bool == true)
        #expect(result.part("score")["lettersRight"] as? Int == 5)
        #expect(result.part("score")["logMAR"] as? Double == 0.5)
    }

    @Test(
        "a signal in mid-test keeps the results so far; status 0", arguments: [SIGINT, SIGTERM])
    func signal(_ number: Int32) throws {
        var reading = ReadingAloud()
        try reading.read([.d, .k, .s, .n, .v])
        let microphone = try microphone(hearing: reading)
        let program = try RunningAloud(
            ["test", "--events", "--start", "20/63"], variables: microphone.variables)
        try program.wait(for: #""event":"line""#)
        program.signal(number)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal)
        #expect(!run.messages.contains("Error"), "\(run.messages)")
        #expect(run.messages.contains("Letters right  5"))
        let result = try TestRun(run.output).result()
        #expect(
            result["complete"] as? Bool == false
                && result.part("score")["lettersRight"] as? Int == 5)
    }

    @Test("a failing device pauses the test until it returns")
    func returns() throws {
        let microphone = try FailingMicrophone()
        let program = try RunningAloud(
            ["test", "--events", "--start", "20/63"], variables: microphone.variables)
        try program.wait(for: #""event":"trouble""#)
        try microphone.remove()
        var reading = try ReadingAloud(chart(.one, from: 6, count: 1))
        try reading.say("stop", 6)
        try reading.say("stop")
        try microphone.mend(with: reading.rawPCM)
        let run = try program.end()
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.messages.contains("Input/output error"))
        #expect(run.messages.contains("The test is paused and will go on by itself."))
        let test = try TestRun(run.output)
        // It may fail once more before it is taken away.
        let story = test.story.filter { $0 != "trouble" && $0 != "recovered" }
        #expect(test.story.starts(with: ["present 6", "trouble"]))
        #expect(test.events("recovered").count == test.events("trouble").count)
        #expect(test.heard == "DKSNV-----", "\(story)")
        #expect(try test.result()["complete"] as? Bool == true)
    }

    @Test("a signal without the device keeps the results so far; status 0")
    func signalWhileGone() throws {
        let microphone = try FailingMicrophone()
        let program = try RunningAloud(
            ["test", "--events"], variables: microphone.variables)
        try program.wait(for: #""event":"trouble""#)
        try microphone.remove()
        program.signal(SIGTERM)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal && !run.messages.contains("Error"))
        #expect(try TestRun(run.output).result()["complete"] as? Bool == false)
    }

    @Test("a missing device is named with advice; status 1")
    func noDevice() throws {
        let microphone = try FileMicrophone([])
        for name in ["nosuch", "hw:77", "hw:x\n\"y"] {
            let run = try AloudBinary.run(
                ["test", "--events", "--device", name], variables: microphone.variables)
            #expect(run.status == 1, "\(name)")
            #expect(run.output == "")
            // In one line, whatever it is called.
            let shown = name.replacingOccurrences(of: "\n", with: "\\n")
            #expect(run.messages.hasPrefix("Error: Capture device \(shown): "), "\(run.messages)")
            #expect(run.messages.contains("aloud devices"), "\(run.messages)")
        }
    }

    @Test("a computer without a microphone gets advice; status 1")
    func noMicrophone() throws {
        let run = try AloudBinary.run(["test"], variables: FileMicrophone(nil).variables)
        #expect(run.status == 1 && run.output == "")
        let devices = try AloudBinary.run(["devices"], variables: FileMicrophone(nil).variables)
        #expect(devices.messages.hasPrefix("No microphone. "), "\(devices.messages)")
        #expect(run.messages == "Error: " + devices.messages)
    }
}
