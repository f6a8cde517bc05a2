extension HearingModel {
    /// The hearing that was counted on recordings, for a test of these optotypes.
    public init(_ counts: HearingCounts, toAnswer optotypes: OptotypeSet) {
        self.init(counts, among: optotypes.choices)
    }
}
