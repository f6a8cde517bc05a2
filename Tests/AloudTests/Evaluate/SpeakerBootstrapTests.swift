import TestSpeech
import Testing

@testable import AloudCommands

@Suite struct SpeakerBootstrapTests {
    private func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    @Test("the interval of a mean is that of theory")
    func theory() throws {
        // A hundred values of deviation 0.289 (0…1 evenly): the mean's deviation is 0.0289.
        let values = (0..<100).map { (Double($0) + 0.5) / 100 }
        let interval = try #require(SpeakerBootstrap.interval(over: values, of: mean))
        #expect(abs(interval.lowerBound - (0.5 - 1.96 * 0.0289)) < 0.01)
        #expect(abs(interval.upperBound - (0.5 + 1.96 * 0.0289)) < 0.01)
        #expect(interval == SpeakerBootstrap.interval(over: values, of: mean))
    }

    @Test("speakers alike have no interval to speak of; one speaker has none")
    func degenerate() {
        #expect(SpeakerBootstrap.interval(over: [0.5, 0.5, 0.5], of: mean) == 0.5...0.5)
        #expect(SpeakerBootstrap.interval(over: [0.5], of: mean) == nil)
        #expect(SpeakerBootstrap.interval(over: [1.0, 2.0]) { (_: [Double]) in nil } == nil)
    }
}
