import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct SnellenLineTests {
    @Test("lines descend by 0.1 logMAR") func linesGoDownByATenth() {
        #expect(SnellenLine.all.count == 14)
        for (index, line) in SnellenLine.all.enumerated() {
            #expect(line.number == index + 1)
            #expect(line.size == LogMAR(hundredths: 100 - 10 * index))
        }
    }

    @Test("names are within 3 % of arithmetic")
    func namesAreWithinThreePercentOfArithmetic() throws {
        for line in SnellenLine.larger + SnellenLine.all {
            let feet = try #require(Double(line.feet.dropFirst(3)))
            let metres = try #require(Double(line.metres.dropFirst(2)))
            let decimal = try #require(Double(line.decimal))
            #expect(line.feet.hasPrefix("20/") && line.metres.hasPrefix("6/"))
            #expect(abs(feet / (20 * line.size.minimumAngle) - 1) < 0.03)
            #expect(abs(metres / (6 * line.size.minimumAngle) - 1) < 0.03)
            #expect(abs(decimal / line.size.decimal - 1) < 0.03)
        }
    }

    @Test(
        "a line is found by its name in feet, metres or decimal",
        arguments: ["20/100", "6/30", "0.7", " 20 / 100 ", "0.70"])
    func named(text: String) throws {
        #expect(try SnellenLine(named: text).number == 4)
    }

    @Test(
        "an unknown line is refused with the known ones",
        arguments: ["20/90", "", "6", "0.75", "20", "nan", "1e9", "0x1p-1", "twenty"])
    func unknown(text: String) {
        let error = #expect(throws: UnknownLine.self) { try SnellenLine(named: text) }
        #expect(error?.description.contains("20/200") == true)
    }

    @Test(
        "the nearest line",
        arguments: [
            (0.34, "20/40"), (0.35, "20/50"), (0.351, "20/50"), (0.349, "20/40"), (1.4, "20/500"),
            (1.6, "20/800"),
            (-0.5, "20/10"), (-0.05, "20/20"), (0.05, "20/25"), (.infinity, "20/800"),
            (.nan, "20/800"), (1.1, "20/250"), (1.12, "20/250"), (1.05, "20/250"),
            (1.04, "20/200"),
        ])
    func nearest(logMAR: Double, feet: String) {
        #expect(SnellenLine.nearest(to: LogMAR(logMAR)).feet == feet)
    }

    @Test(
        "notation",
        arguments: [
            (0.34, "20/40 -2"), (0.32, "20/40 -1"), (0.36, "20/50 +2"), (0.3, "20/40"),
            (0.38, "20/50 +1"), (0.35, "20/50 +2"), (0.33, "20/40 -2"), (0.37, "20/50 +1"),
            (-0.34, "20/10 +2"), (1.1, "20/250"), (1.06, "20/250 +2"), (1.04, "20/200 -2"),
            (0.0, "20/20"),
        ])
    func notation(logMAR: Double, text: String) {
        #expect(ClinicalNotation(LogMAR(logMAR)).description == text)
    }

    @Test("notation gives the acuity back") func notationGivesTheAcuityBack() {
        for hundredths in stride(from: -30, through: 110, by: 2) {
            let acuity = LogMAR(hundredths: hundredths)
            let notation = ClinicalNotation(acuity)
            let back = notation.line.size.value - 0.02 * Double(notation.letters)
            #expect(abs(back - acuity.value) < 1e-9)
            if (-30...110).contains(hundredths) { #expect(abs(notation.letters) <= 2) }
        }
    }

    @Test("notation in metres") func notationInMetres() {
        #expect(ClinicalNotation(LogMAR(0.34)).metres == "6/12 -2")
    }
}
