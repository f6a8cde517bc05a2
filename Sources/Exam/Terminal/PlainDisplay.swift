package import Acuity
package import CommandLineKit
package import Dialogue
internal import Foundation
internal import Platform
package import RecordStore
package import Records

/// Shows a test as lines of text, one below the other: letters by their names, without their true
/// size.
package final class PlainDisplay: Display {
    /// Printed before the first letters.
    package static let note =
        "A terminal shows no true letter sizes: the result is uncalibrated. 'aloud test --display"
        + " web' shows letters in their true size."

    private let output: any TextOutput
    private let distance: Distance
    private var shown: Presentation?
    private var places: [Place] = []
    private var prompt = Prompt.read

    /// - Parameter distance: from the eye to the letters, for their height.
    package init(to output: any TextOutput, distance: Distance) {
        self.output = output
        self.distance = distance
    }

    package func show(_ view: TestView) {
        guard let presentation = view.presentation else { return }
        let isNew = presentation != shown
        if isNew {
            if shown == nil { say(Self.note) }
            let letters = signs(presentation).joined(separator: "   ")
            say("\n\(view.caption(at: distance) ?? "")\n\n    \(letters)\n")
        }
        let heardMore = !isNew && view.places != places && view.places.hasAnswer
        if heardMore { say("heard   " + marks(view.places, presentation).joined(separator: "   ")) }
        if let feedback = view.feedback {
            say(
                "right   " + feedback.map { $0 ? "+" : "x" }.joined(separator: "   ")
                    + "   \(feedback.count { $0 }) of \(feedback.count)")
        }
        // A view without a change repeats a question.
        let isAsked = view.prompt != .read && !view.prompt.words.isEmpty
        if isAsked, view.prompt != prompt || !heardMore { say(view.prompt.words) }
        shown = presentation
        places = view.places
        prompt = view.prompt
    }

    private func signs(_ shown: Presentation) -> [String] {
        shown.letters.map(shown.optotypes.sign(of:))
    }

    private func marks(_ places: [Place], _ shown: Presentation) -> [String] {
        places.map { $0.mark(among: shown.optotypes) }
    }

    /// Words that cannot be shown do not end the test: its result is still of use.
    private func say(_ words: String) { try? output.write(words + "\n") }
}

extension Place {
    /// One character for the state of a position.
    package func mark(among optotypes: OptotypeSet) -> String {
        switch self {
        case .waiting: "."
        case .asked: "?"
        case .heard(let letter): optotypes.sign(of: letter)
        case .missed: "-"
        }
    }
}

extension Presentation {
    /// The line by its name, with the height that its letters would have at a distance.
    package func caption(at distance: Distance) -> String {
        let name = SnellenLine.nearest(to: size).feet
        let distance = self.distance ?? distance
        let height = String(format: "%.1f", size.letterHeightInMillimetres(at: distance))
        let letters = isOfOneSize ? "letters" : "letters up to"
        return "Line \(line), \(name): \(letters) \(height) mm high at \(distance)"
    }
}

extension TestView {
    /// The name of the presentation shown; nil if there is none.
    package func caption(at distance: Distance) -> String? {
        guard let presentation else { return nil }
        if case .warmUp = prompt { return "Warm-up, letter \(presentation.line)" }
        return presentation.caption(at: distance)
    }
}

/// Prints the events of a test as JSON Lines.
///
/// If they cannot be printed, the test is asked to stop: its result can still be shown to a person.
package final class EventPrinter: TestObserver {
    private let console: Console
    /// The reason that the events could not be printed; nil if they were.
    package private(set) var failure: OutputError?
    /// Returns the comparison of a kept result with the person's earlier tests.
    var change: () -> AcuityChange? = { nil }

    /// - Parameter console: its standard output takes the events.
    package init(to console: Console) { self.console = console }

    package func observe(_ event: TestEvent) {
        guard failure == nil else { return }
        do throws(OutputError) {
            if case .result(let record) = event {
                try console.emit(ToldResult(record, change: change()))
            } else {
                try console.emit(event.recorded)
            }
        } catch {
            failure = error
            console.stop.request()
        }
    }
}

/// A result as it is printed: the record of the test, and how it compares with the person's earlier
/// tests.
package struct ToldResult: Encodable, Sendable {
    /// The record.
    package let record: TestRecord
    /// The comparison; nil for a test without a person, or a test that is not compared.
    package let change: AcuityChange?

    /// Sets each property from the parameter of its name.
    package init(_ record: TestRecord, change: AcuityChange?) {
        self.record = record
        self.change = change
    }

    /// Writes the `result` event with the member `change`, which is left out without a comparison.
    package func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        guard let change else { return }
        try encoder.write(["change": change.json])
    }

    /// The result in lines of text.
    package var text: String {
        guard let change else { return record.text }
        return "\(record.text)\n\(change.words)"
    }
}

/// Warns on standard error that sound was lost, and so not heard.
final class LostSoundWarning: TestObserver {
    private let console: Console

    /// - Parameter console: shows the warnings.
    init(in console: Console) { self.console = console }

    func observe(_ event: TestEvent) {
        if case .soundMissing(let reason) = event { console.say("Warning: \(reason)") }
    }
}
