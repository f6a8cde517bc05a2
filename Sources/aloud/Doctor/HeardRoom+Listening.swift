internal import Audio
internal import Foundation
internal import Platform

extension HeardRoom {
    /// How much longer than its sound lasts a device may take, seconds: the capture itself gives a
    /// device up after two without sound.
    private static let patienceSeconds = 3.0

    /// Listens to a device for so much sound, and stops it. A device that stays silent is not
    /// waited for.
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
