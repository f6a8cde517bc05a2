/// One of the 39 sounds of American English that the CMU Pronouncing Dictionary writes words in
/// (ARPAbet without stress marks, http://www.speech.cs.cmu.edu/cgi-bin/cmudict).
public enum Phone: String, CaseIterable, Sendable, Hashable {
    case aa = "AA"
    case ae = "AE"
    case ah = "AH"
    case ao = "AO"
    case aw = "AW"
    case ay = "AY"
    case b = "B"
    case ch = "CH"
    case d = "D"
    case dh = "DH"
    case eh = "EH"
    case er = "ER"
    case ey = "EY"
    case f = "F"
    case g = "G"
    case hh = "HH"
    case ih = "IH"
    case iy = "IY"
    case jh = "JH"
    case k = "K"
    case l = "L"
    case m = "M"
    case n = "N"
    case ng = "NG"
    case ow = "OW"
    case oy = "OY"
    case p = "P"
    case r = "R"
    case s = "S"
    case sh = "SH"
    case t = "T"
    case th = "TH"
    case uh = "UH"
    case uw = "UW"
    case v = "V"
    case w = "W"
    case y = "Y"
    case z = "Z"
    case zh = "ZH"

    /// Its place in tables that have a row a phone, 0..<39.
    public var index: Int { Self.indices[self, default: 0] }

    /// Every phone has its entry, since the table is made of all cases.
    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
