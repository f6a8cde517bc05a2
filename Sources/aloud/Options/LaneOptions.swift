internal import Acuity
internal import Audio
internal import Certificates
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import HTTP
internal import QRPictures
internal import SimulatedPatient
internal import TestPages

/// The options of every verb that shows a test in a browser; they make a `LaneConfiguration`.
enum LaneOptions {
    /// The usual port: 20/20. It is always the same one, because browsers keep the measure of a
    /// screen for an address with its port.
    static let usualPort = 2020

    static let port = Option(
        "port", .whole("number", in: 0...65_535), default: "\(usualPort)",
        help:
            "The port of the pages; 0 picks a free one. With --listen, other devices are"
            + " redirected to the next port, which is encrypted (HTTPS).")
    static let listen = Option<String?>(
        "listen", .text("address"),
        help: "The address of this machine at which other devices reach the pages, such as"
            + " 192.168.1.20, or 0.0.0.0 for all. The pages are then encrypted, and ask for the"
            + " printed code, or for a login if there are accounts. By default only this"
            + " machine can reach them.")
    static let certificate = Option<String?>(
        "certificate", .file,
        help: "With --listen: the certificate of the server in PEM, with any intermediate"
            + " certificates. By default Aloud makes its own authority, and a page shows how to"
            + " trust it.")
    static let key = Option<String?>(
        "key", .file, help: "The key of --certificate in PEM, readable by its owner only.")

    static let proxy = Option<String?>(
        "proxy", .text("address"),
        help:
            "The address, in digits, of a reverse proxy that passes on requests, such as"
            + " 127.0.0.1. Aloud trusts X-Forwarded-For, -Host and -Proto, or Forwarded,"
            + " from this proxy only; it must set them. A page asks for the code or a"
            + " login, as with --listen.")

    static let hasOperator = Option.flag(
        "operator",
        help: "Also print the address of an operator's page, which shows the answers heard, and"
            + " can pause the test or answer for the person.")

    static let choosesStart = Option.flag(
        "choose-start",
        help: "Let the person choose by voice where a chart, near, tumbling-e or landolt starts:"
            + " lines of decreasing size are shown until they say \"stop\" or a number.")

    static let notation = Option<PageNotation>(
        "notation", .choice(), default: PageNotation.automatic.rawValue,
        help: "The notation of acuity on the pages: a fraction in feet or metres, a decimal, or"
            + " the usual one where the language of the page is spoken.")

    static let all: [any OptionDeclaration] = [
        port, listen, certificate, key, proxy, hasOperator, choosesStart, notation,
    ]

    /// The pages of a command line.
    ///
    /// - Parameter usual: the voice if none is named.
    /// - Throws: `Misuse` if the start cannot be chosen by voice.
    static func configuration(
        _ arguments: ParsedArguments, for exam: ExamConfiguration, voice usual: VoiceOptions.Name,
        in environment: CommandEnvironment
    ) throws -> LaneConfiguration {
        let wished = try arguments[choosesStart]
        if wished, !exam.canChooseStart {
            throw Misuse(
                "'--choose-start' is for answers by voice and for a procedure with a start: etdrs,"
                    + " near, tumbling-e, landolt or landolt-8, and not with '--one-metre'.")
        }
        var server = ServerSettings(
            address: try arguments[listen] ?? "127.0.0.1", port: try arguments[port])
        if let text = try arguments[proxy] {
            guard let address = NetworkAddress(text) else {
                throw Misuse(
                    "'\(text)' is not a network address. Give the address of the proxy in digits, such"
                        + " as '--proxy 127.0.0.1'.")
            }
            server.proxy = address.bytes
        }
        let secured = try LaneCertificate(
            for: server, file: try arguments[certificate], key: try arguments[key],
            in: environment)
        server.certificate = secured.certificate
        return LaneConfiguration(
            server: server,
            hasOperator: try arguments[hasOperator], choosesStart: wished,
            guide: try VoiceOptions.guide(arguments, default: usual, in: environment),
            screens: ScreenMeasures.usualFile, program: "Aloud \(aloudVersion)",
            authority: secured.authority,
            notation: try arguments[notation], codePicture: QRPicture.rows)
    }

    /// - Throws: `Misuse` if an option is given that is only for pages.
    static func refuse(_ arguments: ParsedArguments) throws {
        for option in all + VoiceOptions.all(default: .off) where arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' is for '--display web' only.")
        }
    }
}

