import Acuity
import Testing

@Suite struct DistanceTests {
    @Test(arguments: [
        ("4m", 4.0), ("4 m", 4), ("40cm", 0.4), ("3.5m", 3.5), ("13ft", 3.9624), ("6 M", 6),
        ("400 mm", 0.4), (" 4m ", 4), ("4 metres", 4), ("1 meter", 1), ("10 feet", 3.048),
        ("40 centimetres", 0.4),
    ])
    func parses(text: String, metres: Double) throws {
        #expect(abs(try Distance(text).metres - metres) < 1e-9)
    }

    @Test(arguments: [
        ("", DistanceError.notADistance("")), ("m", .notADistance("m")),
        ("far", .notADistance("far")), ("4", .noUnit("4")),
        ("4 yards", .unknownUnit("4 yards", unit: "yards")),
        ("4,5m", .unknownUnit("4,5m", unit: ",5m")), ("0m", .outOfRange(metres: 0)),
        ("-4m", .outOfRange(metres: -4)), ("4km", .unknownUnit("4km", unit: "km")),
        ("400m", .outOfRange(metres: 400)), ("4..5m", .notADistance("4..5m")),
    ])
    func refuses(text: String, error: DistanceError) {
        #expect(throws: error) { try Distance(text) }
        #expect(error.description.contains("m"))
    }

    @Test func refusesWhatIsNoNumber() {
        #expect(throws: DistanceError.self) { try Distance(metres: .nan) }
    }

    @Test func description() throws {
        #expect(try Distance("4m").description == "4 m")
        #expect(try Distance("40cm").description == "40 cm")
        #expect(try Distance("13ft").description == "3.96 m")
    }
}
