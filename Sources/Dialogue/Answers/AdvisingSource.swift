/// Answers of a person who can be told how to be heard better.
public protocol AdvisingSource: AnswerSource {
    /// What the person should change so as to be heard better, by what was said last; nil where
    /// all is well.
    var advice: SoundAdvice? { get }
}
