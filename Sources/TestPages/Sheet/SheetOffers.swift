/// What the sheet before a test offers beside distance and eyes, and what it tells of the test.
public struct SheetOffers: Sendable, Equatable {
    /// Whether the distance can be said, once the person sits in their place.
    public var hearsDistance: Bool
    /// Whether the distance is that of the procedure, and not chosen.
    public var isDistanceFixed: Bool
    /// Whether the line at which the test starts can be chosen by voice: nil where it cannot be,
    /// else whether it is, unless the person says otherwise.
    public var choosesStart: Bool?
    /// Whether optotypes point somewhere and have no names.
    public var asksDirections: Bool
    /// Whether these are rings, and not an E.
    public var areRings: Bool
    /// Whether diagonal ones are among these.
    public var asksDiagonals: Bool
    /// Whether optotypes are shown one at a time, with bars around them that need room.
    public var areAlone: Bool

    /// What a sheet offers; if nothing is given, letters in lines, whose distance is chosen there.
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

/// Why a test could not begin, as the sheet before a test tells it.
public struct SheetTrouble: Sendable, Equatable {
    /// For the person to be tested: what is wrong, and what to do.
    public var words: String
    /// For whoever comes to help; nil where the words say it all.
    public var details: String?

    /// What is wrong, for the person and for whoever helps.
    public init(words: String, details: String? = nil) {
        self.words = words
        self.details = details
    }
}
