internal import Audio
internal import CommandLineKit
package import Exam
internal import Foundation
internal import Platform
internal import Records

/// Opens the microphone and listens to it for some seconds.
package struct MicrophoneCheck {
    /// The name of the device; nil for the default.
    let device: String?
    let seconds: Double
    let environment: CommandEnvironment

    /// Sets each property from the parameter of its name.
    package init(device: String?, seconds: Double, environment: CommandEnvironment) {
        self.device = device
        self.seconds = seconds
        self.environment = environment
    }

    static let name = "microphone"

    /// Adds each finding as soon as it is known, because the person is asked to speak between them.
    package func examine(_ log: inout FindingLog) throws {
        let source: any LiveAudioSource
        do {
            source = try environment.instruments.microphone(device, nil)
        } catch {
            return try log.add(.error(Self.name, advice(on: error)))
        }
        let label = device ?? "the default"
        let format = source.deviceFormat.map { ", \($0)" } ?? ""
        try log.add(
            .ok(
                Self.name, "\(label) opens\(format)",
                measured: MeasuredValues(
                    device: device ?? "default", format: source.deviceFormat)))
        environment.say("Say some letters now: listening for \(words(seconds)) s.")
        let room = HeardRoom.listen(to: source, seconds: seconds, stop: environment.stop)
        guard !environment.stop.isRequested else { return }
        try log.add(RoomVerdict.findings(on: room))
    }

    /// Advice on a microphone that cannot be opened: its name may be wrong, or there is none at
    /// all.
    private func advice(on error: any Error) -> String {
        environment.instruments.adviceWithoutMicrophone(named: device) ?? "\(error)"
    }

    private func words(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

/// Judges the sound of a microphone: its level, clipping, and the noise of the room.
///
/// The gain matters little, because the recogniser normalises the level; noise and clipping matter.
enum RoomVerdict {
    /// The highest peak of silence, dB: one step of 16 bits, 20 log10 (1/32768).
    private static let silencePeak = -90.2
    /// The assumed level of speech if none was heard, dB (ITU-T P.800, -26 dBov).
    private static let nominalSpeech = -26.0

    static let levelCheck = "microphone level"
    static let noiseCheck = "room noise"

    static func findings(on room: HeardRoom) -> [Finding] {
        guard let level = room.level else {
            let reason = room.trouble.map { " (\($0))" } ?? ""
            return [
                .error(
                    levelCheck,
                    "the device opened and gave no sound\(reason): unplug it and plug it in again, or"
                        + " choose another one with 'aloud devices'")
            ]
        }
        guard level.peak > silencePeak else {
            return [
                .error(
                    levelCheck,
                    "silence: unmute the microphone and turn it up (alsamixer, F4), or choose another"
                        + " one with 'aloud devices'", measured: measured(room, level))
            ]
        }
        return [levelFinding(room, level), noiseFinding(room)]
    }

    private static func levelFinding(_ room: HeardRoom, _ level: Level) -> Finding {
        let measured = measured(room, level)
        let peak = "peak \(decibels(level.peak))"
        if let reason = room.trouble {
            return .error(
                levelCheck, "the device was lost (\(reason)): check its plug and cable",
                measured: measured)
        }
        if level.clippedSamples > 0 {
            return .warning(
                levelCheck,
                "clipping (\(level.clippedSamples) samples at full scale): turn the microphone down"
                    + " (alsamixer, F4) or move away from it", measured: measured)
        }
        guard let speech = room.speech else {
            return .warning(
                levelCheck,
                "\(peak), but no speech was heard: say some letters while it listens; if you did, turn"
                    + " the microphone up (alsamixer, F4) or come nearer",
                measured: measured)
        }
        guard level.peak >= LevelAdviceLimits.quietPeak else {
            return .warning(
                levelCheck,
                "\(peak) is too quiet: turn the microphone up (alsamixer, F4) or come nearer",
                measured: measured)
        }
        return .ok(levelCheck, "speech \(decibels(speech)), \(peak)", measured: measured)
    }

    private static func noiseFinding(_ room: HeardRoom) -> Finding {
        guard let noise = room.noise else {
            return .skipped(
                noiseCheck, "there was no pause to measure it in: listen longer with '--seconds'")
        }
        let distance = room.speechOverNoise ?? nominalSpeech - noise
        let words =
            room.speech == nil
            ? "\(decibels(noise)), nobody spoke"
            : "\(decibels(distance)) below the speech"
        let measured = MeasuredValues(
            noise: rounded(noise, places: 1),
            speechOverNoise: rounded(room.speechOverNoise, places: 1))
        let advice =
            "switch off fans and radios, close the window, or come nearer to the microphone"
        if distance >= LevelAdviceLimits.goodOverNoise {
            return .ok(noiseCheck, words, measured: measured)
        }
        let cost =
            distance >= LevelAdviceLimits.leastOverNoise
            ? "some letters will be asked for again" : "too loud to hear letters"
        return .warning(noiseCheck, "\(words), \(cost): \(advice)", measured: measured)
    }

    private static func measured(_ room: HeardRoom, _ level: Level) -> MeasuredValues {
        MeasuredValues(
            peak: rounded(level.peak, places: 1), rms: rounded(level.rms, places: 1),
            speech: rounded(room.speech, places: 1), clippedSamples: level.clippedSamples,
            seconds: rounded(level.seconds, places: 2), overruns: room.tally.overruns)
    }

    private static func decibels(_ value: Double) -> String { String(format: "%.0f dB", value) }
}

/// The levels of speech and noise in a few seconds of a microphone's sound.
struct HeardRoom: Sendable, Equatable {
    /// The level of all sound; nil if there was none.
    var level: Level?
    /// The power of the speech, dB relative to full scale; nil if there was none.
    var speech: Double?
    /// The power of the noise, dB relative to full scale; nil if there was too little.
    var noise: Double?
    /// Counts of lost sound and of faults of the device.
    var tally = CaptureTally()
    /// The reason that the device stopped; nil if it did not.
    var trouble: String?

    /// Signal-to-noise ratio, dB, at least 0; nil without speech.
    ///
    /// The noise is also in the sound of the speech, so its power is subtracted there.
    var speechOverNoise: Double? {
        guard let speech, let noise else { return nil }
        let ratio = pow(10, (speech - noise) / 10) - 1
        return ratio > 1 ? 10 * log10(ratio) : 0
    }

    /// Sound before and after speech that does not count as noise, seconds: its start and its echo.
    private static let margin = 0.1
    /// The shortest sound that noise is measured in, seconds.
    private static let leastNoise = 0.2

    /// Measures sound.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    init(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        var meter = LevelMeter(windowSeconds: Double(samples.count) / Double(speechRate))
        meter.add(samples)
        level = meter.level
        // Sound without pauses, such as a hum, is noise throughout.
        var spoken = Power()
        var between = Power()
        var end = 0.0
        for segment in SpeechSegment.all(in: samples) {
            between.add(samples.between(end, segment.start - Self.margin))
            spoken.add(samples.between(segment.start, segment.end))
            end = segment.end + Self.margin
        }
        between.add(samples.between(end, .infinity))
        speech = spoken.seconds > 0 ? spoken.decibels : nil
        noise = between.seconds >= Self.leastNoise ? between.decibels : nil
    }

    /// The mean power of several pieces of sound.
    private struct Power {
        var squares = 0.0
        var count = 0

        var seconds: Double { Double(count) / Double(speechRate) }
        var decibels: Double { Level.decibels(power: squares / Double(max(1, count))) }

        mutating func add(_ samples: ArraySlice<Float>) {
            squares += samples.reduce(0) { $0 + Double($1) * Double($1) }
            count += samples.count
        }
    }
}

extension [Float] {
    /// The sound between two times, in seconds.
    fileprivate func between(_ start: Double, _ end: Double) -> ArraySlice<Float> {
        let length = Double(count)
        let from = Int(Swift.min(Swift.max(start * Double(speechRate), 0), length))
        let to = Int(Swift.min(Swift.max(end * Double(speechRate), 0), length))
        return from < to ? self[from..<to] : []
    }
}

extension HeardRoom {
    /// The longest delay of a device, seconds.
    private static let patienceSeconds = 3.0

    /// Listens to a device for some seconds, then stops it.
    static func listen(
        to source: any LiveAudioSource, seconds: Double, stop: StopRequest
    ) -> HeardRoom {
        let wanted = Int(seconds * Double(speechRate))
        let deadline = DispatchTime.now() + seconds + patienceSeconds
        DispatchQueue.global().asyncAfter(deadline: deadline) { source.stop() }
        stop.whenRequested { source.stop() }
        var samples: [Float] = []
        var trouble: String?
        listening: while samples.count < wanted, let event = source.next() {
            switch event {
            case .sound(let chunk): samples += chunk.samples
            case .lost(let reason):
                trouble = reason
                break listening
            case .returned, .overrun, .dropped, .unheard: break
            }
        }
        source.stop()
        var room = HeardRoom(Array(samples.prefix(wanted)))
        room.tally = source.tally
        room.trouble = trouble
        return room
    }
}
