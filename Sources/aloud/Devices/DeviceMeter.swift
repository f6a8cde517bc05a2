internal import Audio
internal import Foundation
internal import Synchronization

/// Listens to one device on a thread of its own and knows its level.
final class DeviceMeter: Sendable {
    /// What peak, rms, noise floor and clipping are told of, seconds: a few letters and their gaps.
    static let windowSeconds = 3.0
    /// What a moving bar shows, seconds: the eye sees about five different pictures in one.
    private static let momentSeconds = 0.2

    private let source: any LiveAudioSource
    private let state: Mutex<MeterReading>

    /// Begins to listen.
    ///
    /// - Parameter device: what the reading calls it.
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

    /// What is known now.
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
