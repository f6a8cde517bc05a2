/// A file of the folder of grammars that is missing or closed to this user.
package struct UnreadableResource: Error, Equatable, CustomStringConvertible {
    package var path: String

    /// The parameters as the properties of their names.
    package init(path: String) {
        self.path = path
    }

    package var description: String {
        "'\(path)' cannot be read. Restore it from where Aloud came from, or name another folder"
            + " with '--\(ResourceFolder.Kind.grammars.option) <folder>'."
    }
}
