public import Audio
internal import Foundation
internal import Synchronization

/// The sound of a room on its way into a microphone, at the pace of time, by a thread of its own.
public final class RoomSound: Sendable {
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Lets the room be heard until `stop`.
    ///
    /// - Parameter sink: closed after the last sound.
    public init(
        of room: Room, into sink: any SoundSink, clock: any WaitingClock = SteadyClock()
    ) {
        let thread = Thread { [self] in
            let paced = PacedSource(room, clock: clock)
            while !isOver.load(ordering: .acquiring), let chunk = try? paced.read() {
                sink.write(chunk.samples)
            }
            sink.close()
            ended.signal()
        }
        thread.name = "aloud room"
        thread.start()
    }

    /// Ends the sound and waits until the sink is closed. Call it once.
    public func stop() {
        isOver.store(true, ordering: .releasing)
        ended.wait()
    }
}
