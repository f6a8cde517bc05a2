import Foundation
import RecordStore
import Testing

@testable import Studies

@Suite("Forms and reports of studies", .timeLimit(.minutes(1)))
struct StudyReportTests {
    private func plan(people: Int, eyes: StudyPlan.Eyes = .one) throws -> [StudyVisit] {
        var plan = StudyPlan(
            people: (1...people).map { (id: "P\($0)", group: $0.isMultiple(of: 2) ? "b" : "a") },
            other: "chart", start: try #require(CalendarDay("2026-01-30")))
        plan.eyes = eyes
        return plan.visits(seed: 5)
    }

    /// A form that is filled in, with tests: Aloud finds 0.02 more than the chart, and the second visit
    /// 0.04 less than the first.
    private func results(people: Int, eyes: StudyPlan.Eyes = .one) throws -> StudyResults {
        var tests: [StudyEye: [AloudTest]] = [:]
        let visits = try plan(people: people, eyes: eyes).enumerated().map { index, visit in
            var visit = visit
            let truth = Double(index % 9) / 10 - (visit.visit == 2 ? 0.04 : 0)
            visit.logMAR = truth
            visit.seconds = 60
            visit.misheard = 1
            tests[visit.key, default: []].append(
                AloudTest(
                    eye: visit.key, began: "2026-02-0\(visit.visit)",
                    logMAR: truth + 0.02 + Double(index % 3) / 100, seconds: 80, letters: 50,
                    askedAgain: 2))
            return visit
        }
        return try StudyResults(StudyForm(visits), tests)
    }

    @Test("half of the people begin with each method, drawn by a seed")
    func order() throws {
        let visits = try plan(people: 40)
        #expect(try plan(people: 40) == visits)
        #expect(visits.count == 80)
        for number in [1, 2] {
            let own = visits.filter { $0.visit == number }
            #expect(own.count { $0.order.first == "aloud" } == 20)
        }
        #expect(Set(visits.map(\.eye)) == ["right", "left"])
        #expect(Set(visits.map(\.key)).count == 40)
        #expect(visits[1].due.description == "2026-02-06")
        #expect(try plan(people: 3, eyes: .both).count == 12)
    }

    @Test("a form comes back as it was written")
    func roundTrip() throws {
        var visits = try plan(people: 3)
        visits[0].logMAR = 0.12
        visits[1].isUnusable = true
        visits[2].misheard = 3
        let form = StudyForm(visits)
        #expect(try StudyForm(Array(form.text.utf8), named: "form") == form)
    }

    @Test("each error of a form has a line with its place")
    func formErrors() {
        let text = """
            person,eye,visit,due,first,second,logmar
            P1,right,1,2026-01-01,aloud,chart,0.1
            P1,right,1,2026-01-01,aloud,chart,0.1
            P2,middle,1,2026-01-01,aloud,chart,abc
            P3,left,x,2026-01-01,aloud,chart,
            P4,left,1,2026-01-01,chart,chart,
            """
        let error = #expect(throws: StudyTableErrors.self) {
            try StudyForm(Array(text.utf8), named: "form.csv")
        }
        let lines = error?.lines ?? []
        #expect(lines.map { $0.split(separator: ":")[1] } == ["3", "4", "4", "5", "6"])
        #expect(lines.contains { $0.contains("'logmar' is 'abc'") })
    }

    @Test("the tests of the export are read: finished ones only, and no bounds")
    func exportedTests() throws {
        let text = """
            test_id,person_id,began,state,eye,logmar,logmar_bound,letters_shown,letters_asked_again,seconds
            1,P1,2026-02-01T10:00:00Z,finished,right,0.10,exact,40,2,71.5
            2,P1,2026-01-31T10:00:00Z,finished,right,0.30,orBetter,40,2,71.5
            3,P1,2026-02-02T10:00:00Z,interrupted,right,,,10,0,12
            """
        let tests = try AloudTest.read(Array(text.utf8), named: "tests", .score)
        let own = try #require(tests[StudyEye(person: "P1", eye: "right")])
        #expect(own.map(\.logMAR) == [nil, 0.10])
        #expect(own.map(\.seconds) == [71.5, 71.5])
    }

