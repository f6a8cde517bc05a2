import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud-workbench study", .listening)
struct StudyCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Figure: Decodable {
        var of: String
        var kind: String
        var value: Double?
        var people: Int
    }

    @Test("a study has a plan, due visits, and a report with figures and a page")
    func study() throws {
        let planned = try AloudBinary.run([
            "study", "plan", "--people", "24", "--start", "2026-01-05", "--seed", "3",
        ])
        #expect(planned.status == 0, "\(planned.messages)")
        let lines = planned.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 49)
        var tests = "person_id,began,state,eye,logmar,logmar_bound,letters_shown,seconds\n"
        let filled = lines.enumerated().map { index, line -> String in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(
                String.init)
            guard index > 0 else { return line }
            let acuity = Double(index % 8) / 10
            cells[7] = "\(acuity)"
            tests += "\(cells[0]),2026-01-0\(cells[3]),finished,\(cells[2]),"
            tests += "\(acuity + Double(index % 5 - 2) / 50),exact,45,90\n"
            return cells.joined(separator: ",")
        }
        let blank = try folder.write(planned.output, to: "form.csv")
        let form = try folder.write(filled.joined(separator: "\n"), to: "filled.csv")
        let table = try folder.write(tests, to: "tests.csv")

        let due = try AloudBinary.run(["study", "due", "--on", "2026-01-05", blank])
        #expect(due.status == 0 && due.output.split(separator: "\n").count == 25)

        let page = folder.file("study.html")
        let report = try AloudBinary.run(
            ["study", "report", "--records", table, "--html", page, "--json", form])
        #expect(report.status == 0, "\(report.messages)")
        let figures = try report.lines(Figure.self)
        let limit = figures.first { $0.of == "aloud - chart" && $0.kind == "upperLimit" }
        #expect(limit?.people == 24 && limit?.value ?? 0 > 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Bland-Altman"))
    }

    @Test("a study without people, and a form with an error, are refused")
    func refused() throws {
        let nobody = try AloudBinary.run(["study", "plan"])
        #expect(nobody.status == 64 && nobody.messages.contains("'--people' or '--list'"))
        let form = try folder.write("person,eye\nP1,right\n", to: "form.csv")
        let broken = try AloudBinary.run(["study", "report", form])
        #expect(broken.status == 1 && broken.messages.contains("the column 'visit' is missing"))
    }
}
