internal import Acuity
internal import Audio
internal import HandsFree
internal import Listening
internal import WebDisplay

extension WebTest {
    /// What the person says; nil where the answers are typed, or where there is no microphone and
    /// none is needed: directions can be answered by hand alone.
    func sound(
        toAnswer optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> (any AudioSource)? {
        switch choice {
        case .text: return nil
        case .recording(let path): return try TestCommand.recording(path, in: environment)
        case .microphone(let device):
            do {
                let microphone = try TestCommand.microphone(device, in: environment, until: stop)
                return lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone
            } catch  where optotypes.areDirections {
                environment.say(
                    "Warning: \(error) Directions can be answered with the arrow keys alone.")
                return nil
            }
        }
    }

    /// The person's answers, and between them what is done by hand: by the operator, or by the
    /// person with the arrow keys; and the voice among them, if they are spoken.
    func answers(
        in sound: (any AudioSource)?, to optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> (all: AttendedAnswers, voice: VoiceAnswers?) {
        let desk = lane.stage.desk
        if case .text(let path) = choice {
            let typed = try TestCommand.typed(
                path, optotypes, arguments, in: environment, until: stop)
            return (AttendedAnswers(typed, desk: desk), nil)
        }
        guard let sound else {
            return (AttendedAnswers(NoAnswers(until: stop), desk: desk), nil)
        }
        let voice = try TestCommand.voice(
            from: sound, showing: optotypes, arguments, in: environment, person: person)
        if lane.hasOperator { measure(voice) }
        let spoken: any AnswerSource = optotypes.areDirections ? DirectionAnswers(voice) : voice
        return (AttendedAnswers(spoken, desk: desk) { voice.heardOtherwise() }, voice)
    }

    /// Has the operator told how loud it is at the microphone.
    private func measure(_ voice: VoiceAnswers) {
        let desk = lane.stage.desk
        var meter = LevelMeter(windowSeconds: 1)
        var unheard = 0.0
        voice.onSound = { chunk in
            meter.add(chunk.samples)
            unheard += Double(chunk.samples.count) / Double(speechRate)
            guard unheard >= Self.levelSeconds, let level = meter.level else { return }
            unheard = 0
            desk.hear(level: level.rms, noise: level.noiseFloor)
        }
    }

    /// How often the operator is told the level, seconds of sound.
    private static let levelSeconds = 0.25
}
