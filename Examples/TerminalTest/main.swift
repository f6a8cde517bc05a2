// Scores somebody who reads a printed ETDRS chart from 4 m. Type each line as it is read; an empty line
// ends the test.

import Acuity

var reading = ChartReading(chart: Chart(.one))
while let shown = reading.next {
    print("Line \(shown.line), \(shown.letters.count) letters:", terminator: " ")
    guard let typed = readLine(), !typed.isEmpty else { break }
    let letters = typed.uppercased().compactMap { Letter($0) }
    try reading.take(
        shown.letters.indices.map { $0 < letters.count ? .named(letters[$0]) : .missed })
}
let score = reading.score
print("\(score.lettersRight) letters right.")
if let acuity = score.logMAR, let notation = score.notation {
    print("\(acuity) logMAR, \(notation)")
}
