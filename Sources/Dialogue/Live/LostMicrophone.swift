/// A microphone that was lost, in words for the person.
struct LostMicrophone: CustomStringConvertible {
    /// Why, in the words of whoever noticed it.
    let reason: String

    var description: String {
        let sentence = reason.hasSuffix(".") ? reason.dropLast() : reason[...]
        return "The microphone cannot be heard (\(sentence)). Please see that it is plugged in."
    }
}
