import Foundation
import FoundationXML
import Platform
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Plots

@Suite(.listening) struct BenchPageTests {
    private func page(_ words: String...) throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.file("page.html")
        let run = try AloudBinary.run(["simulate", "--runs", "12", "--html", path] + words)
        #expect(run.status == 0, "\(run.messages)")
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("the page loads nothing from elsewhere") func needsNothingFromElsewhere() throws {
        let page = try page("--procedure", "etdrs,adaptive", "--misheard", "0,5%")
        for outside in ["http:", "https:", "src=", "href=", "<script", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    }

    @Test("the page is well formed, and every picture has a label")
    func isWellFormedAndEveryPictureHasALabel() throws {
        let page = try page("--procedure", "etdrs,adaptive", "--misheard", "0,5%")
        // The page is XML too, except its first line and one tag without an end.
        let text = page.replacingOccurrences(of: "<!DOCTYPE html>", with: "")
            .replacingOccurrences(
                of: #"<meta ([^>]*)>"#, with: "<meta $1/>", options: .regularExpression
            )
            .replacingOccurrences(of: "&times;", with: "x")
        let parser = XMLParser(data: Data(text.utf8))
        #expect(
            parser.parse(), "\(String(describing: parser.parserError)), line \(parser.lineNumber)")
        let pictures = page.components(separatedBy: "<svg ").dropFirst()
        // Two plots each of bias, limits, coverage and letters; three single tests, three marks.
        #expect(pictures.count == 14)
        #expect(pictures.allSatisfy { $0.contains("role=\"img\" aria-label=\"") })
        for section in ["Bias", "Limits of test-retest", "Single tests", "All numbers"] {
            #expect(page.contains("<h2>\(section)</h2>"))
        }
    }

    @Test("the same seed gives the same page") func theSameSeedGivesTheSamePage() throws {
        let one = try page("--procedure", "etdrs", "--misheard", "5%", "--threads", "1")
        let other = try page("--procedure", "etdrs", "--misheard", "5%", "--threads", "3")
        #expect(one == other)
    }

    @Test("an unwritable path is reported before the work")
    func aPathThatCannotBeWrittenIsToldBeforeTheWork() throws {
        let run = try AloudBinary.run(
            ["simulate", "--runs", "1000000", "--html", "/nowhere/page.html"])
        #expect(run.status == 1 && run.output == "")
        #expect(run.messages.contains("Cannot write the page to '/nowhere/page.html'"))
    }

    @Test(
        "axes have round numbers",
        arguments: [
            ([0.0, 0.1], [0, 0.02, 0.04, 0.06, 0.08, 0.1]), ([0, 0.333], [0, 0.1, 0.2, 0.3, 0.4]),
            ([-0.04, 0.15], [-0.05, 0, 0.05, 0.1, 0.15]), ([0, 45], [0, 10, 20, 30, 40, 50]),
        ])
    func axesHaveRoundNumbers(numbers: [Double], ticks: [Double]) {
        let scale = PlotScale(holding: numbers)
        #expect(scale.ticks.count == ticks.count)
        #expect(zip(scale.ticks, ticks).allSatisfy { abs($0 - $1) < 1e-9 }, "\(scale.ticks)")
        #expect(abs(scale.share(of: ticks[0])) < 1e-9)
        #expect(abs(scale.share(of: ticks[ticks.count - 1]) - 1) < 1e-9)
    }

    /// A mean over ten letters and one over four are the same rate, though they differ by rounding.
    @Test("every procedure has a picture of a single test") func everyProcedureHasItsSingleTest()
        throws
    {
        let page = try page("--procedure", "etdrs,hotv,tumbling-e", "--misheard", "0,5%")
        #expect(page.components(separatedBy: "<figcaption>").count == 4)
        for title in ["0 % of letters misheard", "5 % of letters misheard"] {
            #expect(page.components(separatedBy: title).count == 2, "\(title)")
        }
    }

    @Test("a page with a single rate has an axis") func oneRateHasAnAxis() throws {
        let page = try page("--procedure", "etdrs", "--misheard", "0")
        #expect(page.contains(">1.0 %</text>") && page.components(separatedBy: ">0 %<").count == 1)
    }

    /// The patient of the single tests is one of those asked for.
    @Test("single tests are of the requested patients") func singleTestsAreOfThePatientsAskedFor()
        throws
    {
        let page = try page(
            "--procedure", "etdrs", "--misheard", "0", "--thresholds", "0.8,0.9", "--sigma", "0.15",
            "--false-misses", "90%")
        #expect(page.contains("One patient of threshold 0.80 and sigma\n0.15"))
        #expect(page.contains("worse than") || page.contains("withheld as unreliable"))
    }

    @Test("an axis of one number is about as wide as the number")
    func anAxisOfOneNumberIsAboutAsWideAsThatIsLarge() {
        for number in [0, 0.3, -2.0] {
            let scale = PlotScale(holding: [number, number])
            let width = scale.range.upperBound - scale.range.lowerBound
            #expect((-1e-9...1).contains(scale.share(of: number)), "\(scale.range)")
            #expect(width > 0.05 && width < 5, "\(scale.range)")
        }
    }

    @Test("text is escaped") func textIsWrittenSoThatItStaysText() {
        #expect("a<b & \"c\">".escapedForHTML == "a&lt;b &amp; &quot;c&quot;&gt;")
    }
}
