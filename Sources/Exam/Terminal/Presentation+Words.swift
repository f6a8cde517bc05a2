package import Acuity
internal import Dialogue
internal import Foundation

extension Presentation {
    /// The line by its name, with the height that its letters have at a distance. A terminal shows
    /// letters of one size, so this says what it cannot show.
    package func caption(at distance: Distance) -> String {
        let name = SnellenLine.nearest(to: size).feet
        let distance = self.distance ?? distance
        let height = String(format: "%.1f", size.letterHeightInMillimetres(at: distance))
        let letters = isOfOneSize ? "letters" : "letters up to"
        return "Line \(line), \(name): \(letters) \(height) mm high at \(distance)"
    }
}

extension TestView {
    /// What is shown, by its name; nil where nothing is.
    package func caption(at distance: Distance) -> String? {
        guard let presentation else { return nil }
        if case .warmUp = prompt { return "Warm-up, letter \(presentation.line)" }
        return presentation.caption(at: distance)
    }
}
