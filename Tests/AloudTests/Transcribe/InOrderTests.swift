import TestSpeech
import Testing

@testable import AloudCommands

@Suite struct InOrderTests {
    @Test("each is handed on once, in order, and as soon as all before it are there")
    func order() {
        for seed in UInt64(1)...50 {
            var generator = SeededNoise(seed: seed)
            let places = Array(0..<20).shuffled(using: &generator)
            var results = InOrder<Int>()
            var given: [Int] = []
            for (index, place) in places.enumerated() {
                given += results.take(place, at: place)
                let here = Set(places[...index])
                let first = (0..<20).first { !here.contains($0) } ?? 20
                #expect(given == Array(0..<first), "seed \(seed)")
            }
        }
    }
}
