import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

@testable import ALSACapture

/// Through ALSA itself, with its `file` plugin instead of hardware.
@Suite("Capturing through ALSA", .timeLimit(.minutes(1)))
struct ALSACaptureTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func open(
        _ device: CaptureDevice, clock: any WaitingClock = SteadyClock()
    ) throws -> ALSACapture {
        try ALSACapture(device, clock: clock) { try SoxrResampler(from: $0, to: $1) }
    }

    /// The first samples that a capture gives.
    func samples(_ count: Int, from capture: ALSACapture) throws -> [Float] {
        var heard: [Float] = []
        while heard.count < count, let chunk = try capture.read() { heard += chunk.samples }
        return Array(heard.prefix(count))
    }

    @Test("a recording comes back sample by sample") func aRecordingComesBackExactly() throws {
        var generator = SeededNoise(seed: 21)
        let sound = (0..<8_000).map { _ in
            PCM16.amplitude(Int16.random(in: .min ... .max, using: &generator))
        }
        let path = try folder.write(PCM16.littleEndian(sound), to: "k.raw")
        let capture = try open(.rawFile(path))
        #expect(capture.format.sampleRate == 16_000)
        #expect(capture.format.channels == 1)
        #expect(capture.format.periodFrames == 320)
        #expect(try samples(8_000, from: capture) == sound)
        #expect(capture.tally == CaptureTally())
    }

    @Test(
        "a tone survives other rates and channels",
        arguments: [(44_100, 2), (48_000, 2), (48_000, 1), (44_100, 1), (96_000, 4)])
    func aToneSurvivesOtherRatesAndChannels(rate: Int, channels: Int) throws {
        let tone = Tone.sine(1_000, seconds: 1, sampleRate: rate)
        let all = Tone.interleaved(Array(repeating: tone, count: channels))
        let path = try folder.write(PCM16.littleEndian(all), to: "tone.raw")
        let capture = try open(.rawFile(path, sampleRate: rate, channels: channels))
        #expect(capture.format.sampleRate == rate)
        #expect(capture.format.channels == channels)
        let heard = try samples(12_000, from: capture)
        #expect(abs(Tone.amplitude(of: 1_000, in: heard) - 0.5) < 0.002)
        let expected = Tone.sine(1_000, seconds: 1)
        #expect(Tone.difference(heard, expected, in: 4_000..<12_000) < 0.005)
    }

    @Test("One channel is heard alone, and a missing one is refused")
    func channelAlone() throws {
        let sounds = (0..<3).map { channel in
            Tone.sine(500 * Double(channel + 1), seconds: 0.5).map {
                PCM16.amplitude(PCM16.sample($0))
            }
        }
        let path = try folder.write(PCM16.littleEndian(Tone.interleaved(sounds)), to: "3.raw")
        for channel in 1...3 {
            var device = CaptureDevice.rawFile(path, channels: 3)
            device.channel = channel
            let capture = try open(device)
            #expect(try samples(4_000, from: capture) == Array(sounds[channel - 1].prefix(4_000)))
            #expect(capture.format.description == "16000 Hz, 3 channels (\(channel) alone), 16-bit")
        }
        var device = CaptureDevice.rawFile(path, channels: 3)
        device.channel = 4
        let absent = device
        #expect(
            throws: CaptureError.noChannel(
                name: CaptureDevice.rawFileName, channel: 4, of: 3)
        ) { try open(absent) }
    }

    @Test("ALSA converts a sample format that Aloud cannot read")
    func whatIsNotUnderstoodIsConvertedByALSA() throws {
        let tone = Tone.sine(500, seconds: 0.5).map { PCM16.amplitude(PCM16.sample($0)) }
        let swapped = PCM16.littleEndian(tone).enumerated().map { index, _ in
            PCM16.littleEndian([tone[index / 2]])[1 - index % 2]
        }
        var device = CaptureDevice.rawFile(try folder.write(swapped, to: "big-endian.raw"))
        device.configuration = device.configuration?
            .replacingOccurrences(of: "S16_LE", with: "S16_BE")
        let heard = try samples(tone.count, from: open(device))
        #expect(heard == tone)
    }

    @Test("an 8 kHz telephone is captured") func aNarrowTelephoneIsTakenAsItIs() throws {
        let tone = Tone.sine(500, seconds: 1, sampleRate: 8_000)
        let path = try folder.write(PCM16.littleEndian(tone), to: "narrow.raw")
        let capture = try open(.rawFile(path, sampleRate: 8_000))
        #expect(capture.format.sampleRate == 8_000)
        let heard = try samples(8_000, from: capture)
        #expect(abs(Tone.amplitude(of: 500, in: heard) - 0.5) < 0.002)
    }

    @Test("a quotation mark in a path is escaped") func aQuoteInThePathIsNotTheEndOfIt() throws {
        let path = try folder.write(
            PCM16.littleEndian([0.25, 0.5] + Self.silence), to: "a\"b\\c.raw")
        let heard = try samples(2, from: open(.rawFile(path)))
        #expect(heard == [0.25, 0.5])
    }

    static let silence = [Float](repeating: 0, count: 3_200)

    @Test("a device whose sound fails is lost and returns")
    func aDeviceWhoseSoundFailsIsLostAndReturns() throws {
        let good = try folder.write(PCM16.littleEndian([0.5] + Self.silence), to: "good.raw")
        // Opens like a file, and every read of it at 0 is an input/output error.
        let link = folder.file("device")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/proc/self/mem")
        let capture = try open(.rawFile(link))
        guard case .lost(let reason)? = capture.next() else {
            Issue.record("the failure was not noticed")
            return
        }
        #expect(reason.contains("Input/output error"))
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
        // The device may be lost again before the link changes.
        var event = capture.next()
        while event == .returned || event == .lost(reason: reason) { event = capture.next() }
        guard case .sound(let chunk)? = event else {
            Issue.record("no sound after the return, but \(String(describing: event))")
            return
        }
        #expect(chunk.samples.first == 0.5)
        #expect(capture.tally.losses >= 1)
    }

    @Test("stop ends a read on another thread") func stopEndsAReadFromAnotherThread() throws {
        let microphone = try VirtualMicrophone()
        let capture = try open(microphone.device)
        Thread {
            Thread.sleep(forTimeInterval: 0.05)
            capture.stop()
        }.start()
        #expect(try capture.read() == nil)
        #expect(capture.next() == nil)
    }

    @Test("an unknown device is named in the error, and ALSA prints nothing")
    func anUnknownDeviceIsNamedAndNothingIsPrinted() throws {
        let printed = try StandardError.captured(in: folder) {
            let error = #expect(throws: CaptureError.self) { try open(CaptureDevice("nosuch")) }
            guard case .unknownDevice(name: "nosuch", _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.description.contains("aloud devices lists them") == true)
            #expect(error?.description.contains("Unknown PCM nosuch") == true)
            let card = #expect(throws: CaptureError.self) { try open(CaptureDevice("hw:77")) }
            #expect(card?.description.contains("sound server") == false)
            let inner = #expect(throws: CaptureError.self) {
                try open(CaptureDevice("sysdefault:CARD=nosuch"))
            }
            #expect(
                inner?.description.contains("snd_func") == false, "\(String(describing: inner))")
            #expect(throws: CaptureError.self) { try open(.rawFile("/no/such/file")) }
            _ = ALSADevices.list()
        }
        // As ALSA's own lines begin: names of other tests that run meanwhile contain "ALSA", too.
        #expect(!printed.contains("ALSA lib"), "\(printed)")
    }

    @Test(
        "an error for a sound server's name says to check that server",
        arguments: ["default", "pulse"])
    func behindSomeNamesStandsASoundServer(name: String) {
        for error in [
            CaptureError.unknownDevice(name: name, reason: "none"),
            .failed(name: name, reason: "Connection refused"),
        ] {
            #expect(error.description.contains("see that the sound server runs"))
        }
    }

    @Test("an invalid configuration is an error") func aConfigurationThatIsNoneIsTold() throws {
        let error = #expect(throws: CaptureError.self) {
            try open(CaptureDevice("x", configuration: "pcm.x { type"))
        }
        guard case .configuration(name: "x", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
