internal import Audio
internal import Foundation
internal import Records
internal import Synchronization

/// Meters the level of one device on a thread of its own.
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
