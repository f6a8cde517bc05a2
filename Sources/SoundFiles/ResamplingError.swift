/// Why sound could not be brought to another rate.
public enum ResamplingError: Error, Equatable, CustomStringConvertible {
    /// The library refused the two rates, Hz; `reason` in its words.
    case rates(from: Int, to: Int, reason: String)
    /// The library failed while it converted; `reason` in its words.
    case conversion(reason: String)

    public var description: String {
        switch self {
        case .rates(let from, let to, let reason):
            "Can't convert sound of \(from) Hz to \(to) Hz (\(reason)); record at 16000, 44100 "
                + "or 48000 Hz."
        case .conversion(let reason):
            "Converting the rate of the sound failed (\(reason)); try again with less memory in "
                + "use, and report it if it stays."
        }
    }
}
