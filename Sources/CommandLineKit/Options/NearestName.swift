internal import Platform

/// The name that was most likely meant by a mistyped one; nil if none is near.
///
/// Near is: at most one change in every three characters, but always at least one, where a
/// change is a character inserted, left out, replaced, or swapped with its neighbour. A name of
/// which the typed text is the start is near, too.
func nearestName(to typed: String, among names: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    let near = names.map { (name: $0, changes: typed.slips(to: $0)) }
        .filter { $0.changes <= limit || (typed.count > 1 && $0.name.hasPrefix(typed)) }
    return near.min { $0.changes < $1.changes }?.name
}
