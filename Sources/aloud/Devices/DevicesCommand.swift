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
            Lists what ALSA can capture from, the default first. On a terminal the level of the \
            default follows until Ctrl-C; elsewhere with --level, --device or --seconds, as a \
            line a second. --level alone meters every device, each as far as it can be opened \
            beside the others: a card that the default listens to may be in use then, so name it \
            with --device.

            Levels are in dB relative to full scale, over the last 3 seconds: the peak, the power \
            (rms), and the noise floor between words. 'aloud doctor' tells what is good enough.

            Where there is no device, it says what to do, and the exit status is 1; it is 1, too, \
            if none of the devices to be metered can be opened.
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

    /// A meter for a device; nil, with the reason told, if it cannot be opened.
    private static func meter(
        _ name: String, channel: Int?, asJSON: Bool, in environment: CommandEnvironment
    ) throws -> DeviceMeter? {
        do {
            return DeviceMeter(try environment.instruments.microphone(name, channel), device: name)
        } catch {
            environment.complain("\(error)")
            guard asJSON else { return nil }
            try environment.emit(["device": .string(name), "error": .string("\(error)")])
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
                "device": .string(device.name), "description": .string(device.description),
                "default": .bool(device.isDefault),
            ])
        }
        let mark = device.isDefault ? "* " : "  "
        let note = device.isDefault ? " (taken where none is named)" : ""
        try environment.output.write("\(mark)\(device.name)\(note)\n    \(device.description)\n")
    }
}

extension Instruments {
    /// What to do where there is no microphone at all; nil where a device is named, which may be the wrong
    /// one, and where there are some.
    func adviceWithoutMicrophone(named device: String?) -> String? {
        device == nil && devices().isEmpty ? adviceForNoDevice() : nil
    }
}
