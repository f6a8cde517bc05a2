/// A posterior on few points, to plan by.
struct CoarsePosterior {
    /// Thresholds, in logMAR, and their indices on the grid.
    let thresholds: [Double]
    let indices: [Int]
    /// Indices of the sigmas on the grid.
    let sigmas: [Int]
    /// `chances[sigma * thresholds.count + threshold]`; they add up to 1.
    let chances: [Double]
}
