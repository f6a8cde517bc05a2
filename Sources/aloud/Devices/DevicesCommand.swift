internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import Records
internal import Synchronization

/// `aloud devices`: the microphones, and how loud they are.
enum DevicesCommand: Command {
    static let level = Option.flag(
        "level", help: "Show a live level meter for every device, even without a terminal.")
    static let device = Option<String?>(
        "device", .text("name"), help: "Show the level of this device only, such as hw:1.")
    static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Show the level of this channel only, counted from 1; needs --device.")
    static let seconds = Option<Double?>(
        "seconds", .number("seconds", in: 0.1...86_400),
        help: "End the level meter after this time.")
    static let json = Option.flag("json", help: "Print JSON Lines.")

    static let verb = Verb(
        "devices", summary: "List microphones, with a live level meter.",
        discussion: """
            Lists the capture devices of ALSA, the default first. On a terminal it then meters the \
            default until Ctrl-C. Elsewhere it meters only with --level, --device or --seconds, \
            and prints a line a second. --level meters all devices at once. A card that the \
            default uses may then be busy: meter it by itself with --device.

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
        let hasCursor = isOnTerminal && environment.outputTerminal.hasColor
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

    /// All devices, or the default: the marked one, otherwise the first.
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

/// Meters the level of one device on its own thread.
final class DeviceMeter: Sendable {
    /// The window of peak, rms, noise floor and clipping, seconds: a few letters and their gaps.
    static let windowSeconds = 3.0
    /// The window of a moving bar, seconds.
    private static let momentSeconds = 0.2

    private let source: any LiveAudioSource
    private let state: Mutex<MeterReading>

    /// Begins to listen.
    ///
    /// - Parameter device: its name in the reading.
    init(_ source: any LiveAudioSource, device: String) {
        self.source = source
        state = Mutex(MeterReading(device: device))
        let thread = Thread { [weak self] in
            var meter = LevelMeter(windowSeconds: Self.windowSeconds)
            var moment = LevelMeter(windowSeconds: Self.momentSeconds)
            while let event = source.next() {
                if case .sound(let chunk) = event {
                    meter.add(chunk.samples)
                    moment.add(chunk.samples)
                }
                guard let self else { break }
                self.take(event, meter.level, moment.level, source.tally)
            }
        }
        thread.name = "aloud meter"
        thread.start()
    }

    deinit { source.stop() }

    /// The latest reading.
    var reading: MeterReading { state.withLock { $0 } }

    /// Ends the listening.
    func stop() { source.stop() }

    private func take(
        _ event: CaptureEvent, _ level: Level?, _ moment: Level?, _ tally: CaptureTally
    ) {
        state.withLock { reading in
            reading.tally = tally
            switch event {
            case .sound(let chunk):
                reading.seconds += chunk.duration
                reading.level = level
                reading.moment = moment
                reading.trouble = nil
            case .lost(let reason): reading.trouble = reason
            case .returned: reading.trouble = nil
            case .overrun, .dropped, .unheard: break
            }
        }
    }
}

/// The reading of a meter at one moment.
struct MeterReading: Sendable, Equatable {
    /// The device's name.
    var device: String
    /// The level over the last `DeviceMeter.windowSeconds`; nil before there was sound.
    var level: Level?
    /// The level over the last `DeviceMeter.momentSeconds`, for the eye.
    var moment: Level?
    /// Seconds of sound so far.
    var seconds = 0.0
    /// The sound that was lost.
    var tally = CaptureTally()
    /// The reason that nothing is heard, in words for a person; nil if all is well.
    var trouble: String?

    init(device: String) { self.device = device }

    /// One object of `aloud devices --json`; levels in dB relative to full scale, or null.
    var json: JSONObject {
        var object: JSONObject = [
            "device": device, "time": rounded(seconds, places: 2), "overruns": tally.overruns,
            "error": trouble,
        ]
        if let level {
            object.add([
                "peak": orNull(rounded(level.peak, places: 1)),
                "rms": orNull(rounded(level.rms, places: 1)),
                "noiseFloor": orNull(rounded(level.noiseFloor, places: 1)),
                "clippedSamples": level.clippedSamples,
            ])
        }
        return object
    }
}
