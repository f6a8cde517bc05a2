import Testing

@testable import Acuity

@Suite(.timeLimit(.minutes(1))) struct LogMARTests {
    @Test(
        "the letter score is 85 at 0.0, and 50 letters a unit",
        arguments: [(0.34, 68.0), (0, 85), (1, 35), (-0.3, 100), (1.1, 30)])
    func letterScore(logMAR: Double, letters: Double) {
        #expect(abs(LogMAR(logMAR).letterScore - letters) < 1e-9)
    }

    @Test("decimal and angle") func decimalAndAngle() {
        #expect(abs(LogMAR(0.3).decimal - 0.501) < 0.001)
        #expect(abs(LogMAR(0).decimal - 1) < 1e-12)
        #expect(abs(LogMAR(1).minimumAngle - 10) < 1e-12)
        #expect(abs(LogMAR(0).letterAngle - 5) < 1e-12)
    }

    @Test(
        "height at four metres",
        arguments: [
            (1.0, 58.18), (0.9, 46.21), (0.8, 36.71), (0.7, 29.16), (0.6, 23.16), (0.5, 18.40),
            (0.4, 14.61), (0.3, 11.61), (0.2, 9.22), (0.1, 7.32), (0.0, 5.82), (-0.1, 4.62),
            (-0.2, 3.67), (-0.3, 2.92),
        ])
    func heightAtFourMetres(logMAR: Double, millimetres: Double) {
        let height = LogMAR(logMAR).letterHeightInMillimetres(at: .fourMetres)
        #expect(abs(height - millimetres) < 0.006)
    }

    @Test("height grows with distance") func heightGrowsWithDistance() throws {
        let near = LogMAR(0.5).letterHeightInMillimetres(at: .fortyCentimetres)
        let far = LogMAR(0.5).letterHeightInMillimetres(at: .fourMetres)
        #expect(abs(far / near - 10) < 1e-9)
    }

    @Test(
        "a height has its size even if it fills much of the view", arguments: [0.1, 0.4, 4, 20])
    func sizeOfHeight(metres: Double) throws {
        let distance = try Distance(metres: metres)
        for size in [-0.3, 0, 1, 2.1, 3.3] {
            let height = LogMAR(size).letterHeightInMillimetres(at: distance)
            let found = LogMAR(letterHeightInMillimetres: height, at: distance)
            #expect(abs(found.value - size) < 1e-9)
        }
        // The half of it fills half a right angle.
        let found = LogMAR(letterHeightInMillimetres: 2_000 * metres, at: distance)
        #expect(abs(found.minimumAngle - 45 * 60 / 2.5) < 1e-6)
    }

    @Test("hundredths are exact") func hundredthsAreExact() {
        for letters in 0...70 {
            let logMAR = LogMAR(hundredths: 110 - 2 * letters)
            #expect(logMAR.value == Double("\(logMAR)"))
        }
    }

    @Test("the description has two decimals") func description() {
        #expect(LogMAR(0.34).description == "0.34")
        #expect(LogMAR(-0.1).description == "-0.10")
        #expect(LogMAR(-0.001).description == "0.00")
    }
}
