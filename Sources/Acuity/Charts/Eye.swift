/// The eye that is tested.
public enum Eye: String, CaseIterable, Sendable, Codable {
    case right
    case left
    case both

    /// The chart that is read with this eye unless another is asked for: 1 with the right eye, 2
    /// with the left, R with both, so that no eye reads letters that the other has learned
    /// (convention of the ETDRS charts, Ferris et al. 1982).
    public var usualChart: ChartName {
        switch self {
        case .right: .one
        case .left: .two
        case .both: .refraction
        }
    }
}
