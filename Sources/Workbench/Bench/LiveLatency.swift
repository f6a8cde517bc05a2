package import Acuity
package import Audio
internal import Dialogue
internal import Foundation
package import PhoneticMapping
package import Platform
package import Recognition

/// The delay from the end of a spoken letter to its acceptance, on recordings that are played in
/// real time into a virtual ALSA microphone.
package struct LiveLatency {
    /// The times from the end of each accepted letter to its acceptance, seconds.
    package private(set) var seconds: [Double] = []
    /// Letters that the recordings have and that were not accepted live.
    private(set) var notAccepted = 0
    /// Letters accepted live that were heard as another letter offline.
    package private(set) var different = 0
    /// Letters accepted live where offline none was.
    package private(set) var added = 0
    /// Sound lost on the way: overruns and thrown away for want of a reader.
    package private(set) var losses = CaptureTally()

    /// The parameters as the properties of their names.
    package init(
        seconds: [Double] = [], notAccepted: Int = 0, different: Int = 0, added: Int = 0,
        losses: CaptureTally = CaptureTally()
    ) {
        self.seconds = seconds
        self.notAccepted = notAccepted
        self.different = different
        self.added = added
        self.losses = losses
    }
    /// Processor time of the whole program while it listened, its playing of the sound included,
    /// and how long that was, seconds.
    private var processor = 0.0
    private var listened = 0.0

    /// The share of one core that was busy; nil before anything was listened to.
    var busyShare: Double? { listened > 0 ? processor / listened : nil }

    /// A letter of the recordings: its name and its end.
    package struct Expected: Equatable {
        package var letter: Letter
        package var time: ClosedRange<Double>
    }

    /// Plays the recordings of a session and hears them.
    ///
    /// - Parameters:
    ///   - sounds: the recordings: mono, 16,000 Hz.
    ///   - letters: the letters that each holds.
    package mutating func measure(
        _ sounds: [[Float]], letters: [[Expected]], with listener: LetterListener,
        through loop: SoundLoop, stop: StopRequest
    ) throws {
        let (samples, starts) = Playback.row(sounds)
        listener.forgetSession()
        let voice = VoiceAnswers(source: loop.ear, listener: listener)
        let began = (ContinuousClock.now, ProcessMeter.processorSeconds)
        let playback = Playback(samples, into: loop)
        defer {
            playback.stop()
            listened += (ContinuousClock.now - began.0) / .seconds(1)
            processor += ProcessMeter.processorSeconds - began.1
        }
        var accepted: [(answer: Expected, moment: ContinuousClock.Instant)] = []
        while !stop.isRequested {
            let event = try voice.next(.answers(1))
            let moment = ContinuousClock.now
            if event == .ended { break }
            guard case .utterance(let utterance) = event else { continue }
            accepted += utterance.answers.compactMap { answer in
                Expected(answer).map { ($0, moment) }
            }
        }
        for (start, expected) in zip(starts, letters).flatMap({ start, letters in
            letters.map { (start, $0) }
        }) {
            let from = expected.time.lowerBound + start
            let end = expected.time.upperBound + start
            // Letters cut off by a request to stop do not count.
            guard let written = playback.moment(writing: end),
                playback.moment(writing: end + Playback.gap / 2) != nil
            else { continue }
            if let match = accepted.firstIndex(where: { $0.answer.time.overlaps(from...end) }) {
                let found = accepted.remove(at: match)
                seconds.append((found.moment - written) / .seconds(1))
                if found.answer.letter != expected.letter { different += 1 }
            } else {
                notAccepted += 1
            }
        }
        added += accepted.count
        losses.overruns += loop.ear.tally.overruns
        losses.droppedSeconds += loop.ear.tally.droppedSeconds
    }

    /// The value under which a share of all lies: the nearest rank. Nil where no letter was
    /// accepted.
    package func quantile(_ share: Double) -> Double? {
        Self.quantile(share, of: seconds)
    }

    /// The smallest value that at least a share of all does not exceed.
    package static func quantile(_ share: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let rank = Int((share * Double(values.count)).rounded(.up))
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}

extension LiveLatency.Expected {
    /// The letter of an answer, nil if it was none, or nobody knows where.
    package init?(_ answer: SpokenAnswer) {
        guard case .letter(let letter) = answer.kind, let time = answer.time else { return nil }
        self.init(letter: letter, time: time)
    }
}
