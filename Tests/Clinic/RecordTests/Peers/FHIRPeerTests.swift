import Accounts
import Acuity
import Foundation
import Platform
import RecordStore
import Synchronization
import TestTraits
import Testing

@testable import Peers

@Suite("FHIR servers as peers", .listening, .enabled(if: Program(named: "curl") != nil))
struct FHIRPeerTests {
    private func fhir(_ receiver: WebReceiver) -> (String, Peer.Settings) {
        var settings = Peer.Settings()
        settings.patientSystem = "urn:oid:1.2.3.4"
        settings.orderSystem = "urn:oid:1.2.3.5"
        return ("http://127.0.0.1:\(receiver.port)/fhir", settings)
    }

    /// A bundle of a search with the resources of these identifiers.
    private static func bundle(_ type: String, _ ids: [String]) -> String {
        let entries = ids.map { #"{"resource":{"resourceType":"\#(type)","id":"\#($0)"}}"# }
        let list = entries.joined(separator: ",")
        return #"{"resourceType":"Bundle","type":"searchset","entry":[\#(list)]}"#
    }

    @Test("a push names the patient and the order of the server, and adds no person") func push()
        throws
    {
        let receiver = try WebReceiver { request in
            request.path.contains("/Patient?")
                ? (200, Self.bundle("Patient", ["17"]))
                : request.path.contains("/ServiceRequest?")
                    ? (200, Self.bundle("ServiceRequest", ["18"])) : (200, "{}")
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        var order = Order(peer: "adt")
        order.placer = "A7^EPR"
        try peers.test(order: order)
        #expect(try peers.sending.send().acknowledged == 1)
        let paths = receiver.requests.map(\.path)
        #expect(paths[0] == "/fhir/Patient?identifier=urn%3Aoid%3A1.2.3.4%7C1042")
        #expect(paths[1] == "/fhir/ServiceRequest?identifier=urn%3Aoid%3A1.2.3.5%7CA7")
        let push = try #require(receiver.requests.last)
        #expect(push.method == "POST" && push.path == "/fhir")
        #expect(!push.body.contains(#""resourceType":"Patient""#))
        #expect(!push.body.contains("Müller"))
        #expect(push.body.contains(#""reference":"Patient/17""#))
        #expect(push.body.contains(#""basedOn":[{"reference":"ServiceRequest/18"}]"#))
        #expect(push.body.contains("Observation?identifier="))
    }

    @Test("each eye of a sitting names its own order, and the report all of them")
    func ordersByEye() throws {
        let receiver = try WebReceiver { request in
            (200, request.path.contains("/Patient?") ? Self.bundle("Patient", ["17"]) : "{}")
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        let sitting = RecordID(at: SampleClock.start)
        let eyes: [(Eye, String?)] = [(.right, "R1"), (.left, "L1"), (.both, nil)]
        for (number, (eye, request)) in eyes.enumerated() {
            var sample = try SampleTest(
                eye: eye, person: peers.person.key,
                began: SampleClock.start.adding(minutes: 5 * number), sitting: sitting)
            if let request {
                var order = Order(peer: "ehr")
                order.request = request
                sample.test.circumstances.order = order
            }
            try sample.keep(in: peers.store)
        }
        #expect(try peers.sending.send(isForced: true).acknowledged == 3)
        let push = try BundleCheck(try #require(receiver.requests.last).body)
        func orders(_ resource: [String: Any]?) -> [String] {
            let references = resource?["basedOn"] as? [[String: Any]] ?? []
            return references.compactMap { $0["reference"] as? String }
        }
        let right = "ServiceRequest/R1"
        let left = "ServiceRequest/L1"
        #expect(push.all("Observation").map { orders($0) } == [[right], [left], []])
        #expect(orders(push.first("DiagnosticReport")) == [right, left])
    }

    @Test("no patient, or two, set the result aside", arguments: [0, 2]) func patients(count: Int)
        throws
    {
        let receiver = try WebReceiver { _ in
            (200, Self.bundle("Patient", (0..<count).map { "\($0)" }))
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        try peers.test()
        #expect(try peers.sending.send().refused == 1)
        #expect(receiver.requests.allSatisfy { $0.method == "GET" })
        let answer = try peers.store.deliveries(DeliveryQuery()).first?.answer
        #expect(answer?.contains(count == 0 ? "no patient" : "several patients") == true)
    }

    @Test("one eye of a sitting without a person is sent once it is assigned") func assigned()
        throws
    {
        let receiver = try WebReceiver { request in
            request.method == "GET" ? (200, Self.bundle("Patient", ["17"])) : (200, "{}")
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        let right = try SampleTest(eye: .right)
        let left = try SampleTest(eye: .left, sitting: right.test.sitting)
        for sample in [right, left] { try sample.keep(in: peers.store) }
        #expect(try peers.sending.send().refused == 2)
        var test = try #require(try peers.store.test(right.test.id))
        try test.move(to: peers.person.key, in: peers.store)
        _ = try peers.store.amend(test, by: Author("anna", reason: "found"))
        let pass = try peers.sending.send()
        #expect(pass.acknowledged == 1 && pass.refused == 0)
        let pushes = receiver.requests.filter { $0.method == "POST" }
        #expect(pushes.count == 1)
        #expect(pushes.first?.body.contains(right.test.id.text) == true)
        #expect(pushes.first?.body.contains(left.test.id.text) == false)
    }

    @Test("a failing server is tried again; a refusal is not", arguments: [503, 409, 422, 302])
    func statuses(status: Int) throws {
        let receiver = try WebReceiver { request in
            request.method == "GET" ? (200, Self.bundle("Patient", ["17"])) : (status, "")
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        try peers.test()
        let pass = try peers.sending.send()
        #expect((pass.later, pass.refused) == ([503, 409].contains(status) ? (1, 0) : (0, 1)))
    }

    @Test(
        "a pause that no server can mean is the usual one", arguments: ["nan", "-1e300", "1e300"])
    func pauses(pause: String) throws {
        let receiver = try WebReceiver(header: "Retry-After: \(pause)") { request in
            request.method == "GET" ? (200, Self.bundle("Patient", ["17"])) : (503, "")
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        try peers.test()
        let began = peers.clock.now
        #expect(try peers.sending.send().later == 1)
        // The usual first pause has 4 to 6 s, and each look at the clock passes a second.
        let due = try #require(try peers.store.deliveries(DeliveryQuery()).first).due
        let seconds = (due - began.milliseconds) / 1_000
        #expect((4...60).contains(seconds), "\(seconds) s")
    }

    @Test("an endless answer neither exhausts memory nor loses the test") func endless() throws {
        let receiver = try WebReceiver { _ in
            (200, String(repeating: "a", count: 6 << 20))
        }
        let peers = try SamplePeers()
        let (address, settings) = fhir(receiver)
        try peers.add("ehr", .fhir, address, settings)
        try peers.test()
        #expect(try peers.sending.send().later == 1)
        let answer = try peers.store.deliveries(DeliveryQuery()).first?.answer
        #expect(answer?.contains("more than") == true)
    }

    /// The entry of a bundle for the patient with the number of the sample's person.
    private static let patient =
        #"{"resource":{"resourceType":"Patient","id":"17","#
        + #""identifier":[{"system":"urn:oid:1.2.3.4","value":"1042"}]}}"#

    /// The outcome of fetching the orders of a server into new records.
    private func fetched(
        from receiver: WebReceiver
    ) throws -> (taken: Int, refused: [String], peers: SamplePeers) {
        let peers = try SamplePeers()
        var (address, settings) = fhir(receiver)
        settings.orderCode = "va"
        try peers.add("ehr", .fhir, address, settings)
        let peer = try #require(try peers.store.peers().first)
        let fetching = OrderFetching(
            into: peers.store, by: SampleTest.author, now: { SampleClock.start }, say: { _ in })
        let (taken, refused) = try fetching.fetch(from: peer)
        return (taken, refused, peers)
    }

    @Test("orders of FHIR come from all pages, on their days at the clinic") func orders() throws {
        let port = Mutex(0)
        let receiver = try WebReceiver { request in
            func entry(_ id: String, _ occurrence: String) -> String {
                #"{"resource":{"resourceType":"ServiceRequest","id":"\#(id)","#
                    + #""subject":{"reference":"Patient/17"},\#(occurrence)}}"#
            }
            func bundle(_ entries: [String], link: String) -> String {
                #"{"resourceType":"Bundle","link":[\#(link)],"entry":"#
                    + "[\(entries.joined(separator: ","))]}"
            }
            if request.path.contains("page=2") {
                let period = #""occurrencePeriod":{"start":"2026-01-30","end":"2026-02-02"}"#
                return (200, bundle([entry("now", period)], link: ""))
            }
            let next = "http://127.0.0.1:\(port.withLock { $0 })/fhir?page=2"
            return (
                200,
                bundle(
                    [
                        Self.patient, entry("night", #""occurrenceDateTime":"2026-01-30T23:30Z""#),
                        entry("later", #""occurrencePeriod":{"start":"2026-02-02"}"#),
                        entry("over", #""occurrencePeriod":{"end":"2026-01-29"}"#),
                    ], link: #"{"relation":"next","url":"\#(next)"}"#)
            )
        }
        port.withLock { $0 = receiver.port }
        let (taken, _, peers) = try fetched(from: receiver)
        #expect(taken == 3)
        let people = try peers.store.expectedPeople(on: SampleClock.start.day)
        #expect(people.map { $0.orders.map(\.request) } == [["night", "now"]])
        #expect(people.first?.time == "00:30")
        #expect(try peers.store.setting("orderBook")?.contains("2026-02-02") == true)
    }

    @Test("orders stay if further pages have another address or no end")
    func furtherPages() throws {
        /// Fetches from a server that has these pages, each with this link to the next one.
        func fetched(_ link: String, of pages: Int) throws -> (orders: Int, refused: [String]) {
            let sent = Mutex(0)
            let receiver = try WebReceiver { _ in
                let page = sent.withLock { count in
                    count += 1
                    return count
                }
                let order =
                    #"{"resource":{"resourceType":"ServiceRequest","id":"o\#(page)","#
                    + #""subject":{"reference":"Patient/17"}}}"#
                let next = page < pages ? #"{"relation":"next","url":"\#(link)"}"# : ""
                return (
                    200,
                    #"{"resourceType":"Bundle","link":[\#(next)],"entry":"#
                        + "[\(Self.patient),\(order)]}"
                )
            }
            let (taken, refused, peers) = try self.fetched(from: receiver)
            let people = try peers.store.expectedPeople(on: SampleClock.start.day)
            #expect(people.first?.orders.count == taken && receiver.requests.count == taken)
            return (taken, refused)
        }
        for link in ["?page=2", "/fhir/ServiceRequest?page=2"] {
            let (orders, refused) = try fetched(link, of: 3)
            #expect(orders == 3 && refused == [])
        }
        for link in ["http://ehr.internal/fhir?page=2", "//127.0.0.1:9/fhir?page=2"] {
            let (orders, refused) = try fetched(link, of: 3)
            #expect(orders == 1 && refused.first?.contains("another address") == true)
        }
        let (orders, refused) = try fetched("?page=2", of: 30)
        #expect(orders == 25 && refused.first?.contains("more than 25 pages") == true)
    }

    @Test("orders find their patient by address; those without one of the clinic are counted")
    func leftOut() throws {
        let port = Mutex(0)
        let receiver = try WebReceiver { _ in
            let subjects = [
                "http://127.0.0.1:\(port.withLock { $0 })/fhir/Patient/17",
                "Patient/17/_history/2", "https://other.example/fhir/Patient/17", "Patient/18",
            ]
            let orders = subjects.enumerated().map { number, subject in
                #"{"resource":{"resourceType":"ServiceRequest","id":"o\#(number)","#
                    + #""subject":{"reference":"\#(subject)"}}}"#
            }
            let stranger = #"{"resource":{"resourceType":"Patient","id":"18"}}"#
            let entries = ([Self.patient, stranger] + orders).joined(separator: ",")
            return (200, #"{"resourceType":"Bundle","entry":[\#(entries)]}"#)
        }
        port.withLock { $0 = receiver.port }
        let (taken, refused, peers) = try fetched(from: receiver)
        #expect(taken == 2 && refused.count == 1)
        #expect(refused.first?.hasPrefix("2 orders left out") == true)
        let people = try peers.store.expectedPeople(on: SampleClock.start.day)
        #expect(people.map { $0.orders.map(\.request) } == [["o0", "o1"]])
    }

    @Test("orders that are left out hide no later trouble with the server") func troubles() throws {
        let isDown = Mutex(false)
        let receiver = try WebReceiver { _ in
            guard !isDown.withLock({ $0 }) else { return (500, "{}") }
            let order = #"{"resource":{"resourceType":"ServiceRequest","id":"o1"}}"#
            return (200, #"{"resourceType":"Bundle","entry":[\#(order)]}"#)
        }
        let peers = try SamplePeers()
        var (address, settings) = fhir(receiver)
        settings.orderCode = "va"
        try peers.add("ehr", .fhir, address, settings)
        let said = Mutex<[String]>([])
        let fetching = OrderFetching(
            into: peers.store, by: SampleTest.author, now: { SampleClock.start },
            say: { words in said.withLock { $0.append(words) } })
        for down in [false, false, true, true, false, true] {
            isDown.withLock { $0 = down }
            fetching.pass()
        }
        let isLeftOut = said.withLock { $0 }.map { $0.contains("1 order left out") }
        #expect(isLeftOut == [true, false, false])
    }

    @Test("a client signs in by SMART, and again when its token has ended") func smart() throws {
        try RecordFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let key = folder + "/key.pem"
            let openssl = try #require(Program(named: "openssl"))
            #expect(
                try openssl.run(
                    ["ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", key], within: 20
                ).isSuccess)
            let tokens = Mutex(0)
            let port = Mutex(0)
            let receiver = try WebReceiver { request in
                let base = "http://127.0.0.1:\(port.withLock { $0 })"
                if request.path.hasSuffix("smart-configuration") {
                    return (200, #"{"token_endpoint":"\#(base)/token"}"#)
                }
                if request.path == "/token" {
                    let number = tokens.withLock { count in
                        count += 1
                        return count
                    }
                    // Some servers give an end that no clock can hold.
                    return (200, #"{"access_token":"t\#(number)","expires_in":1e300}"#)
                }
                guard request.authorization == "Bearer t2" else { return (401, "") }
                return (200, Self.bundle("Patient", ["17"]))
            }
            port.withLock { $0 = receiver.port }
            var (address, settings) = fhir(receiver)
            settings.user = "aloud"
            settings.keyFile = key
            let peers = try SamplePeers()
            try peers.add("ehr", .fhir, address, settings)
            try peers.test()
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(tokens.withLock { $0 } == 2)
            let form = try #require(receiver.requests.first { $0.path == "/token" }).body
            let assertion = try #require(
                form.split(separator: "&").first { $0.hasPrefix("client_assertion=") })
            let parts = assertion.dropFirst(17).split(separator: ".").map(String.init)
            #expect(parts.count == 3)
            func bytes(_ part: String) -> Data {
                var text = part.replacing("-", with: "+").replacing("_", with: "/")
                while text.utf8.count % 4 != 0 { text += "=" }
                return Data(base64Encoded: text) ?? Data()
            }
            #expect(String(decoding: bytes(parts[0]), as: UTF8.self).contains("ES384"))
            #expect(String(decoding: bytes(parts[1]), as: UTF8.self).contains(#""aud""#))
            #expect(bytes(parts[2]).count == 96)
            // openssl checks the signature, as DER.
            func number(_ bytes: Data) -> [UInt8] {
                var digits = Array(bytes.drop { $0 == 0 })
                if digits[0] & 0x80 != 0 { digits = [0] + digits }
                return [2, UInt8(digits.count)] + digits
            }
            let both = number(bytes(parts[2]).prefix(48)) + number(bytes(parts[2]).suffix(48))
            try Data([0x30, UInt8(both.count)] + both).write(
                to: URL(filePath: folder + "/signature"))
            try Data("\(parts[0]).\(parts[1])".utf8).write(to: URL(filePath: folder + "/signed"))
            #expect(
                try openssl.run(
                    [
                        "dgst", "-sha384", "-prverify", key, "-signature", folder + "/signature",
                        folder + "/signed",
                    ], within: 20
                ).isSuccess)
        }
    }
}
