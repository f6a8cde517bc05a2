import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct DistanceTests {
    @Test(
        "distances are parsed",
        arguments: [
            ("4m", 4.0), ("4 m", 4), ("40cm", 0.4), ("3.5m", 3.5), ("13ft", 3.9624), ("6 M", 6),
            ("400 mm", 0.4), (" 4m ", 4), ("4 metres", 4), ("1 meter", 1), ("10 feet", 3.048),
            ("40 centimetres", 0.4), ("3,5m", 3.5), ("3.5\u{A0}m", 3.5), ("16in", 0.4064),
            ("16\"", 0.4064), ("16 inches", 0.4064), ("16 in.", 0.4064), ("13 ft", 3.9624),
            ("13'", 3.9624), ("13′", 3.9624), ("400cm", 4), ("４ｍ", 4), ("３．５ m", 3.5),
            ("13 ft 2 in", 4.0132),
            ("13'2\"", 4.0132), ("13'-2\"", 4.0132), ("4 m 20 cm", 4.2), ("１６″", 0.4064),
            ("1/2 m", 0.5), ("½ m", 0.5), ("3 1/2 m", 3.5), ("3½m", 3.5), ("1 1/2m", 1.5),
            ("3·5 m", 3.5), ("5 ft 3 1/2 in", 1.6129), ("13 3/4 in", 0.34925), ("3/4m", 0.75),
        ])
    func parses(text: String, metres: Double) throws {
        #expect(abs(try Distance(text).metres - metres) < 1e-9)
    }

    @Test(
        "bad distances are refused",
        arguments: [
            ("", DistanceError.notADistance("")), ("m", .notADistance("m")),
            ("far", .notADistance("far")), ("4", .noUnit("4", number: "4")),
            ("4 yards", .unknownUnit("4 yards", unit: "yards")),
            ("1,000mm", .outOfRange(metres: 0.001)), ("0m", .outOfRange(metres: 0)),
            ("-4m", .outOfRange(metres: -4)), ("4km", .unknownUnit("4km", unit: "km")),
            ("400m", .outOfRange(metres: 400)), ("4..5m", .notADistance("4..5m")),
            ("4m4", .noUnit("4m4", number: "4")),
            ("5 feet 3", .noUnit("5 feet 3", number: "3")),
            ("3 m 20", .noUnit("3 m 20", number: "20")),
            ("20/40 ft", .notADistance("20/40 ft")), ("6/6 m", .notADistance("6/6 m")),
            ("1/0 m", .notADistance("1/0 m")), ("½", .noUnit("½", number: "1/2")),
            ("20 cm 4 m", .notADistance("20 cm 4 m")),
            ("4m 120cm", .notADistance("4m 120cm")), ("4m-", .notADistance("4m-")),
            ("1 m 2 cm 3 mm", .notADistance("1 m 2 cm 3 mm")),
        ])
    func refuses(text: String, error: DistanceError) {
        #expect(throws: error) { try Distance(text) }
        #expect(error.description.contains("expected"))
    }

    @Test("messages name the way out") func messagesNameTheWayOut() {
        #expect(
            "\(DistanceError.noUnit("4", number: "4"))"
                == "the distance \"4\" has no unit; expected a unit after '4': m, cm, mm,"
                + " in, ft")
        #expect("\(DistanceError.outOfRange(metres: 99))".contains("from 10 cm to 20 m"))
        #expect("\(DistanceError.unknownUnit("4 yd", unit: "yd"))".contains("unit \"yd\""))
    }

    @Test("text that is not a number is refused") func refusesWhatIsNoNumber() {
        #expect(throws: DistanceError.self) { try Distance(metres: .nan) }
    }

    @Test("the description has the unit") func description() throws {
        #expect(try Distance("4m").description == "4 m")
        #expect(try Distance("40cm").description == "40 cm")
        #expect(try Distance("13ft").description == "3.96 m")
    }
}
