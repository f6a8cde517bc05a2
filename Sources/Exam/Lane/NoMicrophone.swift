/// The microphone of a test cannot be opened.
package struct NoMicrophone: Error, CustomStringConvertible {
    /// What was wrong, where, and what to do.
    package let description: String

    /// The parameters as the properties of their names.
    package init(description: String) {
        self.description = description
    }
}
