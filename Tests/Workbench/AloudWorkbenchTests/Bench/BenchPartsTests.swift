import Acuity
import Audio
import FliteVoice
import Foundation
import Recognition
import SimulatedPatient
import TestTraits
import Testing

@testable import bench_speed

/// A voice that this test must not ask for.
private struct NoVoice: Error {}

@Suite("Parts of bench-speed", .listening)
struct BenchPartsTests {
    @Test(
        "Quantiles are the nearest rank",
        // The worked example of Wikipedia's "Percentile" (nearest-rank method).
        arguments: [(0.05, 15.0), (0.30, 20), (0.40, 20), (0.50, 35), (1.00, 50)])
    func quantile(share: Double, value: Double) {
        #expect(LiveLatency.quantile(share, of: [35, 20, 15, 50, 40]) == value)
    }

    @Test("An empty list has no quantile")
    func noQuantile() { #expect(LiveLatency.quantile(0.5, of: []) == nil) }

    @Test("Recordings play in a row, with a second of room noise around each")
    func row() {
        let second = speechRate
        var room = RoomNoise(amplitude: 0.002, seed: 3)
        let tone = (0..<second).map { 0.1 * sin(Float($0) * 0.1) }
        let close = tone
        let wide = zip(tone, room.next(second)).map(+) + room.next(second)
        let row = Playback.row([close, wide])
        #expect(row.starts == [1, 3])
        #expect(row.samples.count == 6 * second)
        #expect(Array(row.samples[second..<2 * second]) == close)
        #expect(Array(row.samples[3 * second..<5 * second]) == wide)
        // One noise everywhere: that of the recording in which it is heard.
        for start in [0, 2, 5] {
            let gap = row.samples[start * second..<(start + 1) * second]
            let rms = (gap.reduce(0) { $0 + $1 * $1 } / Float(second)).squareRoot()
            #expect(0.0014...0.0024 ~= rms, "gap at \(start) s")
        }
    }

    @Test("The gaps between silent recordings are nearly silent")
    func silentRow() {
        let row = Playback.row([[Float](repeating: 0, count: speechRate)])
        #expect(row.samples.count == 3 * speechRate)
        #expect(row.samples.allSatisfy { abs($0) <= 1 / 32_768 })
        #expect(Playback.row([]).starts.isEmpty)
    }

    @Test("Every voice reads every chart letter twice, identically for one seed", .long)
    func synthetic() throws {
        let first = try SyntheticSession.all { _ in FliteVoice() }
        let second = try SyntheticSession.all { _ in FliteVoice() }
        for (one, other) in zip(first, second) {
            let said = try #require(one.said[0])
            #expect(said.count == 20)
            #expect(Letter.sloan.allSatisfy { letter in said.count { $0 == letter } == 2 })
            #expect(said == other.said[0])
            let sound = try one.recordings[0].open().readAll()
            #expect(sound == (try other.recordings[0].open().readAll()))
            #expect(sound.samples.count == 41 * speechRate)
        }
    }

    @Test("Recordings of one folder are one session, in their order")
    func folders() {
        let sessions = BenchSession.sessions(of: ["a/1.wav", "a/2.wav", "b/1.wav", "a/3.wav"]) {
            _ in throw NoVoice()
        }
        #expect(
            sessions.map { $0.recordings.map(\.name) } == [
                ["a/1.wav", "a/2.wav"], ["b/1.wav"], ["a/3.wav"],
            ])
    }

    @Test("A process reports its time, memory and age")
    func meter() throws {
        let before = ProcessMeter.processorSeconds
        // Ends only if processor time passes, in this test or in one that runs at the same time.
        while ProcessMeter.processorSeconds - before < 0.01 {}
        let age = try #require(ProcessMeter.age)
        #expect(age > 0)
        // It cannot have used more than its age on every core.
        #expect(
            ProcessMeter.processorSeconds
                < (age + 0.02) * Double(ProcessInfo.processInfo.processorCount))
        #expect(try #require(ProcessMeter.peakBytes) > 1_000_000)
    }
}
