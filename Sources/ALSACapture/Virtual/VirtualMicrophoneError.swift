/// Why a virtual microphone could not be made.
public enum VirtualMicrophoneError: Error, Equatable, CustomStringConvertible {
    /// Its folder, FIFO or configuration could not be made; `reason` in the system's words.
    case setup(path: String, reason: String)

    public var description: String {
        switch self {
        case .setup(let path, let reason):
            "Virtual microphone: \(path) can't be made (\(reason)); check that the folder for "
                + "temporary files has room and may be written (TMPDIR names it)."
        }
    }
}
