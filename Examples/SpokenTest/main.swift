// A whole eye test by voice: draws the letters as text and hears raw sound of standard input (mono,
// 16 kHz, 16 bits).
//
//     arecord -q -f S16_LE -r 16000 -c 1 -t raw | spoken-test grammars models

import Acuity
import EyeChartDialogue
import Foundation
import SpokenLetters

let ear = try LetterEar(
    .etdrs, grammars: CommandLine.arguments[1], models: CommandLine.arguments[2])
let test = try SpokenEyeTest(ChartReading(chart: Chart(.one)), ear: ear)

let result = try test.run {
    // A tenth of a second; nil at the end.
    guard let bytes = try FileHandle.standardInput.read(upToCount: 3_200), bytes.count > 1 else {
        return nil
    }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { at in
        Float(Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)) / 32_768
    }
} showing: { moment in
    guard let line = moment.line else { return }
    print(line.letters, moment.request, moment.words)
}
print("\(result.score.lettersRight) letters right, \(result.lettersAskedAgain) asked again.")
if let estimate = result.estimate { print("\(estimate.logMAR) logMAR, \(estimate.interval95)") }
