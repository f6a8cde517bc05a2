import Acuity
import Audio
import FliteVoice
import Foundation
import Listening
import Testing

@testable import AloudCommands

@Suite("Parts of aloud bench")
struct BenchPartsTests {
    @Test(
        "Quantiles are the nearest rank",
        // The worked example of Wikipedia's "Percentile" (nearest-rank method).
        arguments: [(0.05, 15.0), (0.30, 20), (0.40, 20), (0.50, 35), (1.00, 50)])
    func quantile(share: Double, value: Double) {
        #expect(LiveLatency.quantile(share, of: [35, 20, 15, 50, 40]) == value)
    }

    @Test("Of no value there is no quantile")
    func noQuantile() { #expect(LiveLatency.quantile(0.5, of: []) == nil) }

    @Test("Recordings are played in a row, each with a second of its own noise after it")
    func row() {
        let loud = [Float](repeating: 0.1, count: speechRate)
        let quiet = [Float](repeating: 0, count: speechRate / 2)
        let row = Playback.row([loud, quiet])
        #expect(row.starts == [0, 2])
        #expect(row.samples.count == speechRate * 7 / 2)
        let gap = row.samples[speechRate..<2 * speechRate]
        let rms = (gap.reduce(0) { $0 + $1 * $1 } / Float(gap.count)).squareRoot()
        #expect(0.08...0.12 ~= rms)
        #expect(row.samples[(speechRate * 5 / 2)...].allSatisfy { $0 == 0 })
    }

    @Test("Every voice reads every letter of the charts twice, the same each time")
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

    @Test("Recordings of one folder are one session, in the order given")
    func folders() {
        let sessions = BenchSession.sessions(of: ["a/1.wav", "a/2.wav", "b/1.wav", "a/3.wav"]) {
            _ in throw PartNotForThisTest()
        }
        #expect(
            sessions.map { $0.recordings.map(\.name) } == [
                ["a/1.wav", "a/2.wav"], ["b/1.wav"], ["a/3.wav"],
            ])
    }

    @Test("A process takes time and memory, and has an age")
    func meter() throws {
        let before = ProcessMeter.processorSeconds
        var sum = 0.0
        while ProcessMeter.processorSeconds - before < 0.01 { sum += 1 }
        #expect(sum > 0)
        let age = try #require(ProcessMeter.age)
        #expect(age > 0)
        // It cannot have used more than its age on every core.
        #expect(
            ProcessMeter.processorSeconds
                < (age + 0.02) * Double(ProcessInfo.processInfo.processorCount))
        #expect(try #require(ProcessMeter.peakBytes) > 1_000_000)
    }
}
