internal import Audio
package import Records

extension BenchResult {
    /// One object for programs; times in seconds.
    package var json: JSONValue {
        var object: JSONValue = [
            "recordings": .integer(recordings), "sessions": .integer(sessions),
            "synthetic": .bool(isSynthetic), "seconds": .number(speed.sound, places: 3),
            "speechSeconds": .number(speed.speech, places: 3), "ready": .number(ready, places: 3),
        ]
        object.add("readySinceStart", readySinceStart.map { .number($0, places: 3) })
        object.add("peakMemoryBytes", peakBytes.map { .integer($0) })
        object.add("processorSeconds", .number(speed.processor, places: 3))
        object.add("timesRealTime", .number(speed.timesRealTime, places: 3))
        object.add("programProcessorSeconds", .number(processProcessor, places: 3))
        object.add("programTimesRealTime", .number(processTimesRealTime, places: 3))
        object.add("letters", speed.tally.said > 0 ? speed.tally.json : nil)
        object.add("live", live?.json)
        object.add("unread", .integer(speed.failures.count))
        return object
    }
}

extension LiveLatency {
    /// Seconds from the end of a letter to its acceptance, and how many there were.
    fileprivate var json: JSONValue {
        var object: JSONValue = [
            "accepted": .integer(seconds.count), "notAccepted": .integer(notAccepted),
            "different": .integer(different), "added": .integer(added),
        ]
        for (name, share) in [("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("worst", 1)] {
            object.add(name, quantile(share).map { .number($0, places: 3) })
        }
        object.add("busyShare", busyShare.map { .number($0, places: 3) })
        object.add("overruns", .integer(losses.overruns))
        object.add("droppedSeconds", .number(losses.droppedSeconds, places: 3))
        return object
    }
}
