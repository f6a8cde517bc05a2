/// The choices of the start form besides distance and eyes, and its description of the test.
public struct StartFormOptions: Sendable, Equatable {
    /// Whether the person can say the distance from their seat.
    public var hearsDistance: Bool
    /// Whether the procedure fixes the distance.
    public var isDistanceFixed: Bool
    /// Whether choosing the first line by voice is preselected; nil if it is not offered.
    public var choosesStart: Bool?
    /// Whether the optotypes are directions and not letters.
    public var asksDirections: Bool
    /// Whether the directions are gaps of rings and not a tumbling E.
    public var areRings: Bool
    /// Whether there are diagonal directions.
    public var asksDiagonals: Bool
    /// Whether optotypes are shown one at a time, between crowding bars that need room.
    public var areAlone: Bool

    /// By default: letters in lines, with the distance chosen on the form.
    public init(
        hearsDistance: Bool = false, isDistanceFixed: Bool = false, choosesStart: Bool? = nil,
        asksDirections: Bool = false, areRings: Bool = false, asksDiagonals: Bool = false,
        areAlone: Bool = false
    ) {
        self.hearsDistance = hearsDistance
        self.isDistanceFixed = isDistanceFixed
        self.choosesStart = choosesStart
        self.asksDirections = asksDirections
        self.areRings = areRings
        self.asksDiagonals = asksDiagonals
        self.areAlone = areAlone
    }
}

/// The reason that a test could not begin, for the start form.
public struct StartFormProblem: Sendable, Equatable {
    /// For the patient: the problem and the remedy.
    public var words: String
    /// For a helper; nil if `words` is enough.
    public var details: String?

    /// A problem in words for the patient, with details for the helper.
    public init(words: String, details: String? = nil) {
        self.words = words
        self.details = details
    }
}
