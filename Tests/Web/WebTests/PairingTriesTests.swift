import TestTraits
import Testing

@testable import TestPages

@Suite("Tries of a pairing code", .listening)
struct PairingTriesTests {
    private let start = ContinuousClock.now

    @Test("After five wrong codes a device may try one every half minute")
    func oneDevice() {
        var tries = PairingTries(at: start)
        for _ in 0..<5 {
            #expect(tries.allows("a", at: start))
            tries.missed("a", at: start)
        }
        #expect(!tries.allows("a", at: start))
        #expect(tries.allows("b", at: start))
        #expect(!tries.allows("a", at: start + .seconds(29)))
        let later = start + .seconds(30)
        #expect(tries.allows("a", at: later))
        tries.missed("a", at: later)
        #expect(!tries.allows("a", at: later + .seconds(29)))
        #expect(tries.allows("a", at: later + .seconds(30)))
        tries.found("a")
        #expect(tries.allows("a", at: later))
    }

    @Test("All devices together may try twenty codes, then twelve a minute")
    func manyDevices() {
        var tries = PairingTries(at: start)
        var looked = 0
        for tenth in 0..<36_000 {
            let now = start + .milliseconds(100 * tenth)
            let peer = "\(tenth)"
            guard tries.allows(peer, at: now) else { continue }
            looked += 1
            tries.missed(peer, at: now)
        }
        // An hour.
        #expect((738...741).contains(looked))
        #expect(tries.allows("with the code", at: start + .seconds(3_606)))
    }
}
