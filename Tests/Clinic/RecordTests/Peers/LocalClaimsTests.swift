import Foundation
import Glibc
import Peers
import RecordStore
import TestTraits
import Testing

/// Programs of one machine that send the same delivery: one killed or hanging, and the next one.
@Suite("Claims of the programs of a machine", .listening)
struct LocalClaimsTests {
    private let peers: SamplePeers
    private let receiver = ResultReceiver()

    init() throws { peers = try SamplePeers() }

    /// Sending by another program with the same records.
    private func sending(
        in folder: String, pauses: DeliverySending.Pauses = DeliverySending.Pauses()
    ) -> DeliverySending {
        let clock = peers.clock
        return DeliverySending(
            from: peers.store, by: SampleTest.author, pauses: pauses,
            claims: LocalClaims(of: folder + "/a.db"), now: { clock.now }, say: { _ in })
    }

    /// Claims the waiting delivery, as a program does that sends it.
    ///
    /// - Parameters:
    ///   - claims: those of the program; nil for another machine. A program whose claims are not kept
    ///     is killed.
    ///   - seconds: the time until the claim ends.
    @discardableResult
    private func claim(_ claims: LocalClaims?, for seconds: Int64 = 600) throws -> Delivery {
        let waiting = try #require(
            try peers.store.deliveries(DeliveryQuery(states: [.waiting])).first)
        let claimed = waiting.claimed(
            until: peers.clock.now.milliseconds + seconds * 1_000)
        #expect(claims?.lock(claimed) != false)
        #expect(
            try peers.store.change(waiting, to: claimed, noting: nil, by: SampleTest.author))
        claims?.note(claimed)
        return claimed
    }

    private func with(
        _ kind: Peer.Kind, _ act: (_ folder: String, _ records: String) throws -> Void
    ) throws {
        try RecordFolder.with { folder in
            let port = try receiver.port
            defer { port.stop() }
            try peers.add(
                "peer", kind, "127.0.0.1:\(kind == .hl7 ? port.port : 9)", SamplePeers.hl7)
            try peers.test()
            try act(folder, folder + "/a.db")
        }
    }

    @Test("the result of a killed program goes out at once, that of a living one never twice")
    func abandoned() throws {
        try with(.hl7) { folder, records in
            let sending = sending(in: folder)
            var other = LocalClaims(of: records)
            try claim(other)
            #expect(try sending.send() == DeliverySending.Pass())
            #expect(try sending.send(isForced: true) == DeliverySending.Pass())
            #expect(receiver.all.isEmpty)
            // The kernel closes the files of a killed program.
            #expect(other != nil)
            other = nil
            #expect(try sending.send().acknowledged == 1)
            // The claim of another machine ends by its time.
            try peers.test(after: 30)
            try claim(nil)
            #expect(try sending.send() == DeliverySending.Pass())
            #expect(try sending.send(isForced: true) == DeliverySending.Pass())
            peers.clock.advance(hours: 1)
            #expect(try sending.send().acknowledged == 1)
            #expect(receiver.all.count == 2)
        }
    }

    @Test("a program that hangs holds its result until its claim ends", arguments: [false, true])
    func hanging(isForced: Bool) throws {
        try with(.hl7) { folder, records in
            let other = try #require(LocalClaims(of: records))
            let first = try claim(other)
            let sending = sending(in: folder)
            #expect(try sending.send(isForced: isForced) == DeliverySending.Pass())
            peers.clock.advance(hours: 1)
            #expect(try sending.send(isForced: isForced).acknowledged == 1)
            other.release(first)
        }
    }

    @Test("a hanging program that ends does not end the claim of the next one")
    func resumed() throws {
        try with(.hl7) { folder, records in
            let hanging = try #require(LocalClaims(of: records))
            let first = try claim(hanging)
            peers.clock.advance(hours: 1)
            let next = try #require(LocalClaims(of: records))
            let second = try claim(next)
            hanging.release(first)
            #expect(try sending(in: folder).send() == DeliverySending.Pass())
            #expect(try sending(in: folder).send(isForced: true) == DeliverySending.Pass())
            next.release(second)
        }
    }

    @Test("a program with an old list does not erase the claim of a killed one")
    func late() throws {
        try with(.hl7) { folder, records in
            let old = try #require(try peers.store.deliveries(DeliveryQuery()).first)
            try claim(LocalClaims(of: records))
            let late = try #require(LocalClaims(of: records))
            let claimed = old.claimed(until: peers.clock.now.milliseconds + 600_000)
            #expect(late.lock(claimed))
            #expect(
                try !peers.store.change(old, to: claimed, noting: nil, by: SampleTest.author))
            late.release(claimed)
            #expect(try sending(in: folder).send().acknowledged == 1)
        }
    }

    @Test("a program that a killed one started has time to end, however old its claim is")
    func orphan() throws {
        try with(.dicom) { folder, records in
            var pauses = DeliverySending.Pauses()
            pauses.orphan = 0.05
            let sending = sending(in: folder, pauses: pauses)
            try claim(LocalClaims(of: records), for: 120)
            #expect(try sending.send() == DeliverySending.Pass())
            Thread.sleep(forTimeInterval: 2 * pauses.orphan)
            #expect(try sending.send().later == 1)
        }
    }

    @Test("the file of the claims is not opened through a link") func link() throws {
        try RecordFolder.with { folder in
            let linked = symlink(folder + "/other", folder + "/a.db-sending")
            #expect(linked == 0)
            #expect(LocalClaims(of: folder + "/a.db") == nil)
            #expect(!FileManager.default.fileExists(atPath: folder + "/other"))
        }
    }

    @Test(
        "root gives the file of the claims to the owner of the records",
        .enabled(if: geteuid() == 0, "only root may give a file away"))
    func owner() throws {
        try RecordFolder.with { folder in
            let records = folder + "/a.db"
            #expect(FileManager.default.createFile(atPath: records, contents: nil))
            let changed = chown(records, 1, 1)
            try #require(changed == 0)
            #expect(LocalClaims(of: records) != nil)
            var status = stat()
            let found = stat(records + "-sending", &status)
            #expect(found == 0 && status.st_uid == 1 && status.st_gid == 1)
        }
    }
}
