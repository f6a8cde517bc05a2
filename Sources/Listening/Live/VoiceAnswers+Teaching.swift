public import Acuity
public import HandsFree
internal import LetterSpeech

extension VoiceAnswers: TeachableSource {
    /// How many words are kept to be learnt from: as many as ten letters are asked for at most.
    static let mostKept = 40

    public func learn(_ letter: Letter, saidAt time: ClosedRange<Double>) -> Bool {
        guard let word = kept.last(where: { $0.time == time }) else { return false }
        return listener.learn(letter, from: word)
    }

    public var advice: SoundAdvice? { spokenLevel.advice }
}
