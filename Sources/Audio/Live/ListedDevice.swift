/// A capture device that the sound system offers.
public struct ListedDevice: Sendable, Equatable {
    /// What to name it by when it is opened.
    public var name: String
    /// What it is, in the sound system's words, in one line.
    public var description: String
    /// Whether it is what is taken where none is named.
    public var isDefault: Bool

    /// A device as the sound system lists it.
    public init(name: String, description: String, isDefault: Bool) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
    }
}
