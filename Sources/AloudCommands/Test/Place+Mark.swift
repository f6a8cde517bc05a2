internal import Acuity
internal import HandsFree

extension Place {
    /// One character for what is known about a position.
    func mark(among optotypes: OptotypeSet) -> String {
        switch self {
        case .waiting: "."
        case .asked: "?"
        case .heard(let letter): optotypes.sign(of: letter)
        case .missed: "-"
        }
    }
}
