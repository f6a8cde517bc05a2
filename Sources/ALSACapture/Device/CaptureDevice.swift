/// A capture device of ALSA, by name.
public struct CaptureDevice: Sendable {
    /// ALSA's name: "default", "hw:1", "plughw:CARD=Microphone,DEV=0".
    public var name: String
    /// The text of an ALSA configuration that defines the name, for a device of this process
    /// alone; nil takes the system's configuration, as every other program does.
    public var configuration: String?
    /// Asked between two reads; false is taken as if the device had been pulled out. A device that
    /// is simulated needs it, since ALSA's `file` plugin can't tell that its file is gone.
    public var isPresent: @Sendable () -> Bool

    /// A device of the system, or of a private configuration.
    public init(
        _ name: String, configuration: String? = nil,
        isPresent: @escaping @Sendable () -> Bool = { true }
    ) {
        self.name = name
        self.configuration = configuration
        self.isPresent = isPresent
    }

    /// The device that the system's configuration calls "default".
    public static let systemDefault = CaptureDevice("default")
}
