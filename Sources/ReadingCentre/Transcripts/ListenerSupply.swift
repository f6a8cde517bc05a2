package import Recognition
package import Records

/// Recognisers for an evaluation, and the thresholds that they judge by.
package struct ListenerSupply: Sendable {
    /// The thresholds of acceptance.
    package var thresholds: AcceptanceThresholds
    /// The profile that the listeners hear with; nil for hearing without one.
    package var profile: TestSetup.ProfileInUse?
    /// Makes a recogniser, on the thread that works with it.
    package var make: @Sendable () throws -> LetterListener

    /// Sets each property from the parameter of its name.
    package init(
        thresholds: AcceptanceThresholds, profile: TestSetup.ProfileInUse? = nil,
        make: @escaping @Sendable () throws -> LetterListener
    ) {
        self.thresholds = thresholds
        self.profile = profile
        self.make = make
    }

    /// A result for programs, with the profile that it was heard with.
    package func json(_ result: some Encodable) -> String {
        Named(result: result, profile: profile).jsonText
    }

    private struct Named<Result: Encodable>: Encodable {
        let result: Result
        let profile: TestSetup.ProfileInUse?

        func encode(to encoder: any Encoder) throws {
            try result.encode(to: encoder)
            try encoder.write(["profile": profile])
        }
    }
}
