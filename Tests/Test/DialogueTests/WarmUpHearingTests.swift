import Acuity
import Dialogue
import Records
import Testing

@Suite("How a person was heard in a warm-up", .timeLimit(.minutes(1)))
struct WarmUpHearingTests {
    @Test("letters heard by their names count, others do not")
    func counts() {
        var hearing = WarmUpHearing()
        let steps: [WarmUpStep] = [
            .begin([.c, .d, .h], seed: 1),
            .show(.c, number: 1), .heard(.c, as: .named(.c), heard: "see", confidence: 0.9),
            .show(.d, number: 2), .heard(.d, as: .named(.z), heard: "zee", confidence: 0.9),
            .again(.d, way: nil), .notUnderstood(.d), .again(.d, way: "delta"),
            .heard(.d, as: .named(.d), heard: "delta", confidence: 1),
            .show(.h, number: 3), .heard(.h, as: .missed, heard: "can't see it", confidence: 1),
            .end("finished", understood: 2),
        ]
        for step in steps { hearing.take(step) }
        #expect(hearing.person.letters == 2 && hearing.person.misheard == 1)
    }

    @Test("the counts of the first eye's warm-up count for the second eye, also after a break")
    func known() throws {
        var person = PersonalHearing()
        for heard in [Letter.c, .z, .c] { person.hear(heard, for: .c) }
        var reader = EventReader()
        for _ in 0..<2 {
            _ = try reader.read(TestEvent.warmUp(.known(person)).recorded.jsonText)
        }
        #expect(reader.warmUp.person.letters == 6 && reader.warmUp.person.misheard == 2)
    }

    @Test(
        "impossible counts in a record are ignored",
        arguments: [(3, 4), (-1, 0), (2, -1), (Int.max, 0)])
    func impossible(letters: Int, misheard: Int) throws {
        var reader = EventReader()
        _ = try reader.read(
            #"{"event":"warmUp","lettersHeard":\#(letters),"lettersMisheard":\#(misheard),"#
                + #""step":"known"}"#)
        #expect(reader.warmUp.person.isEmpty)
    }

    @Test("a person who was misheard in the warm-up has a wider interval")
    func interval() throws {
        var test = ChartReading(chart: Chart(.one))
        var patient = SimulatedObserver(threshold: LogMAR(0.3), seed: 1)
        while let shown = test.next { try test.take(patient.read(shown)) }
        let usual = RecognitionErrorModel(misheard: 0.02)
        var person = PersonalHearing()
        for heard in [Letter.c, .z, .z, .c] { person.hear(heard, for: .c) }
        let width = test.estimate(hearing: usual).intervalWidth
        #expect(test.estimate(hearing: usual.of(person)).intervalWidth > width)
    }
}
