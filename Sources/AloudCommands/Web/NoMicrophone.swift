/// The microphone of a test cannot be opened.
struct NoMicrophone: Error, CustomStringConvertible {
    /// What was wrong, where, and what to do.
    let description: String
}
