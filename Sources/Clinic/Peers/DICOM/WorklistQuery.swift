internal import Foundation
internal import Platform
internal import RecordStore

/// A question to a DICOM modality worklist (PS3.4, K.6.1.2), by DCMTK's findscu.
struct WorklistQuery {
    let peer: Peer

    /// Maximum number of orders that are read.
    private static let most = 500

    /// The orders of a day.
    ///
    /// - Throws: `PeerFault`, `WorklistFault`, or a fault of a program.
    func orders(on day: CalendarDay) throws -> [ReceivedOrder] {
        let folder = try PrivateFolder()
        let dump = try folder.file("q.dump", keys(on: day).utf8)
        let query = folder.path + "/q.dcm"
        let maker = try Program.needed("dump2dcm", of: "dcmtk")
        // -g accepts keys without a value.
        let made = try maker.messages(["--quiet", "-g", dump, query], in: folder, within: 30)
        guard made.isSuccess else { throw WorklistFault(reason: "The query cannot be made.") }
        let (isSuccess, text) = try DCMTKProgram("findscu", for: peer)
            .run(["-W", "-X"], [query], in: folder)
        guard isSuccess, !text.contains("\nE: "), !text.contains("\nF: ") else {
            throw WorklistFault(reason: DCMTKProgram.fault(in: text))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("rsp") }.sorted().prefix(Self.most)
        return try files.compactMap { try order(in: folder.path + "/" + $0, folder) }
    }

    private func keys(on day: CalendarDay) -> String {
        let date = day.description.replacing("-", with: "")
        let modality = peer.settings.modality ?? "VA"
        return """
            (0008,0005) CS [ISO_IR 192]
            (0008,0050) SH
            (0008,0090) PN
            (0010,0010) PN
            (0010,0020) LO
            (0010,0030) DA
            (0020,000d) UI
            (0032,1060) LO
            (0040,1001) SH
            (0040,0100) SQ
            (fffe,e000) na
            (0040,0001) AE
            (0040,0002) DA [\(date)]
            (0040,0003) TM
            (0008,0060) CS [\(modality)]
            (0040,0007) LO
            (0040,0009) SH
            (fffe,e00d) na
            (fffe,e0dd) na

            """
    }

    /// The order in a response; nil if the response has no number of the person.
    private func order(in file: String, _ folder: PrivateFolder) throws -> ReceivedOrder? {
        let plain = file + "-utf8"
        let converter = try Program.needed("dcmconv", of: "dcmtk")
        let isUTF8 = try converter.run(
            ["+U8", file, plain], within: 10, mostBytes: 1 << 16
        ).isSuccess
        let end = try Program.needed("dcm2json", of: "dcmtk").run(
            [isUTF8 ? plain : file], within: 10, mostBytes: 1 << 20)
        guard end.isSuccess,
            let json = try? JSONSerialization.jsonObject(with: Data(end.output))
                as? [String: Any]
        else { throw WorklistFault(reason: "An answer of the worklist cannot be read.") }
        let step = (Self.value(json, "00400100") as? [String: Any]) ?? [:]
        guard let number = Self.text(json, "00100020") else { return nil }
        var order = Order(peer: peer.name)
        order.accession = Self.text(json, "00080050")
        order.study = Self.text(json, "0020000D")
        order.procedure = Self.text(json, "00401001")
        order.physician = Self.name(json, "00080090")
        order.step = Self.text(step, "00400009")
        order.stepDescription = Self.text(step, "00400007") ?? Self.text(json, "00321060")
        let name = Self.name(json, "00100010")?.split(
            separator: "^", omittingEmptySubsequences: false
        ).map(String.init)
        return ReceivedOrder(
            person: PersonEntry(
                id: number, name: name.flatMap(ReceivedOrder.name),
                birthDate: Self.text(json, "00100030").flatMap { ReceivedOrder.day($0) }),
            day: Self.text(step, "00400002").flatMap { ReceivedOrder.day($0) },
            time: Self.text(step, "00400003").flatMap { ReceivedOrder.time($0) }, order: order)
    }

    private static func value(_ json: [String: Any], _ tag: String) -> Any? {
        ((json[tag] as? [String: Any])?["Value"] as? [Any])?.first
    }

    /// A text of at most 200 characters; nil for none.
    private static func text(_ json: [String: Any], _ tag: String) -> String? {
        guard let text = value(json, tag) as? String else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty || trimmed.count > 200 ? nil : trimmed
    }

    private static func name(_ json: [String: Any], _ tag: String) -> String? {
        (value(json, tag) as? [String: Any])?["Alphabetic"] as? String
    }
}

/// A worklist gives no orders.
struct WorklistFault: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
