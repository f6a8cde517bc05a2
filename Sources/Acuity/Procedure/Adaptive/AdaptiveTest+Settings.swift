extension AdaptiveTest.Settings {
    /// The usual settings for what is shown; diagonals come one at a time.
    public init(showing optotypes: OptotypeSet) {
        self.init()
        self.optotypes = optotypes
        if optotypes.areDiagonals { lettersInLine = 1 }
    }
}
