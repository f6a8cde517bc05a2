internal import Audio
internal import Records

/// What a meter knows of a device at one moment.
struct MeterReading: Sendable, Equatable {
    /// The device's name.
    var device: String
    /// The level over the last `DeviceMeter.windowSeconds`; nil before there was sound.
    var level: Level?
    /// The level over the last `DeviceMeter.momentSeconds`, for the eye.
    var moment: Level?
    /// Seconds of sound that were heard.
    var seconds = 0.0
    /// What sound was lost.
    var tally = CaptureTally()
    /// Why nothing is heard, for a person; nil while all is well.
    var trouble: String?

    init(device: String) { self.device = device }

    /// One object of `aloud devices --json`; levels in dB relative to full scale, or null.
    var json: JSONValue {
        var object: JSONValue = ["device": .string(device), "time": .number(seconds, places: 2)]
        if let level {
            object.add("peak", .number(level.peak, places: 1))
            object.add("rms", .number(level.rms, places: 1))
            object.add("noiseFloor", level.noiseFloor.map { .number($0, places: 1) } ?? .null)
            object.add("clippedSamples", .integer(level.clippedSamples))
        }
        object.add("overruns", .integer(tally.overruns))
        object.add("error", trouble.map(JSONValue.string))
        return object
    }
}
