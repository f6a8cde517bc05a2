/// Which searches were made for single questions, and which of them to keep.
///
/// One takes half a megabyte, most of it tables that PocketSphinx makes for each, and half a
/// millisecond to make anew, which is half of what a search takes. So the last few are kept.
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
}
