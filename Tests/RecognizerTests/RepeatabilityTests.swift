import Acuity
import FliteVoice
import Foundation
import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite struct RepeatabilityTests {
    @Test("the same sound is heard alike each time, to the last digit of the confidence")
    func sameSound() throws {
        let recognizer = try RealHearing.recognizer("alphabet")
        let sounds = try ["C", "H", "C, K, O", "pass"].map { try spoken($0, by: .rms) }
        for sound in sounds { try recognizer.attune(to: sound) }
        let first = try sounds.map { try recognizer.hear($0, learning: false) }
        #expect(first.allSatisfy { !$0.isEmpty })
        for sound in sounds.reversed() { _ = try recognizer.hear(sound, learning: false) }
        #expect(try sounds.map { try recognizer.hear($0, learning: false) } == first)
    }

    @Test("the order in which a session is learnt changes no word and no confidence")
    func order() throws {
        let sounds = try Letter.sloan.map { try spoken($0, by: .awb) }
        var hearings: [[[HeardWord]]] = []
        var generator = SeededNoise(seed: 17)
        for order in [sounds, sounds.reversed(), sounds.shuffled(using: &generator)] {
            let recognizer = try RealHearing.recognizer()
            for sound in order { try recognizer.attune(to: sound) }
            hearings.append(try sounds.map { try recognizer.hear($0, learning: false) })
        }
        for hearing in hearings.dropFirst() {
            #expect(hearing.map { $0.map(\.word) } == hearings[0].map { $0.map(\.word) })
            // Sums in another order differ in their last digits.
            for (one, other) in zip(hearing.joined(), hearings[0].joined()) {
                #expect(abs(one.confidence - other.confidence) < 0.005, "\(one) and \(other)")
            }
        }
    }

    @Test("two recognisers in one process, also on two threads, do not disturb each other")
    func two() async throws {
        let letters = Array(Letter.sloan.prefix(5))
        let hear: @Sendable (String) throws -> [[HeardWord]] = { grammar in
            let recognizer = try RealHearing.recognizer(grammar)
            return try letters.map { try recognizer.hear(spoken($0), learning: true) }
        }
        let alone = (try hear("etdrs"), try hear("alphabet"))
        async let ten = hear("etdrs")
        async let all = hear("alphabet")
        let together = try await (ten, all)
        #expect(together == alone)

        let one = try RealHearing.recognizer("etdrs")
        let other = try RealHearing.recognizer("alphabet")
        for (index, letter) in letters.enumerated() {
            let sound = try spoken(letter)
            #expect(try one.hear(sound, learning: true) == alone.0[index])
            #expect(try other.hear(sound, learning: true) == alone.1[index])
        }
    }

    /// The resident memory of this process, kB.
    private static func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(separator: " ").dropLast().last.flatMap { Int($0) }
        return try #require(number)
    }

    /// More names than searches are kept for, so that each is let go of and made anew.
    @Test("what was heard of many letters is heard again, to the last digit of the confidence")
    func forgottenSearches() throws {
        let recognizer = try RealHearing.recognizer("alphabet")
        let letters = Letter.allCases.filter { $0.rawValue < Letter.allCases[20].rawValue }
        let sounds = try letters.map { try spoken($0, by: .rms) }
        let first = try sounds.map { try recognizer.hear($0, learning: false) }
        #expect(Set(first.joined().map(\.word)).count > RecentSearches.most)
        #expect(try sounds.map { try recognizer.hear($0, learning: false) } == first)
    }

    @Test("the searches used last are kept, and no more than there is room for")
    func recentSearches() {
        var recent = RecentSearches()
        let names = (0..<RecentSearches.most).map { "\($0)" }
        for name in names { #expect(recent.use(name) == (true, nil)) }
        #expect(recent.use("0") == (false, nil))
        #expect(recent.use("more") == (true, "1"))
        #expect(recent.use("0") == (false, nil))
        #expect(recent.use("1") == (true, "2"))
        #expect(recent.names.count == RecentSearches.most)
        recent.forget("1")
        #expect(recent.use("1") == (true, nil))
    }

    /// In a process of its own, for other tests take memory meanwhile. A leak shows in each hundred
    /// of hearings, so the hundred with the least growth is held to the bound: 3 kB a hearing. A
    /// grammar that is set for each hearing leaks 7 kB. Under the address sanitizer what was given back
    /// is used again only after some four hundred hearings; without it they take next to none.
    @Test("eight hundred hearings take no memory that they do not give back")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let recognizer = try RealHearing.recognizer()
            let sounds = try ["K", "C, O", "pass"].map { try spoken($0) }
            for sound in sounds { _ = try recognizer.hear(sound, learning: true) }
            var growth: [Int] = []
            for _ in 0..<8 {
                let before = try Self.residentMemory()
                for turn in 0..<100 {
                    _ = try recognizer.hear(sounds[turn % sounds.count], learning: true)
                }
                growth.append(try Self.residentMemory() - before)
            }
            let least = try #require(growth.min())
            try #require(least < 300, "kB a hundred hearings: \(growth)")
        }
    }

    /// A decoder that stayed would show by the megabytes that its model takes.
    @Test("decoders that are no longer needed give their memory back")
    func decoders() async {
        await #expect(processExitsWith: .success) {
            func start() throws {
                _ = try SphinxDecoder.start(model: SphinxConfiguration.debianModel)
            }
            for _ in 0..<3 { try start() }
            let before = try Self.residentMemory()
            for _ in 0..<10 { try start() }
            let growth = try Self.residentMemory() - before
            try #require(growth < 3_000, "kB in ten decoders: \(growth)")
        }
    }
}
