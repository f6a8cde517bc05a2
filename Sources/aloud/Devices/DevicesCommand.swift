internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Platform
internal import Records

/// `aloud devices`: the microphones, and how loud they are.
enum DevicesCommand: Command {
    static let level = Option.flag(
        "level", help: "Show a live level meter for every device, even without a terminal.")
    static let device = Option<String?>(
        "device", .text("name"), help: "Show the level of this device alone, such as hw:1.")
    static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Show the level of this channel alone, counted from 1; needs --device.")
    static let seconds = Option<Double?>(
        "seconds", .number("seconds", in: 0.1...86_400),
        help: "End the level meter after this time.")
    static let json = Option.flag("json", help: "Print JSON Lines.")

    static let verb = Verb(
        "devices", summary: "List microphones, with a live level meter.",
        discussion: """
            Lists the capture devices of ALSA, the default first. On a terminal it then meters the \
            default until Ctrl-C; elsewhere it meters with --level, --device or --seconds, in a line \
            a second. --level meters all devices at once. A card that the default uses may be busy \
            then: meter it alone with --device.

            Levels are in dB relative to full scale, over the last 3 seconds: the peak, the power \
            (rms), and the noise floor between words. 'aloud doctor' judges them.

            If there is no device, or none that can be opened, the exit status is 1.
            """,
        options: [level, device, channel, seconds, json], stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let named = try arguments[device]
        guard named != nil || !arguments.wasGiven(channel) else {
            throw Misuse("'--channel' is for one device; name it with '--device'.")
        }
        let printsJSON = try arguments[json]
        var devices: [ListedDevice] = []
        if named == nil {
            devices = environment.instruments.devices()
            guard !devices.isEmpty else {
                environment.say("No microphone. " + environment.instruments.adviceForNoDevice())
                return .failure
            }
            for device in devices { try list(device, asJSON: printsJSON, in: environment) }
        }
        let isOnTerminal = environment.outputTerminal.isTerminal && !printsJSON
        let isAsked =
            try arguments[level] || named != nil || arguments.wasGiven(seconds) || isOnTerminal
        guard isAsked, !environment.stop.isRequested else { return .success }
        let names = try named.map { [$0] } ?? metered(devices, all: try arguments[level])
        let heard = try arguments[channel]
        let meters = try names.compactMap {
            try meter($0, channel: heard, asJSON: printsJSON, in: environment)
        }
        guard !meters.isEmpty else { return .failure }
        let hasCursor = isOnTerminal && environment.variables["TERM"] != "dumb"
        let display = MeterDisplay(
            style: printsJSON ? .json : hasCursor ? .bars : .lines, environment: environment,
            clock: SteadyClock())
        try display.show(meters, seconds: try arguments[seconds])
        return .success
    }

    /// A meter for a device; nil, after an error message, if it cannot be opened.
    private static func meter(
        _ name: String, channel: Int?, asJSON: Bool, in environment: CommandEnvironment
    ) throws -> DeviceMeter? {
        do {
            return DeviceMeter(try environment.instruments.microphone(name, channel), device: name)
        } catch {
            environment.complain("\(error)")
            guard asJSON else { return nil }
            try environment.emit(["device": name, "error": "\(error)"])
            return nil
        }
    }

    /// All devices, or the default: the one that is marked, else the first.
    private static func metered(_ devices: [ListedDevice], all: Bool) -> [String] {
        if all { return devices.map(\.name) }
        let usual = devices.first { $0.isDefault } ?? devices.first
        return usual.map { [$0.name] } ?? []
    }

    private static func list(
        _ device: ListedDevice, asJSON: Bool, in environment: CommandEnvironment
    ) throws {
        guard !asJSON else {
            return try environment.emit([
                "device": device.name, "description": device.description,
                "default": device.isDefault,
            ])
        }
        let mark = device.isDefault ? "* " : "  "
        let note = device.isDefault ? " (used if none is named)" : ""
        try environment.output.write("\(mark)\(device.name)\(note)\n    \(device.description)\n")
    }
}

extension Instruments {
    /// The advice where there is no microphone at all; nil if there is one, or if a device was
    /// named, which may be the wrong one.
    func adviceWithoutMicrophone(named device: String?) -> String? {
        device == nil && devices().isEmpty ? adviceForNoDevice() : nil
    }
}
