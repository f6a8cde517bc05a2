/// How a request is let in, which decides whose share of the answers it takes.
public enum Admission: Sendable, Equatable {
    /// It has the session of the patient's page or the operator's key.
    case known
    /// It is answered as one of its device.
    case stranger
    /// It is refused whatever else it says.
    case refused(Refusal)
}
