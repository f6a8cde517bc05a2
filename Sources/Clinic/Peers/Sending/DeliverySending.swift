internal import Foundation
internal import Platform
internal import RecordExports
package import RecordStore
internal import Synchronization

/// Sends results to the peers until each has them.
///
/// The deliveries are rows of the records. A lane claims a row for the time of a claim before it
/// sends it. If that lane ends or hangs before it notes the outcome, the row becomes due again, and
/// the peer gets the same message a second time: after the time of the claim by any lane, or
/// earlier by a program of the same machine, which sees that the lane has ended (`LocalClaims`).
/// Before that time no other program sends the same delivery. The deliveries of a person are sent in
/// order. A delivery that a peer refuses is set aside, and does not hold up
/// others.
package final class DeliverySending: Sendable {
    private let store: any RecordKeeping
    private let author: Author
    private let now: @Sendable () -> Moment
    private let say: @Sendable (String) -> Void
    private let pauses: Pauses
    private let claims: LocalClaims?
    private let work = RepeatedWork("aloud peers")
    /// The peers whose trouble was reported and has not ended.
    private let reported = Mutex<Set<String>>([])
    /// The waiting deliveries that are sent before their due time, by peer and number.
    private let early = Mutex<[String: [Int: Early]]>([:])

    /// A delivery whose lane was killed, or tried it while its clock was ahead of this one.
    private struct Early {
        let delivery: Delivery
        /// Whether its lane was killed.
        let isAbandoned: Bool
        /// The time at which this program first saw it in this state.
        let since: ContinuousClock.Instant
    }

    /// The pauses between tries, seconds.
    package struct Pauses: Sendable {
        /// The first one after a failure; each further one is twice as long.
        package var first = 5.0
        /// The longest pause between tries.
        package var longest = 900.0
        /// The pause between two looks at the records.
        package var idle = 20.0
        /// The time that a peer has in a pass before the next peer's turn. A slow peer delays the
        /// others by this time, or by one message.
        package var turn = 2.0
        /// The time after which a claimed delivery is due again: longer than any sending takes that
        /// does not hang.
        package var claim = 600.0
        /// The pause after this program first sees that a lane was killed while it sent a delivery by
        /// curl or storescu. They outlive it by up to 60 s: the time limit of curl, and the sum of
        /// those of storescu.
        package var orphan = 70.0

        /// The usual pauses.
        package init() {}
    }

    /// - Parameters:
    ///   - author: the author of the entries in the audit trail.
    ///   - claims: the claims of this machine's programs; nil if claims end only by their time.
    ///   - say: reports trouble, once until it ends, on any thread.
    package init(
        from store: any RecordKeeping, by author: Author, pauses: Pauses = Pauses(),
        claims: LocalClaims? = nil, now: @escaping @Sendable () -> Moment,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.author = author
        self.pauses = pauses
        self.claims = claims
        self.now = now
        self.say = say
    }

    /// The outcomes of a pass, in numbers of deliveries.
    package struct Pass: Sendable, Equatable {
        /// Deliveries that the peer accepted.
        package var acknowledged = 0
        /// Deliveries that are sent again later.
        package var later = 0
        /// Deliveries that were set aside.
        package var refused = 0
        /// Whether the turn of a peer ended before everything due was sent.
        package var isUnfinished = false

        /// A pass that has sent nothing.
        package init() {}
    }

    /// Sends the due deliveries once: each peer has its turn.
    ///
    /// - Parameter isForced: whether pauses are ignored, and turns have no end.
    /// - Throws: `RecordError` while the records cannot be read.
    @discardableResult package func send(isForced: Bool = false) throws(RecordError) -> Pass {
        var pass = Pass()
        for peer in try store.peers() where peer.isOn && peer.kind.takesResults {
            try send(to: peer, isForced: isForced, &pass)
        }
        return pass
    }

    private func send(
        to peer: Peer, isForced: Bool, _ pass: inout Pass
    ) throws(RecordError) {
        let began = ContinuousClock.now
        var held: Set<RecordID> = []
        var link: (any PeerLink)?
        var due: [Delivery] = []
        let former = early.withLock { $0[peer.name] ?? [:] }
        var present: [Int: Early] = [:]
        try store.eachDelivery(DeliveryQuery(peer: peer.name, states: [.waiting])) { delivery in
            // A person's first delivery holds up the next ones.
            guard
                isForced
                    ? !isSentElsewhere(delivery) : isDue(delivery, to: peer, former, &present)
            else {
                held.insert(delivery.line)
                return
            }
            if !held.contains(delivery.line) { due.append(delivery) }
        }
        early.withLock { [present] in $0[peer.name] = present }
        for delivery in due where !held.contains(delivery.line) {
            if work.isStopped { return }
            if !isForced, link != nil, .now - began >= .seconds(pauses.turn) {
                pass.isUnfinished = true
                return
            }
            let outcome: DeliveryOutcome
            let claimed = delivery.claimed(
                until: now().milliseconds + Int64(pauses.claim * 1_000))
            defer { claims?.release(claimed) }
            guard claims?.lock(claimed) ?? true,
                try store.change(delivery, to: claimed, noting: nil, by: author)
            else {
                held.insert(delivery.line)
                continue
            }
            claims?.note(claimed)
            do {
                let way = try link ?? peer.link()
                link = way
                outcome = try self.outcome(of: delivery, by: way)
            } catch let fault as PeerFault {
                outcome = .later("\(fault)")
            } catch let error as RecordError {
                throw error
            } catch { outcome = .later("\(error)") }
            try settle(claimed, outcome, &pass)
            if case .later = outcome {
                held.insert(delivery.line)
                // One attempt is enough for a peer that cannot be reached.
                if !isForced { break }
            }
        }
    }

    /// Whether a claim of a delivery has not ended, and its program lives as far as this one knows.
    private func isSentElsewhere(_ delivery: Delivery) -> Bool {
        let seconds = secondsLeft(delivery)
        guard seconds > 0 else { return false }
        if claims?.isLocked(delivery) == true { return true }
        return delivery.isClaimed && claims?.isAbandoned(delivery) != true
            && seconds <= farthest
    }

    /// The time until a delivery is due, seconds.
    private func secondsLeft(_ delivery: Delivery) -> Double {
        Double(delivery.due - now().milliseconds) / 1_000
    }

    /// The farthest due time that a lane sets whose clock is right, seconds, with a margin for the
    /// differences of clocks.
    private var farthest: Double { 2 * max(pauses.longest, pauses.claim) }

    /// Whether a delivery may be sent: its time has come, or it was seen for long enough in one of
    /// two states. Either its lane was killed on this machine, where curl or storescu may still send
    /// it. Or its due time is farther away than `farthest`. No pause is that long: the clock of the
    /// lane that tried it was ahead. That lane may still send it for the time of a claim.
    ///
    /// - Parameters:
    ///   - former: the deliveries in these states at the last look, by number.
    ///   - present: those of this look; this delivery is added if it is one of them.
    private func isDue(
        _ delivery: Delivery, to peer: Peer, _ former: [Int: Early], _ present: inout [Int: Early]
    ) -> Bool {
        let seconds = secondsLeft(delivery)
        guard seconds > 0 else { return true }
        let isAbandoned = claims?.isAbandoned(delivery) == true
        guard isAbandoned || seconds > farthest else { return false }
        let time = ContinuousClock.now
        var seen = Early(delivery: delivery, isAbandoned: isAbandoned, since: time)
        if let first = former[delivery.number], first.delivery == delivery,
            first.isAbandoned == isAbandoned
        {
            seen = first
        }
        present[delivery.number] = seen
        let orphan = peer.kind == .hl7 || peer.kind == .folder ? 0 : pauses.orphan
        return time - seen.since >= .seconds(isAbandoned ? orphan : pauses.claim)
    }

    private func outcome(
        of delivery: Delivery, by link: any PeerLink
    ) throws -> DeliveryOutcome {
        guard
            let test = try DeliveredTest.read(delivery.test, for: delivery.peer, in: store)
        else {
            return .refused("the records no longer have the test.")
        }
        guard test.test.test.version == delivery.version else {
            return .refused("a later version of the test has its own delivery.")
        }
        return link.send(test)
    }

    /// Writes the outcome of a delivery, with its entry in the audit trail.
    private func settle(
        _ claimed: Delivery, _ outcome: DeliveryOutcome, _ pass: inout Pass
    ) throws(RecordError) {
        var settled = claimed
        let entry: String?
        switch outcome {
        case .acknowledged(let words):
            pass.acknowledged += 1
            settled.state = .acknowledged
            settled.answer = words
            settled.at = now()
            entry = "sent and acknowledged (\(words))"
            reported.withLock { _ = $0.remove(claimed.peer) }
        case .refused(let reason):
            let words = reason.prefix(1).uppercased() + reason.dropFirst()
            pass.refused += 1
            settled.state = .refused
            settled.answer = words
            settled.at = now()
            entry = "set aside: \(words)"
            report(claimed.peer, "A result for '\(claimed.peer)' was set aside: \(words)")
        case .later(let reason, let pause):
            let words = claimed.answer(waitingFor: reason)
            pass.later += 1
            settled.answer = words
            let seconds = pause ?? self.pause(after: claimed.tries)
            settled.pause(
                until: now().milliseconds + Int64(min(seconds, pauses.longest) * 1_000))
            entry = claimed.tries == 1 ? "sent without an acknowledgement: \(words)" : nil
            report(claimed.peer, "Results for '\(claimed.peer)' wait. \(words)")
        }
        _ = try store.change(claimed, to: settled, noting: entry, by: author)
    }

    /// The pause after a number of tries, seconds: doubled each time, and varied at random by up to
    /// a fifth, so that lanes do not all try at once.
    private func pause(after tries: Int) -> Double {
        let doubled = pauses.first * Double(1 << min(tries - 1, 16))
        return min(doubled, pauses.longest) * Double.random(in: 0.8...1.2)
    }

    private func report(_ peer: String, _ words: String) {
        if reported.withLock({ $0.insert(peer).inserted }) {
            say("Warning: \(words) See 'aloud peers list'.")
        }
    }

    /// Sends results on its own thread until `stop`.
    package func start() {
        work.start(()) { [self] _, _ in
            // Trouble with the records is ignored: the test reports it when it is kept.
            let pass = try? send()
            return pass?.isUnfinished == true ? .now : .now + .seconds(pauses.idle)
        }
    }

    /// Looks for results now. Call it after a test was kept.
    package func look() { work.look() }

    /// Ends the thread after `start`. A delivery that is cut off is sent again after a restart.
    package func stop() { work.stop() }
}
