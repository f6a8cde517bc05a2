import FliteVoice
import LetterNet
import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite struct PhoneVotesTests {
    private static let phones = ["AA", "K"]
    private static let owners: [PhoneInventory.Owner] = [
        .silence, .phone("K", place: 0), .phone("K", place: 0.5), .phone("K", place: 1),
        .phone("AA", place: 1), .phone("K", place: 0),
    ]
    /// Silence, AA's halves, K's halves: two frames.
    private static let told: [Float] = [-3, -5, -4, -1, 0, 0, -2, -2, -2, -2]

    @Test(
        "costs are added in PocketSphinx's unit, the best of a frame is 0, what is not scored stays so"
    )
    func addition() throws {
        let votes = try #require(PhoneVotes(Self.owners, phones: Self.phones))
        var scores = SenoneScores(frames: 2, of: ScoredSenones(Array(0..<5), of: 6))
        let plain: [Int16] = [10, 20, 0, 7, 30]
        scores.withFrames(0..<2) { _ = $0.update(fromContentsOf: plain + plain) }
        votes.add(PhoneLikelihoods(phones: Self.phones, values: Self.told), to: &scores)
        let unit = SphinxRecognizer.scoreUnit
        func expected(_ costs: [Double]) -> [Int16] {
            let sums = zip(plain, costs).map { Int(($0.1 / unit).rounded()) + Int($0.0) }
            return sums.map { Int16($0 - sums.min()!) } + [.max]
        }
        // The middle state goes with the likelier half.
        #expect(scores.frame(0) == expected([3, 1, 0, 0, 4]))
        #expect(scores.frame(1) == expected([0, 2, 2, 2, 2]))
    }

    @Test("a model with a phone that nobody told is not helped")
    func unknown() {
        #expect(PhoneVotes(Self.owners + [.phone("Q", place: 0)], phones: Self.phones) == nil)
    }

    @Test("what is impossible stays within the numbers of a score")
    func extremes() throws {
        let votes = try #require(PhoneVotes(Self.owners, phones: Self.phones))
        var scores = SenoneScores(frames: 1, of: ScoredSenones(Array(0..<6), of: 6))
        scores.withFrames(0..<1) { $0.update(repeating: .max - 1) }
        var told = [Float](repeating: -1e30, count: 5)
        told[0] = 0
        votes.add(PhoneLikelihoods(phones: Self.phones, values: told), to: &scores)
        #expect(scores.frame(0).allSatisfy { $0 >= 0 })
        #expect(scores.frame(0).first == 0)
    }

    @Test("both models know every phone that the nets tell")
    func models() throws {
        let net = try RealHearing.net()
        let told = try #require(net.phones(of: try spoken("K")))
        for path in [SphinxConfiguration.debianModel, Checkout.model] {
            let owners = try AcousticModel(path).inventory.senoneOwners()
            #expect(PhoneVotes(owners, phones: told.phones) != nil, "\(path)")
        }
    }
}
