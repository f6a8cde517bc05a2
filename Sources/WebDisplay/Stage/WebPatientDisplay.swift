public import Acuity
public import HandsFree

/// Shows a test on the patient's page.
public final class WebPatientDisplay: Display {
    private let stage: WebStage
    private let distance: Distance

    /// - Parameters:
    ///   - stage: where the page meets the test.
    ///   - distance: from the eye to the letters, for their size.
    public init(on stage: WebStage, distance: Distance) {
        self.stage = stage
        self.distance = distance
    }

    /// Never waits: a page that is slow gets the latest view when it is ready.
    public func show(_ view: TestView) {
        // The end is shown by whoever has the report.
        guard view.presentation != nil else { return }
        stage.show(.test(view, distance: distance))
    }
}
