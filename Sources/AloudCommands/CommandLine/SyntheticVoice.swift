public import Acuity

/// A voice made by the computer, for what is tried without a person.
public struct SyntheticVoice: Sendable {
    /// What it is called, such as "slt".
    public var name: String
    /// Says a letter's name: mono, 16,000 samples a second, -1…1; the same each time.
    public var say: @Sendable (_ letter: Letter) throws -> [Float]

    public init(name: String, say: @escaping @Sendable (_ letter: Letter) throws -> [Float]) {
        self.name = name
        self.say = say
    }
}