/// The options of the voice that guides a person through a test.
enum VoiceOptions {
    /// A voice of flite, or none.
    enum Name: String, CaseIterable, Sendable {
        case off, slt, awb, rms, kal16
    }

    static func voice(default name: Name) -> Option<Name> {
        Option(
            "voice", .choice(), default: name.rawValue,
            help: "The voice that guides the person through this machine's loudspeaker: one of"
                + " flite's, or none.")
    }

    static let rate = Option(
        "voice-rate", .number("factor", in: 0.5...2), default: "0.9",
        help: "The rate of the voice; 1 is normal, less is slower.")
    static let volume = Option(
        "volume", .number("part", in: 0...1), default: "0.8",
        help: "The volume of the voice; 1 is the volume of the system.")
    static let speaker = Option<String?>(
        "speaker", .text("name"),
        help: "The loudspeaker by its ALSA name (default: the system's).")

    /// The options, with the voice if none is named.
    static func all(default name: Name) -> [any OptionDeclaration] {
        [voice(default: name), rate, volume, speaker]
    }

    /// The voice and its loudspeaker; nil if there is to be none.
    static func guide(
        _ arguments: ParsedArguments, default usual: Name, in environment: CommandEnvironment
    ) throws -> LaneConfiguration.Guide? {
        let name = try arguments[voice(default: usual)]
        guard let speaking = PatientVoice.Name(rawValue: name.rawValue) else { return nil }
        return LaneConfiguration.Guide(
            voice: environment.instruments.voice(speaking), loudspeaker: try arguments[speaker],
            settings: GuideVoice.Settings(
                rate: try arguments[rate], volume: try arguments[volume]),
            voiceOf: { EspeakVoice(language: $0) })
    }
}

/// The certificate of a lane that other devices reach.
struct LaneCertificate {
    /// The certificate; nil for a lane that only this machine reaches.
    let certificate: ServerCertificate?
    /// The authority of this machine, if it signed the certificate; nil otherwise.
    let authority: LaneAuthority?

    /// The certificate from files, or one by this machine's authority, which is made at the first
    /// use.
    ///
    /// - Throws: `Misuse` if an option has no effect or another is missing; `CertificateError`.
    init(
        for server: ServerSettings, file: String?, key: String?, in environment: CommandEnvironment
    ) throws {
        guard (file == nil) == (key == nil) else {
            throw Misuse("'--certificate' and '--key' belong together; give both.")
        }
        guard !server.isLocal else {
            guard file == nil else {
                throw Misuse("'--certificate' has no effect without '--listen'.")
            }
            (certificate, authority) = (nil, nil)
            return
        }
        let now = environment.date()
        if let file, let key {
            let identity = try ServerIdentity(certificate: file, key: key, now: now)
            let days = identity.daysLeft(at: now)
            if days < Self.soon {
                environment.say(
                    "Warning: The certificate '\(file)' ends in \(days) days. Renew it.")
            }
            certificate = ServerCertificate(
                certificate: identity.certificate, key: identity.key, isForGood: true,
                names: identity.names)
            authority = nil
            return
        }
        let own = try Self.authority(in: environment)
        let names = ["localhost", "127.0.0.1", "::1"] + LocalNames.all + [server.address]
        let identity = try own.identity(
            for: names.filter { !["0.0.0.0", "::"].contains($0) }, now: now)
        let beyond = LocalNames.addresses.filter { !OwnAuthority.covers($0) }
        if !beyond.isEmpty {
            environment.say(
                "Note: \(beyond.joined(separator: ", ")) is a public address, which this machine's"
                    + " authority cannot sign for. Give a certificate with '--certificate' to be"
                    + " reached there.")
        }
        certificate = ServerCertificate(
            certificate: identity.certificate, key: identity.key, isForGood: false)
        authority = LaneAuthority(
            der: own.der, fingerprint: own.fingerprint, machine: LocalNames.hostName)
    }

    /// Days before the end of a certificate at which it is time to renew it.
    static let soon = 30

    /// The folder of the authority; nil if there is no home folder.
    static func folder(_ variables: [String: String]) -> String? {
        RecordPlace.data(variables).map { $0 + "/tls" }
    }

    private static func authority(in environment: CommandEnvironment) throws -> OwnAuthority {
        guard let folder = folder(environment.variables) else {
            throw Misuse(
                "'--listen' keeps its certificate in the home folder, and there is none. Give one"
                    + " with '--certificate' and '--key'.")
        }
        return try OwnAuthority(
            in: folder, machine: LocalNames.hostName, now: environment.date())
    }
}
