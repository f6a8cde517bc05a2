internal import Acuity
internal import Audio
internal import Dialogue
internal import Exam
internal import Platform
internal import TestPages

extension WebTest {
    /// What the person says; nil where the answers are typed, or where there is no microphone and
    /// none is needed: directions can be answered by hand alone.
    func sound(
        toAnswer optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> (any AudioSource)? {
        switch choice {
        case .text: return nil
        case .recording(let path):
            return try TestCommand.recording(path, arguments, in: environment)
        case .microphone(let device):
            do {
                let microphone = try TestCommand.microphone(device, in: environment, until: stop)
                return lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone
            } catch  where optotypes.areDirections {
                environment.say(
                    "Warning: \(error) Directions can be answered with the arrow keys alone.")
                return nil
            } catch {
                throw NoMicrophone(description: "\(error)")
            }
        }
    }

    /// What is heard of what the person says.
    func listening(
        to sound: any AudioSource, for optotypes: OptotypeSet
    ) throws -> VoiceAnswers {
        let voice = try TestCommand.voice(
            of: person, from: sound, showing: optotypes, arguments, in: environment)
        if lane.hasOperator { measure(voice) }
        return voice
    }

    /// The person's answers, with what an operator and the page do about them.
    ///
    /// - Parameter display: what shows the letters that are answered.
    func attended(
        _ voice: VoiceAnswers?, _ optotypes: OptotypeSet, shownOn display: WebPatientDisplay,
        until stop: StopRequest
    ) throws -> AttendedAnswers {
        AttendedAnswers(
            try source(voice, optotypes, until: stop), desk: lane.stage.desk,
            areKept: choice.isKept,
            screenTrouble: { [lane] in lane.stage.screenTrouble },
            holdsLetters: { display.holdsLetters },
            onAct: { act in
                if case .answer = act {
                    voice?.answeredOtherwise()
                } else {
                    voice?.heardOtherwise()
                }
            })
    }

    /// The person's answers: spoken, typed, or none but those given by hand.
    private func source(
        _ voice: VoiceAnswers?, _ optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> any AnswerSource {
        if case .text(let path) = choice {
            return try TestCommand.typed(path, optotypes, arguments, in: environment, until: stop)
        }
        guard let voice else { return NoAnswers(until: stop) }
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
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
