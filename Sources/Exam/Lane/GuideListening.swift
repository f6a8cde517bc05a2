internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import PhoneticMapping
internal import Platform
internal import TestPages

/// Attends to the setup guide of a page: says the instruction of each step, and listens for the word
/// to go on.
///
/// If the microphone cannot be opened or a model cannot be read, only the buttons of the page work.
struct GuideListening {
    private let lane: WebLane
    private let room: ExamRoom
    private var answers: SettingAnswers?
    private var stop: StopRequest?
    private var step = GuideStep.closed
    /// Whether opening the microphone has failed in this step.
    private var isDeaf = false

    /// Attends to the guide of the lane's page.
    init(lane: WebLane, room: ExamRoom) {
        self.lane = lane
        self.room = room
    }

    /// Takes one step. It waits at most a tenth of a second, and once for the models to load.
    mutating func attend() {
        let step = lane.pages.device.guide
        if step != self.step {
            self.step = step
            // The microphone may have been allowed since.
            isDeaf = false
            lane.voice?.hush()
            if let words = step.words { lane.voice?.say(words) }
        }
        guard step != .closed else {
            close()
            return
        }
        if answers == nil, !isDeaf { open() }
        guard let answers, case .heard(.resume, _)? = try? answers.next() else { return }
        lane.pages.device.goOnInGuide()
        lane.pages.tellDevice()
    }

    private mutating func open() {
        isDeaf = true
        let room = room.hearing(pageIn: lane.pages.language)
        guard case .voice(let choice, let hearing) = room.configuration.answers else { return }
        let stop = StopRequest(within: room.console.stop)
        guard let found = try? lane.microphone(choice, in: room, until: stop),
            let listener = try? room.listener(for: .steps, with: hearing)
        else {
            stop.request()
            return
        }
        self.stop = stop
        answers = SettingAnswers(
            source: lane.voice.map { GatedMicrophone(found, gate: $0.gate) } ?? found,
            listener: listener)
        isDeaf = false
    }

    /// Closes the microphone.
    mutating func close() {
        stop?.request()
        stop = nil
        answers = nil
    }
}

extension GuideStep {
    /// The spoken instruction; nil for none.
    fileprivate var words: String? {
        switch self {
        case .closed: nil
        case .angle: "Stand the device upright. When the angle is right, say: go on."
        case .angleAgain: "The device was moved. Stand it upright again."
        case .face: "Face the camera. When your face is found, say: go on."
        }
    }
}
