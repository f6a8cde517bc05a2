/// Which searches were made for single questions, and which of them to keep.
///
/// One takes 0.45 MB, most of it tables that PocketSphinx makes for each, and 0.4 ms to make anew.
/// So the last few are kept.
struct RecentSearches {
    /// How many are kept: one for each letter of the charts.
    static let most = 10

    /// The names of those that are there, the last used at the end.
    private(set) var names: [String] = []

    /// Takes note that a search is used now.
    ///
    /// - Returns: whether it has to be made, and the one to let go of before, if any.
    mutating func use(_ name: String) -> (isNew: Bool, forgotten: String?) {
        if let place = names.firstIndex(of: name) {
            names.append(names.remove(at: place))
            return (false, nil)
        }
        let forgotten = names.count < Self.most ? nil : names.removeFirst()
        names.append(name)
        return (true, forgotten)
    }

    /// Takes note that a search could not be made after all.
    mutating func forget(_ name: String) { names.removeAll { $0 == name } }
}
