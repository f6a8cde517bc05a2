public import Acuity

/// A procedure as the bench runs it: what it is called, and how to begin a test with it.
public struct BenchProcedure: Sendable {
    /// What it is called in results for programs: "e-etdrs".
    public let name: String
    /// What it is called for people: "E-ETDRS".
    public let title: String
    /// What it shows.
    public let optotypes: OptotypeSet
    private let beginning: @Sendable (Start) -> any AcuityProcedure

    /// What a test begins with.
    public struct Start: Sendable {
        /// Decides the letters shown, and what else the procedure draws.
        public var seed: UInt64
        /// How the procedure believes that it hears.
        public var hearing: HearingModel
        /// What it believes of the eye beforehand; nil for its own prior.
        public var prior: SightPrior?
    }

    /// A procedure.
    ///
    /// - Parameters:
    ///   - name: for programs.
    ///   - title: for people.
    ///   - optotypes: what it shows.
    ///   - beginning: makes a procedure at the beginning of a test.
    public init(
        name: String, title: String, optotypes: OptotypeSet = .sloan,
        beginning: @escaping @Sendable (Start) -> any AcuityProcedure
    ) {
        self.name = name
        self.title = title
        self.optotypes = optotypes
        self.beginning = beginning
    }

    /// What it believes of an eye unless told otherwise.
    package var prior: SightPrior { begin(Start(seed: 0, hearing: .exact, prior: nil)).prior }

    /// A test about to begin.
    public func begin(_ start: Start) -> any AcuityProcedure { beginning(start) }
}
