import Accounts
import Acuity
import Contrast
import Foundation
import Glibc
import Peers
import Platform
import RecordStore
import Records
import Synchronization

/// Peers for tests, and a store with a person and a clock.
struct SamplePeers {
    let kept: TemporaryStore
    let clock = SampleClock()
    var store: any RecordKeeping { kept.records }
    let person: Person

    /// - Parameter number: the clinic's number of the person.
    init(number: String? = "1042") throws {
        let clock = clock
        kept = try TemporaryStore(now: { clock.now })
        person = try kept.records.save(
            Person(
                key: RecordID(at: SampleClock.start), id: number, name: "Müller, Anna",
                birthDate: CalendarDay("1957-08-23")), by: SampleTest.author)
    }

    static let before = Moment(milliseconds: SampleClock.start.milliseconds - 60_000)

    func add(
        _ name: String, _ kind: Peer.Kind, _ address: String, _ settings: Peer.Settings = .init()
    ) throws {
        try store.changePeers(by: SampleTest.author) {
            $0.append(
                Peer(
                    name: name, kind: kind, address: address, since: Self.before,
                    settings: settings))
        }
    }

    /// Keeps a finished test of the person.
    @discardableResult
    func test(order: Order? = nil, after minutes: Int = 0, lines: Int = 5) throws -> RecordID {
        var sample = try SampleTest(
            lines: lines, person: person.key, began: SampleClock.start.adding(minutes: minutes))
        sample.test.circumstances.order = order
        sample.test.circumstances.correction = Correction.none
        try sample.keep(in: store)
        return sample.test.id
    }

    /// Keeps a finished test of contrast of the person: logCS 1.50, 1.40 to 1.60, or worse than the
    /// darkest letters. A low-contrast chart has no count, because letters stayed open.
    @discardableResult
    func contrastTest(
        _ choice: ProcedureChoice = .contrast, worseThan darkest: LogCS? = nil
    ) throws -> RecordID {
        var sample = try SampleTest(person: person.key, began: SampleClock.start)
        var setup = TestSetup(
            eye: .right, distance: choice.usualDistance, procedure: choice.rawValue,
            isCalibrated: true)
        setup.contrast = ContrastSetup(
            screen: ScreenGrey(
                gamma: 2.2, deviation: 0.03, ground: 220, step: 1, luminance: nil,
                time: 1_790_000_000), letters: choice.lowContrast?.contrast)
        sample.result = TestRecord(
            setup: setup, score: ChartReading(chart: Chart(.one)).score, lettersAskedAgain: 0,
            duration: .seconds(60), end: .finished(.allLettersShown))
        sample.result.contrast =
            choice.lowContrast == nil
            ? ContrastResult(
                quantity: .sensitivity, logCS: darkest == nil ? LogCS(1.5) : nil,
                worseThan: darkest, interval95: darkest == nil ? LogCS(1.4)...LogCS(1.6) : nil,
                letters: 30)
            : ContrastResult(
                quantity: .lowContrastAcuity, logCS: nil, interval95: nil, letters: 30)
        sample.test = StoredTest(
            id: sample.test.id, person: person.key, sitting: sample.test.sitting,
            began: sample.test.began, circumstances: sample.test.circumstances,
            record: .empty(setup))
        sample.events = []
        try sample.keep(in: store)
        return sample.test.id
    }

    var sending: DeliverySending {
        let clock = clock
        return DeliverySending(
            from: store, by: SampleTest.author, now: { clock.now }, say: { _ in })
    }

    /// The states of all deliveries, in their order.
    var states: [Delivery.State] {
        get throws { try store.deliveries(DeliveryQuery()).map(\.state) }
    }

    /// Settings of HL7.
    static var hl7: Peer.Settings {
        var settings = Peer.Settings()
        settings.patientSystem = "HOSPITAL"
        settings.receiver = "EPR^HOSPITAL"
        return settings
    }
}

/// A receiver of HL7 over MLLP that keeps what it took, once for each control identifier.
final class ResultReceiver: Sendable {
    private let state = Mutex<(answers: [String], taken: [String: HL7Message], all: [HL7Message])>(
        ([], [:], []))

    /// - Parameter answers: the first answers; AA after them. "-" closes without an answer.
    init(_ answers: [String] = []) { state.withLock { $0.answers = answers } }

    var port: HL7Port {
        get throws {
            try HL7Port(host: "127.0.0.1", port: 0) { [self] in answer($0) }
        }
    }

    /// The messages that were acknowledged, each once.
    var taken: [HL7Message] { state.withLock { Array($0.taken.values) } }
    /// All messages, in order.
    var all: [HL7Message] { state.withLock { $0.all } }

    private func answer(_ bytes: [UInt8]) -> [UInt8] {
        guard let message = HL7Message(String(decoding: bytes, as: UTF8.self)) else { return [] }
        let control = message.field("MSH", 10)
        let code = state.withLock { state in
            state.all.append(message)
            let code = state.answers.isEmpty ? "AA" : state.answers.removeFirst()
            if code == "AA" { state.taken[control] = message }
            return code
        }
        if code == "garbage" { return Array("no message".utf8) }
        return Array(
            "MSH|^~\\&|EPR|HOSPITAL|ALOUD||20260131||ACK|1|P|2.5.1\rMSA|\(code)|\(control)\r".utf8)
    }
}