    @Test("a visit is due until both methods were tried")
    func due() throws {
        var visits = try plan(people: 2)
        visits[0].logMAR = 0.1
        let test = AloudTest(
            eye: visits[0].key, began: "2026-01-30", logMAR: 0.1, letters: 40, askedAgain: 0)
        let results = try StudyResults(StudyForm(visits), [visits[0].key: [test]])
        let due = results.due(by: "2026-02-01")
        #expect(due.map(\.visit.person) == ["P2"])
        #expect(due.first?.missing.sorted() == ["aloud", "chart"])
        #expect(results.due(by: "2026-02-06").count == 3)
        #expect(throws: StudyTableErrors.self) {
            try StudyResults(StudyForm(visits), [visits[0].key: [test, test, test]])
        }
    }

    @Test(
        "a visit without a finished test does not shift the tests of later visits",
        arguments: [
            // The visits are due on January 30, and on February 6 and 13.
            (["2026-01-30"], [1]), (["2026-02-06"], [2]), (["2026-02-10"], [3]),
            (["2026-01-31", "2026-02-14"], [1, 3]), (["2026-02-05", "2026-02-12"], [2, 3]),
            // Two late visits keep their order, and three tests have all visits.
            (["2026-02-05", "2026-02-06"], [1, 2]),
            (["2026-02-11", "2026-02-12", "2026-02-13"], [1, 2, 3]),
        ] as [([String], [Int])])
    func skippedVisit(days: [String], visits: [Int]) throws {
        var plan = StudyPlan(
            people: [(id: "P1", group: "")], other: "chart",
            start: try #require(CalendarDay("2026-01-30")))
        plan.visits = 3
        let planned = plan.visits(seed: 5)
        let tests = days.map {
            AloudTest(
                eye: planned[0].key, began: $0 + "T10:00:00+01:00", logMAR: 0.1, letters: 40,
                askedAgain: 0)
        }
        let results = try StudyResults(StudyForm(planned), [planned[0].key: tests])
        let found = results.entries.filter { $0.test != nil }
        #expect(found.map(\.visit.visit) == visits)
        #expect(found.compactMap(\.test) == tests)
    }

    @Test(
        "a late first test belongs to the visit with a result of the other method",
        arguments: [("2026-02-07", 1), ("2026-02-13", 2)])
    func lateFirstVisit(day: String, visit: Int) throws {
        var plan = StudyPlan(
            people: [(id: "P1", group: "")], other: "chart",
            start: try #require(CalendarDay("2026-01-30")))
        plan.visits = 2
        var planned = plan.visits(seed: 5)
        planned[0].logMAR = 0.1
        planned[1].due = try #require(CalendarDay("2026-02-13"))
        let test = AloudTest(
            eye: planned[0].key, began: day, logMAR: 0.1, letters: 40, askedAgain: 0)
        let results = try StudyResults(StudyForm(planned), [planned[0].key: [test]])
        #expect(results.entries.filter { $0.test != nil }.map(\.visit.visit) == [visit])
    }

    @Test(
        "a test far from each visit is refused", arguments: ["2025-06-01", "2026-05-01", "today"])
    func farTest(began: String) throws {
        let visits = try plan(people: 1)
        let test = AloudTest(
            eye: visits[0].key, began: began, logMAR: 0.1, letters: 40, askedAgain: 0)
        let error = #expect(throws: StudyTableErrors.self) {
            try StudyResults(StudyForm(visits), [visits[0].key: [test]])
        }
        #expect(error?.lines.count == 1)
        #expect(error?.lines.first?.contains("Correct 'due' in the form") == true)
    }

    @Test("limits need 20 people, and are marked as wide below 50")
    func certainty() throws {
        for (people, certainty) in [
            (19, StudyFigure.Certainty.tooFewPeople), (20, .wide), (49, .wide), (50, .usual),
        ] {
            let report = try StudyReport(results(people: people))
            let limits = report.figures.filter { $0.group.isEmpty && $0.kind == .upperLimit }
            #expect(limits.count == 3)
            #expect(limits.allSatisfy { $0.certainty == certainty && $0.people == people })
            #expect(limits.allSatisfy { ($0.value == nil) == (people < 20) })
            let line = report.text.split(separator: "\n").first { $0.contains("upper limit") }
            #expect(line?.contains("needs 20 people") == (people < 20))
            #expect(line?.contains(", wide") == (certainty == .wide))
            #expect(report.html.contains("Bland-Altman plot of aloud and chart") == (people >= 20))
        }
        // Both eyes of ten people are ten people.
        let eyes = try StudyReport(results(people: 10, eyes: .both))
        #expect(eyes.figures.allSatisfy { $0.kind != .upperLimit || $0.value == nil })
    }

    @Test("the figures match the differences in the data, for all and by group")
    func figures() throws {
        let report = try StudyReport(results(people: 60))
        func figure(_ of: String, _ kind: StudyFigure.Kind, _ group: String = "") throws -> Double {
            try #require(
                report.figures.first { $0.group == group && $0.of == of && $0.kind == kind }?.value)
        }
        #expect(abs(try figure("aloud - chart", .bias) - 0.03) < 0.011)
        #expect(abs(try figure("chart", .seconds) - 60) < 1e-9)
        #expect(abs(try figure("aloud", .askedAgain) - 0.04) < 1e-9)
        #expect(abs(try figure("aloud", .misheard) - 0.02) < 1e-9)
        #expect(try figure("aloud", .unusable) == 0)
        #expect(Set(report.figures.map(\.group)) == ["", "a", "b"])
        #expect(report.figures.first { $0.group == "a" }?.people == 30)
    }

    @Test("the interval of a share is wider if few people have all misheard letters")
    func sharesOverPeople() throws {
        let even = try results(people: 40)
        let visits = even.entries.map { entry in
            var visit = entry.visit
            visit.misheard = ["P1", "P2", "P3", "P4"].contains(visit.person) ? 10 : 0
            return visit
        }
        let tests = Dictionary(grouping: even.entries.compactMap(\.test), by: \.eye)
        let uneven = try StudyResults(StudyForm(visits), tests)
        let widths = try [even, uneven].map { results -> Double in
            let figure = try #require(
                StudyReport(results).figures.first { $0.group.isEmpty && $0.kind == .misheard })
            #expect(abs((figure.value ?? 0) - 0.02) < 1e-9 && figure.people == 40)
            let (low, high) = (try #require(figure.low), try #require(figure.high))
            return high - low
        }
        // 80 of 4,000 independent letters: 1.6 to 2.5 %.
        #expect(widths[0] < 0.01 && widths[1] > 0.025, "\(widths)")
    }
}
