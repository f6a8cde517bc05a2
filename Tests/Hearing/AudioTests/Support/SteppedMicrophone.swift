import Audio
import Foundation

@testable import ALSACapture

/// A reader of a virtual microphone, with a writer that keeps in step with it: however slow the
/// machine is, no sound goes unheard.
///
/// `@unchecked Sendable`: `taken` and `isStopped` are touched only while `condition` is held; the rest
/// is constant and Sendable.
final class SteppedMicrophone: LiveAudioSource, @unchecked Sendable {
    private let source: any LiveAudioSource
    private let condition = NSCondition()
    private var taken = 0
    private var isStopped = false

    /// Samples that the writer may be ahead: less than the microphone holds.
    private static let ahead = speechRate / 10

    init(_ source: any LiveAudioSource) { self.source = source }

    /// Writes sound on a thread of its own.
    ///
    /// - Parameters:
    ///   - microphone: the one that this reads.
    ///   - piece: samples written at a time.
    func speak(_ sound: [Float], into microphone: VirtualMicrophone, piece: Int = 320) {
        Thread.detachNewThread { [self] in
            var written = 0
            while written < sound.count, waitToWrite(after: written) {
                microphone.write(Array(sound[written..<min(written + piece, sound.count)]))
                written += piece
            }
        }
    }

    /// Waits until the writer is no longer too far ahead; false after a stop.
    private func waitToWrite(after written: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isStopped, written - taken > Self.ahead { condition.wait() }
        return !isStopped
    }

    func next() -> CaptureEvent? {
        let event = source.next()
        if case .sound(let chunk)? = event { note { taken += chunk.samples.count } }
        return event
    }

    func stop() {
        note { isStopped = true }
        source.stop()
    }

    private func note(_ change: () -> Void) {
        condition.lock()
        change()
        condition.broadcast()
        condition.unlock()
    }

    func hasNews(within seconds: Double) -> Bool { source.hasNews(within: seconds) }
    var tally: CaptureTally { source.tally }
}
