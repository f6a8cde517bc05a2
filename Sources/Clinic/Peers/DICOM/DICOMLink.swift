internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore

/// A link to a DICOM archive: C-STORE by DCMTK's storescu.
struct DICOMLink: PeerLink {
    private let peer: Peer
    private let program: DCMTKProgram

    init(_ peer: Peer) throws(PeerFault) {
        self.peer = peer
        program = try DCMTKProgram("storescu", for: peer)
    }

    /// Sends a test. A moved one, and one that was declared a mistake, are set aside until somebody
    /// releases them: the study at the archive is then corrected.
    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        let own = test.deliveries.last { $0.version == test.test.test.version }
        let isReleased = own?.needsCorrection == true
        if test.test.test.state == .voided {
            return isReleased
                ? .acknowledged("corrected at the archive") : .refused(Delivery.voidedAside)
        }
        let outcome = store(test)
        guard Self.leavesObject(test) else { return outcome }
        let moved = Delivery.movedAside
        return switch outcome {
        case .acknowledged: isReleased ? outcome : .refused(moved)
        case .later(let reason, let pause):
            isReleased ? .later("\(moved) \(reason)", after: pause) : outcome
        case .refused(let reason): .refused("\(reason) \(moved)")
        }
    }

    /// Whether the archive may have a former version under another person: the last one that was
    /// acknowledged, or a later one that was stored and set aside, or tried before the move. An
    /// archive merges the studies of a merged number itself.
    private static func leavesObject(_ test: DeliveredTest) -> Bool {
        let former = test.formerDeliveries
        let last = former.lastIndex { $0.state == .acknowledged } ?? 0
        return former[last...].contains { delivery in
            guard let person = delivery.person, person != test.test.test.person,
                delivery.state == .acknowledged
                    || delivery.answer?.hasPrefix(Delivery.movedAside) == true
                    || delivery.state == .replaced && delivery.wasTried
            else { return false }
            let change = test.test.former.last { $0.test.person == person }
            return !(change.map { OrderIntake.isMerge($0.author) } ?? false)
        }
    }

    private func store(_ test: DeliveredTest) -> DeliveryOutcome {
        do throws(PeerRefusal) { _ = try test.test.person.numbered() } catch {
            return .refused(error.reason)
        }
        let object: AcuityObject
        switch AcuityObject.object(of: test.test) {
        case .success(let made): object = made
        case .failure(let left): return .refused("\(left.reason.rawValue).")
        }
        do {
            let folder = try PrivateFolder()
            let file = try folder.file("va.dcm", FileProgram.dicom.made(from: object.dump))
            let (isSuccess, text) = try program.run(["-R"], [file], in: folder)
            return Self.outcome(isSuccess, text)
        } catch let fault as FileProgramFault {
            if case .missing = fault { return .refused("\(fault)") }
            return .later("\(fault)")
        } catch { return .later("\(error)") }
    }

    /// The outcome, by the messages of storescu. The peer has stored an object despite a warning.
    /// "Out of resources" may be temporary (PS3.4, B.2.3).
    static func outcome(_ isSuccess: Bool, _ text: String) -> DeliveryOutcome {
        guard let answer = text.firstMatch(of: #/Received Store Response \(([^)]*)/#)?.1 else {
            let fault = DCMTKProgram.fault(in: text)
            return text.contains("No presentation context") || text.contains("No Acceptable")
                ? .refused("it does not take Visual Acuity Measurements (\(fault)).")
                : .later(fault)
        }
        let words = String(answer)
        if isSuccess || words.hasPrefix("Success") || words.hasPrefix("Warning") {
            return .acknowledged(words)
        }
        return words.contains("OutOfResources") || words.contains("Out of Resources")
            ? .later("It answered \(words).") : .refused("It answered \(words).")
    }

    func check() -> [PeerFinding] { DCMTKProgram.echo(peer) }
}

/// A program of DCMTK that talks to a peer.
struct DCMTKProgram {
    private let program: Program
    private let peer: Peer
    private let host: String
    private let port: Int

    /// Time limit for a run, seconds: chosen.
    private static let patience = 60.0

    /// - Throws: `PeerFault`.
    init(_ name: String, for peer: Peer) throws(PeerFault) {
        (host, port) = try peer.hostAndPort()
        self.peer = peer
        program = try Program.needed(name, of: "dcmtk")
    }

    /// Runs it with the peer's titles, limits and certificates.
    func run(
        _ options: [String], _ files: [String], in folder: PrivateFolder
    ) throws -> (isSuccess: Bool, text: String) {
        let settings = peer.settings
        var words = ["-v"] + options
        words += ["-aet", settings.ownTitle ?? "ALOUD", "-aec", settings.peerTitle ?? "ANY-SCP"]
        words += ["-to", "10", "-ta", "10", "-td", "30"]
        if settings.usesTLS == true {
            if let key = settings.keyFile, let certificate = settings.certificateFile {
                words += ["+tls", key, certificate]
            } else {
                words.append("+tla")
            }
            if let trust = settings.trustFile { words += ["+cf", trust] }
        }
        return try program.messages(
            words + [host, "\(port)"] + files, in: folder, within: Self.patience)
    }

    /// The first fault in messages, without the file and the names in it.
    static func fault(in text: String) -> String {
        let line = text.split(separator: "\n").first { $0.hasPrefix("F: ") || $0.hasPrefix("E: ") }
        return line.map { String($0.dropFirst(3).prefix(200)) } ?? "It did not answer."
    }

    /// Asks a DICOM peer for an echo.
    static func echo(_ peer: Peer) -> [PeerFinding] {
        do {
            let (isSuccess, text) = try DCMTKProgram("echoscu", for: peer)
                .run([], [], in: PrivateFolder())
            let words =
                peer.settings.usesTLS == true
                ? "It answers C-ECHO." : "It answers C-ECHO; the connection is not encrypted."
            return [PeerFinding(isSuccess, isSuccess ? words : fault(in: text))]
        } catch { return [PeerFinding(false, "\(error)")] }
    }
}
