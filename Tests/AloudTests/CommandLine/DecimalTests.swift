import Platform
import TestProgram
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import Recognition
@testable import aloud_workbench

@Suite("Numbers of a command line are decimal", .listening)
struct DecimalTests {
    @Test(
        "Digits with sign, point and exponent",
        arguments: [
            ("0", 0), ("0.05", 0.05), ("-0.2", -0.2), ("+1", 1), (".5", 0.5), ("5e-2", 0.05),
            ("1E1", 10),
        ])
    func read(text: String, number: Double) {
        #expect(Double(decimal: text) == number)
    }

    @Test(
        "Everything else is not a number",
        arguments: [
            "0x10", "0x0.1", "0x1p-3", "inf", "-infinity", "nan", "1e999", "", "-", ".", "1,5",
            "1 ", "\u{0661}", "1_000",
        ])
    func refused(text: String) {
        #expect(Double(decimal: text) == nil)
    }

    @Test("Every kind of number refuses other digits")
    func kinds() throws {
        #expect(throws: InvalidValue.self) {
            try ValueKind<Double>.number("dB", in: 0...99).read("0x10")
        }
        for text in ["0x0.1", "0x1%"] {
            #expect(throws: InvalidValue.self) {
                try ValueKind<Double>.share("share", in: 0...1).read(text)
            }
        }
        for text in ["0x0.1", "0..0x1"] {
            #expect(throws: InvalidValue.self) { try ValueKind.thresholds.read(text) }
        }
        for text in ["0x0.1", "normal*0x1"] {
            #expect(throws: InvalidValue.self) { try ValueKind.slopes.read(text) }
        }
        // Anything but a number is the name of a file.
        #expect(AssumedErrorRate("0x0.1") == .file("0x0.1"))
        #expect(AssumedErrorRate("0.1") == .share(0.1))
        let share = try AloudBinary.run(["transcribe", "--wrong-at-most", "0x10", "a.wav"])
        #expect(share.status == 64 && share.messages.contains("'0x10'"), "\(share.messages)")
    }
}
