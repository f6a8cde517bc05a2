import Foundation
import TestProgram
import TestTraits
import Testing

@Suite("aloud devices", .listening)
struct DevicesCommandTests {
    /// A line of `--json` with a level.
    private struct Reading: Decodable {
        var device: String
        var time: Double
        var peak: Double
        var rms: Double
        var noiseFloor: Double?
        var clippedSamples: Int
    }

    private func readings(_ output: String) -> [Reading] {
        output.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Reading.self, from: Data($0.utf8))
        }
    }

    @Test("The default comes first and is marked; without a terminal nothing is metered")
    func list() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let run = try AloudBinary.run(["devices"], variables: microphone.variables)
        #expect(
            run.output == """
                * default (used if none is named)
                    A file
                  second
                    A file

                """)
        #expect(run.messages == "")
        #expect(run.status == 0)
    }

    @Test("As JSON Lines")
    func json() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let run = try AloudBinary.run(["devices", "--json"], variables: microphone.variables)
        #expect(
            run.output == """
                {"default":true,"description":"A file","device":"default"}
                {"default":false,"description":"A file","device":"second"}

                """)
        #expect(run.status == 0)
    }

    @Test("A tone of a tenth of full scale reads -20 dB at its peak and -23 dB of power")
    func level() throws {
        let microphone = try FileMicrophone(TestSound.tone(amplitude: 0.1, seconds: 5))
        let run = try AloudBinary.run(
            ["devices", "--device", "second", "--seconds", "2", "--json"],
            variables: microphone.variables)
        let reading = try #require(readings(run.output).last)
        #expect(reading.device == "second")
        #expect(abs(reading.peak - -20) < 0.2)
        #expect(abs(reading.rms - -23.01) < 0.2)
        #expect(abs((reading.noiseFloor ?? 0) - -23.01) < 0.4)
        #expect(reading.clippedSamples == 0)
        #expect(readings(run.output).allSatisfy { $0.device == "second" })
        #expect(run.status == 0)
    }

    @Test("Clipping is counted and reported")
    func clipping() throws {
        let microphone = try FileMicrophone(TestSound.tone(amplitude: 3, seconds: 5))
        let run = try AloudBinary.run(
            ["devices", "--seconds", "2"], variables: microphone.variables)
        let line = try #require(run.output.split(separator: "\n").last)
        #expect(line.hasPrefix("default: peak   0.0 dB"))
        #expect(line.contains("CLIPPING ("))
    }

    @Test("--level meters every device")
    func everyDevice() throws {
        let microphone = try FileMicrophone(TestSound.tone(amplitude: 0.1, seconds: 5))
        let run = try AloudBinary.run(
            ["devices", "--level", "--seconds", "2", "--json"], variables: microphone.variables)
        #expect(Set(readings(run.output).map(\.device)) == ["default", "second"])
    }

    @Test("Without a device there is advice; status 1")
    func none() throws {
        let run = try AloudBinary.run(
            ["devices"], variables: try FileMicrophone(nil).variables)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("No microphone. "))
        #expect(run.messages.count > "No microphone. \n".count)
        #expect(run.status == 1)
    }

    @Test("A missing device; status 1")
    func unknownDevice() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let run = try AloudBinary.run(
            ["devices", "--device", "nosuch", "--json"], variables: microphone.variables)
        #expect(run.messages.hasPrefix("Error: Capture device nosuch: no device has this name"))
        #expect(run.output.hasPrefix(#"{"device":"nosuch","error":""#))
        #expect(run.status == 1)
    }

    @Test("A stop ends the meter cleanly")
    func stop() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let program = try RunningAloud(
            ["devices", "--level", "--json"], variables: microphone.variables)
        // The first level comes after the list, when the trap for signals is long set.
        try program.wait(for: #""peak""#)
        program.signal(SIGINT)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal)
    }
}
