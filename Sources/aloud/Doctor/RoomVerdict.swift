internal import Audio
internal import Foundation
internal import Records

/// Judges what a microphone heard: is there sound, is it clipped, is speech loud enough, and is it
/// loud enough over the room?
///
/// The recogniser brings each stretch of speech to one level, so that the gain of a microphone
/// matters little. What it cannot undo is noise and clipping.
enum RoomVerdict {
    /// Up to this peak, dB, there is no sound at all: one step of 16 bits, 20 log10 (1/32768).
    private static let silencePeak = -90.2
    /// What speech is taken for where none was heard, dB: the nominal level of speech in tests of
    /// speech coders (ITU-T P.800, -26 dBov).
    private static let nominalSpeech = -26.0

    static let levelCheck = "microphone level"
    static let noiseCheck = "room noise"

    static func findings(on room: HeardRoom) -> [Finding] {
        guard let level = room.level else {
            let reason = room.trouble.map { " (\($0))" } ?? ""
            return [
                .error(
                    levelCheck,
                    "the device opened and gave no sound\(reason): unplug it and plug it in again,"
                        + " or choose another: aloud devices lists them")
            ]
        }
        guard level.peak > silencePeak else {
            return [
                .error(
                    levelCheck,
                    "silence: unmute the microphone and turn it up (alsamixer, F4), or choose"
                        + " another: aloud devices lists them", measured: measured(room, level))
            ]
        }
        return [levelFinding(room, level), noiseFinding(room)]
    }

    private static func levelFinding(_ room: HeardRoom, _ level: Level) -> Finding {
        let measured = measured(room, level)
        let peak = "peak \(decibels(level.peak))"
        if let reason = room.trouble {
            return .error(
                levelCheck, "the device went away (\(reason)): see to its plug and cable",
                measured: measured)
        }
        if level.clippedSamples > 0 {
            return .warning(
                levelCheck,
                "clipping (\(level.clippedSamples) samples at full scale): turn the microphone"
                    + " down (alsamixer, F4) or move away from it", measured: measured)
        }
        guard let speech = room.speech else {
            return .warning(
                levelCheck,
                "\(peak), and nothing that stands out as speech: say some letters while it"
                    + " listens; if you did, turn the microphone up (alsamixer, F4) or come nearer",
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
            return .skipped(noiseCheck, "no pause to measure it in; listen longer with --seconds")
        }
        let distance = room.speechOverNoise ?? nominalSpeech - noise
        let words =
            room.speech == nil
            ? "\(decibels(noise)) with nobody speaking"
            : "\(decibels(distance)) under the speech"
        let measured: [JSONValue.Member] = [
            .init("noise", .number(noise, places: 1)),
            .init("speechOverNoise", room.speechOverNoise.map { .number($0, places: 1) } ?? .null),
        ]
        let advice =
            "switch off what hums or talks, close the window, come nearer to the microphone"
        if distance >= LevelAdviceLimits.goodOverNoise {
            return .ok(noiseCheck, words, measured: measured)
        }
        let cost =
            distance >= LevelAdviceLimits.leastOverNoise
            ? "some letters will be asked for again" : "too loud for hearing letters"
        return .warning(noiseCheck, "\(words), \(cost): \(advice)", measured: measured)
    }

    private static func measured(_ room: HeardRoom, _ level: Level) -> [JSONValue.Member] {
        [
            .init("peak", .number(level.peak, places: 1)),
            .init("rms", .number(level.rms, places: 1)),
            .init("speech", room.speech.map { .number($0, places: 1) } ?? .null),
            .init("clippedSamples", .integer(level.clippedSamples)),
            .init("seconds", .number(level.seconds, places: 2)),
            .init("overruns", .integer(room.tally.overruns)),
        ]
    }

    private static func decibels(_ value: Double) -> String { String(format: "%.0f dB", value) }
}
