import Audio
import Foundation
import Testing

@testable import ALSACapture

@Suite("The queue between capture thread and reader", .timeLimit(.minutes(1)))
struct CaptureQueueTests {
    /// A tenth of a second that can be told from the others.
    func piece(_ number: Int) -> CaptureEvent {
        .sound(
            AudioChunk(
                samples: [Float](repeating: Float(number), count: 1_600), sampleRate: speechRate))
    }

    @Test("the oldest sound is dropped and reported") func theOldestSoundGoesAndIsTold() {
        let queue = CaptureQueue(capacitySeconds: 1)
        for number in 0..<25 { queue.push(piece(number)) }
        guard case .dropped(let seconds)? = queue.pop() else {
            Issue.record("nothing was told")
            return
        }
        #expect(abs(seconds - 1.5) < 1e-9)
        for number in 15..<25 { #expect(queue.pop() == piece(number)) }
        #expect(abs(queue.tally.droppedSeconds - 1.5) < 1e-9)
        queue.push(piece(99))
        #expect(queue.pop() == piece(99))
    }

    @Test("events are never dropped in favour of sound") func whatHappenedIsNeverDroppedForSound() {
        let queue = CaptureQueue(capacitySeconds: 0.5)
        queue.push(.lost(reason: "gone"))
        queue.push(.returned)
        for number in 0..<20 { queue.push(piece(number)) }
        var told: [CaptureEvent] = []
        for _ in 0..<3 { queue.pop().map { told.append($0) } }
        #expect(told.contains(.lost(reason: "gone")) && told.contains(.returned))
        #expect(queue.tally.losses == 1)
    }

    @Test("consecutive overruns are reported once") func overrunsInARowAreToldOnce() {
        let queue = CaptureQueue(capacitySeconds: 1)
        for count in 1...1_000 { queue.push(.overrun(count: count)) }
        #expect(queue.pop() == .overrun(count: 1_000))
        #expect(queue.tally.overruns == 1_000)
        queue.stop()
        #expect(queue.pop() == nil)
    }

    @Test("a flickering device does not fill the memory")
    func aFlickeringDeviceDoesNotFillTheMemory() {
        let queue = CaptureQueue(capacitySeconds: 1)
        for _ in 0..<CaptureQueueState.mostEvents {
            queue.push(.lost(reason: "gone"))
            queue.push(.returned)
        }
        queue.push(piece(7))
        var waiting = 0
        while queue.pop() != piece(7) { waiting += 1 }
        #expect(waiting < CaptureQueueState.mostEvents)
        #expect(queue.tally.losses == CaptureQueueState.mostEvents)
    }

    @Test("the last state of the device is never dropped", arguments: [0, 1])
    func whetherTheDeviceIsThereIsNeverLost(taken: Int) {
        let queue = CaptureQueue(capacitySeconds: 1e6)
        queue.push(.lost(reason: "gone"))
        var isThere = true
        func take() {
            switch queue.pop() {
            case .lost: isThere = false
            case .returned: isThere = true
            default: break
            }
        }
        for _ in 0..<taken { take() }
        queue.push(.returned)
        queue.push(.lost(reason: "gone"))
        for _ in 0..<CaptureQueueState.mostEvents { queue.push(piece(1)) }
        queue.push(.overrun(count: 1))
        while queue.hasNews(within: 0) { take() }
        #expect(!isThere)
    }

    @Test("a loss between two pieces of sound is never forgotten", arguments: [0, 1])
    func lossBetweenPieces(taken: Int) {
        let queue = CaptureQueue(capacitySeconds: 1e6)
        let sound = CaptureEvent.sound(AudioChunk(samples: [0.5], sampleRate: speechRate))
        queue.push(sound)
        for _ in 0..<taken { _ = queue.pop() }
        for _ in 0..<CaptureQueueState.mostEvents {
            queue.push(.lost(reason: "gone"))
            queue.push(.returned)
            queue.push(sound)
        }
        var (wasSound, joined) = (taken > 0, 0)
        while queue.hasNews(within: 0) {
            let isSound = queue.pop() == sound
            if isSound, wasSound { joined += 1 }
            wasSound = isSound
        }
        #expect(joined == 0 && wasSound)
    }

    @Test("every event passes between threads") func everyEventPassesBetweenThreads() {
        let queue = CaptureQueue(capacitySeconds: 1e6)
        Thread { for number in 0..<5_000 { queue.push(.dropped(seconds: Double(number))) } }.start()
        let got = (0..<5_000).map { _ in queue.pop() }
        #expect(got == (0..<5_000).map { .dropped(seconds: Double($0)) })
    }

    @Test("waiting for news ends at the time limit, at an event, and at a stop")
    func newsAreWaitedForNoLongerThanSaid() {
        let queue = CaptureQueue(capacitySeconds: 1)
        #expect(!queue.hasNews(within: 0.01))
        Thread {
            Thread.sleep(forTimeInterval: 0.05)
            queue.push(.returned)
        }.start()
        #expect(queue.hasNews(within: 600))
        #expect(queue.hasNews(within: 0) && queue.pop() == .returned)
        #expect(!queue.hasNews(within: 0))
        Thread {
            Thread.sleep(forTimeInterval: 0.05)
            queue.stop()
        }.start()
        #expect(queue.hasNews(within: 600) && queue.pop() == nil)
    }

    @Test("stop ends a waiting pop and a sleep") func stopEndsAWaitingPop() {
        let queue = CaptureQueue(capacitySeconds: 1)
        Thread {
            Thread.sleep(forTimeInterval: 0.05)
            queue.stop()
        }.start()
        #expect(queue.pop() == nil)
        queue.push(piece(1))
        #expect(queue.pop() == nil)
        queue.sleep(seconds: 1_000)
    }

    @Test("sound dropped in many small pieces is reported in its place")
    func soundInManySmallPiecesIsToldWhereItGoes() {
        let queue = CaptureQueue(capacitySeconds: 1e6)
        let chunk = AudioChunk(samples: [0.5], sampleRate: speechRate)
        let pushed = CaptureQueueState.mostEvents + 10
        for _ in 0..<pushed { queue.push(.sound(chunk)) }
        guard case .dropped(let seconds)? = queue.pop() else {
            Issue.record("nothing was told")
            return
        }
        #expect(abs(seconds - 10 * chunk.duration) < 1e-9)
        #expect(abs(queue.tally.droppedSeconds - seconds) < 1e-9)
    }
}
