extension HearingModel {
    /// The hearing that was counted on recordings, for a test of these optotypes.
    ///
    /// Of directions the four straight ones are taken to have been said: recordings of people who
    /// name diagonals are not known.
    public init(_ counts: HearingCounts, toAnswer optotypes: OptotypeSet) {
        self.init(
            counts, among: optotypes.choices,
            said: optotypes.areDirections ? Direction.straight.map(\.letter) : Letter.sloan)
    }
}
