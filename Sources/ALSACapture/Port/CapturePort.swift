/// An open device, as the capture thread sees it. One owner: that thread.
protocol CapturePort: AnyObject {
    /// What it gives.
    var format: CaptureFormat { get }

    /// Waits a tenth of a second at most for sound and takes up to a period of it.
    func read() -> PortReading

    /// Gets it going again after it ran over or the computer slept; nil when that worked, else
    /// why not.
    func recover(from code: Int32) -> String?
}
