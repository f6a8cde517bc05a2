package import Acuity
internal import Dialogue

extension Place {
    /// One character for what is known about a position.
    package func mark(among optotypes: OptotypeSet) -> String {
        switch self {
        case .waiting: "."
        case .asked: "?"
        case .heard(let letter): optotypes.sign(of: letter)
        case .missed: "-"
        }
    }
}
