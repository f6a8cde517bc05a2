import Audio
import Foundation
import SoundFiles
import Testing

@Suite("Sound kept as FLAC", .timeLimit(.minutes(1)))
struct FLACRecordingTests {
    @Test("the file has the heard sound at 16 bits") func readBack() throws {
        let recording = FLACRecording()
        let samples = (0..<40_000).map { Float(sin(Double($0) * 0.05)) * 0.8 }
        for start in stride(from: 0, to: samples.count, by: 1_000) {
            recording.add(
                AudioChunk(samples: Array(samples[start..<start + 1_000]), sampleRate: 16_000))
        }
        let bytes = try #require(recording.end())
        #expect(bytes.starts(with: Array("fLaC".utf8)))
        #expect(bytes.count < samples.count * 2)
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("kept-\(UUID().uuidString).flac").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let read = try SoundFileSource(path).readAll().samples
        #expect(read.count == samples.count)
        #expect(zip(read, samples).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test("without sound there is no file") func empty() {
        #expect(FLACRecording().end() == nil)
    }
}
