internal import CommandLineKit
internal import Foundation
internal import Records

/// Has the decoder checked by a process of its own.
///
/// Of some damaged files of an acoustic model PocketSphinx 0.8 reads past the end, which crashes the
/// process or goes well by luck. (What it finds itself, it reports, and where it would end the
/// process over that, `CSphinxLog` comes back with the reason.)
struct DecoderTrial {
    let folder: ResourceFolder
    let model: String
    let dictionary: String
    /// The running program.
    let executable: String

    /// The verb's option that makes a process check the decoder alone, as this process cannot:
    /// it must not start another one for that.
    static let option = Option.flag(
        "decoder-only",
        help: "Check the decoder alone, in this process; without it a process of its own does, for"
            + " a damaged acoustic model can end the process that reads it.")

    /// What that process found; nil if it could not be started.
    func findings() -> [Finding]? {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = [
            DoctorCommand.verb.name, "--\(Self.option.name)", "--\(DoctorCommand.json.name)",
            "--\(HearingOptions.grammars.name)", folder.path,
            "--\(HearingOptions.model.name)", model,
            "--\(MapCommand.dictionary.name)", dictionary,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let printed = ((try? output.fileHandleForReading.readToEnd()) ?? nil) ?? Data()
        process.waitUntilExit()
        let lines = printed.split(separator: UInt8(ascii: "\n"))
        let findings = lines.compactMap { Finding(jsonOfDecoder: Data($0)) }
        guard findings.isEmpty else { return findings }
        let end =
            process.terminationReason == .uncaughtSignal
            ? "signal \(process.terminationStatus)" : "status \(process.terminationStatus)"
        return [
            .error(
                HearingCheck.ear,
                "the models in \(model) are damaged: the program ends over them (\(end)); restore"
                    + " them from the release, or name another folder with --model"),
            .skipped(HearingCheck.selfTest, "the models are damaged"),
        ]
    }
}

extension Finding {
    /// Reads back what `json` wrote about the decoder.
    fileprivate init?(jsonOfDecoder line: Data) {
        struct Members: Decodable {
            var check: String
            var status: String
            var message: String
            var milliseconds: Double?
            var right: Int?
            var said: Int?
        }
        guard let read = try? JSONDecoder().decode(Members.self, from: line),
            let status = Status(rawValue: read.status)
        else { return nil }
        self.init(status: status, check: read.check, words: read.message)
        measured += read.milliseconds.map { [.init("milliseconds", .number($0))] } ?? []
        measured += read.right.map { [.init("right", .integer($0))] } ?? []
        measured += read.said.map { [.init("said", .integer($0))] } ?? []
    }
}
