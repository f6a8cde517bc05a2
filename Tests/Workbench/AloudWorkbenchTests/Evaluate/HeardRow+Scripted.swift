import Acuity

@testable import Evaluation
@testable import PhoneticMapping
@testable import Recognition

extension HeardRow {
    /// A recording in which each utterance holds one answer: "C 0.9" is the letter C with that
    /// confidence, "pass" says that it cannot be seen, "!" is another command.
    static func scripted(
        _ transcript: String, by speaker: String = "ann", heard: [(String, Double)] = []
    ) -> HeardRow {
        let utterances = heard.map { text, confidence in
            let kind =
                text == "pass"
                ? .command(.cannotSee)
                : text.first.flatMap { Letter($0) }.map(SpokenAnswer.Kind.letter)
            return UtteranceHypothesis(
                words: [WordHypothesis(text, time: 0...0.4, confidence: confidence)],
                answers: [
                    SpokenAnswer(kind ?? .command(.stop), heard: text, confidence: confidence)
                ])
        }
        return HeardRow(
            row: ReferenceRow(
                path: "a.wav", transcript: transcript.split(separator: " ").map(String.init),
                speaker: speaker, set: "test"),
            heard: HeardRecording(name: "a.wav", duration: 1, utterances: utterances))
    }
}
