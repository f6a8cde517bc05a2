/// Something that says sentences to the person, one after the other, without waiting for them to be
/// heard.
public protocol Speaker: AnyObject {
    /// Says a sentence after those that are still to be said.
    func say(_ words: String)
}
