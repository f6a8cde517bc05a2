/// Where the person sees the letters: a terminal, a browser, a projector.
public protocol Display: AnyObject {
    /// Shows the state of the test in place of the one before.
    func show(_ view: TestView) throws
}
