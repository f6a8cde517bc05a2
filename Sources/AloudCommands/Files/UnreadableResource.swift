/// A file of the folder of grammars that is missing or closed to this user.
struct UnreadableResource: Error, Equatable, CustomStringConvertible {
    var path: String

    var description: String {
        "'\(path)' cannot be read. Restore it from where Aloud came from, or name another folder"
            + " with '--\(ResourceFolder.option.name) <folder>'."
    }
}
