/// What is wrong with a line of the rulings, and where.
struct RulingFault: Error {
    /// What is wrong, and what to do.
    let reason: String
    /// Unicode scalars of the line before it, from the first that is no blank.
    let offset: Int

    init(_ reason: String, offset: Int = 0) {
        self.reason = reason
        self.offset = offset
    }
}
