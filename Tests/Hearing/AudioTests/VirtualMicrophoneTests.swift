import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

@testable import ALSACapture

@Suite("A virtual microphone", .timeLimit(.minutes(1)))
struct VirtualMicrophoneTests {
    func open(_ microphone: VirtualMicrophone) throws -> ALSACapture {
        try ALSACapture(microphone.device) { try SoxrResampler(from: $0, to: $1) }
    }

    @Test("sound is heard as it was written") func whatIsWrittenIsHeardExactly() throws {
        var generator = SeededNoise(seed: 31)
        let sound = (0..<16_000).map { _ in
            PCM16.amplitude(Int16.random(in: .min ... .max, using: &generator))
        }
        let microphone = try VirtualMicrophone()
        defer { microphone.close() }
        let capture = SteppedMicrophone(try open(microphone))
        defer { capture.stop() }
        // Uneven pieces: the FIFO takes whole blocks.
        capture.speak(sound, into: microphone, piece: 208)
        var heard: [Float] = []
        while heard.count < sound.count, case .sound(let chunk)? = capture.next() {
            heard += chunk.samples
        }
        #expect(heard == sound, "\(heard.count) samples")
        #expect(microphone.unheardSeconds == 0)
        #expect(capture.tally == CaptureTally())
    }

    /// Makes a folder as a microphone has one, which nobody uses.
    private func leftOver(lock: String?) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: MicrophoneFolder.prefix + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        if let lock { try Data().write(to: folder.appending(path: lock)) }
        return folder
    }

    @Test("the folder of a killed process is removed, and no other")
    func whatAKilledProcessLeftIsRemovedAndNothingElse() throws {
        let one = try VirtualMicrophone()
        let dead = try leftOver(lock: MicrophoneFolder.lockName)
        let other = try leftOver(lock: nil)
        defer { try? FileManager.default.removeItem(at: other) }
        let two = try VirtualMicrophone()
        #expect(!FileManager.default.fileExists(atPath: dead.path()))
        #expect(FileManager.default.fileExists(atPath: other.path()))
        for microphone in [one, two] {
            let configuration = try #require(microphone.environment["ALSA_CONFIG_PATH"])
            #expect(FileManager.default.fileExists(atPath: configuration))
            let folder = URL(fileURLWithPath: configuration).deletingLastPathComponent().path()
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
            #expect(mode as? Int == 0o700)
            microphone.close()
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test("a half-removed folder keeps its lock")
    func aFolderThatIsHalfRemovedKeepsItsLock() throws {
        let dead = try leftOver(lock: MicrophoneFolder.lockName)
        defer { try? FileManager.default.removeItem(at: dead) }
        for name in ["a", "z"] { try Data().write(to: dead.appending(path: name)) }
        // The removal is stopped after the first file.
        var tried = 0
        MicrophoneFolder.remove(dead.path()) { path in
            tried += 1
            if tried == 1 { try? FileManager.default.removeItem(atPath: path) }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: dead.path())
        #expect(left.count == 2 && left.contains(MicrophoneFolder.lockName))
        // A file that another process has removed is not an error.
        var names: [String] = []
        MicrophoneFolder.remove(dead.path()) { path in
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path)
            names.append(URL(fileURLWithPath: path).lastPathComponent)
        }
        #expect(names.last == MicrophoneFolder.lockName)
        #expect(!FileManager.default.fileExists(atPath: dead.path()))
    }

    @Test("a virtual microphone can be unplugged and plugged in again")
    func pulledOutAndPluggedInAgain() throws {
        let microphone = try VirtualMicrophone()
        let capture = try open(microphone)
        let period: [Float] = (0..<320).map { $0 % 2 == 0 ? 0.5 : -0.5 }
        microphone.write(period)
        #expect(capture.next() == .sound(AudioChunk(samples: period, sampleRate: speechRate)))
        microphone.plug.isIn = false
        microphone.write(period)
        #expect(capture.next() == .lost(reason: "the device was unplugged"))
        microphone.plug.isIn = true
        #expect(capture.next() == .returned)
        let later = period.map { $0 / 2 }
        microphone.write(later)
        #expect(capture.next() == .sound(AudioChunk(samples: later, sampleRate: speechRate)))
        #expect(capture.tally.losses == 1)
    }

    @Test("closing the virtual microphone loses the device") func closingIsALoss() throws {
        let microphone = try VirtualMicrophone()
        let capture = try open(microphone)
        microphone.close()
        var event = capture.next()
        while case .sound = event { event = capture.next() }
        #expect(event == .lost(reason: "the device was unplugged"))
        microphone.write([0.5])
        capture.stop()
        #expect(capture.next() == nil)
    }

    @Test("the writer outlives its readers") func theWriterOutlivesItsReaders() throws {
        let microphone = try VirtualMicrophone()
        let second = [Float](repeating: 0.1, count: speechRate)
        // Nobody has ever read.
        microphone.write(second)
        #expect(microphone.unheardSeconds > 0.8)
        let unheard = microphone.unheardSeconds
        do {
            let capture = try open(microphone)
            #expect(try capture.read() != nil)
            capture.stop()
        }
        microphone.write(second)
        microphone.write(second)
        #expect(microphone.unheardSeconds > unheard)
        let again = try open(microphone)
        #expect(try again.read()?.samples.isEmpty == false)
    }

    @Test("another process hears the virtual microphone by name") func anotherProcessHearsItByName()
        throws
    {
        let arecord = "/usr/bin/arecord"
        guard FileManager.default.isExecutableFile(atPath: arecord) else {
            try Test.cancel("arecord (alsa-utils) is not installed")
        }
        let microphone = try VirtualMicrophone()
        defer { microphone.close() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arecord)
        // A period of 20 ms, for the FIFO is written by whole ones.
        process.arguments = [
            "-q", "-D", microphone.device.name, "-t", "raw", "-f", "S16_LE", "-r", "16000", "-c",
            "1",
            "--period-size=320", "-s", "3200",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            microphone.environment
        ) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The same block again and again, until the other process has had enough, however late
        // it comes.
        let block = Tone.sine(500, seconds: 0.02).map { PCM16.amplitude(PCM16.sample($0)) }
        Thread {
            while process.isRunning {
                microphone.write(block)
                Thread.sleep(forTimeInterval: 0.01)
            }
        }.start()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(PCM16.amplitudes(littleEndian: Array(bytes)) == (0..<10).flatMap { _ in block })
    }
}
