internal import Acuity
internal import CommandLineKit
internal import Contrast
internal import Dialogue
internal import Platform
internal import TestPages

extension WebLane {
    /// Shows a rest for a time, or until the person continues; false if the test must end.
    func rest(before eye: Eye, seconds: Double) -> Bool {
        let stop = StopRequest(within: console.stop)
        pages.runs(stop)
        defer { pages.runs(nil) }
        pages.operatorSession.mayEnd(stop)
        pages.show(
            .rest(
                title: "A rest",
                words:
                    "\(GuidanceWords.rest) Before the next letters: \(PatientView.cover(before: eye))"
                    + " The test then goes on by itself.", canGoOn: true, showsMoon: true))
        voice?.say(GuidanceWords.rest)
        waitForGoOn(seconds: seconds, unless: stop)
        return !stop.isRequested
    }

    /// Waits for a time, or until the person continues.
    private func waitForGoOn(seconds: Double, unless stop: StopRequest) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline, !stop.isRequested, !goesOn() {}
    }

    /// Whether the person or an operator clicks to continue within this time.
    func goesOn(within seconds: Double = patience) -> Bool {
        pages.nextRequest(within: seconds) == .goOn || pages.operatorSession.nextAct() == .resume
    }

    /// Waits until a person with the keys on a phone sits in their place.
    func awaitPlace(until stop: StopRequest) {
        pages.show(
            .rest(
                title: "Take your place",
                words: "Take the phone with you. Press “Go on now” on it when you are ready.",
                canGoOn: true))
        while !stop.isRequested, !goesOn() {}
    }

    /// Gives the person the instructions for an eye.
    ///
    /// - Parameters:
    ///   - optotypes: the optotypes of the test.
    ///   - areAlone: whether each optotype is shown alone, between bars.
    ///   - byHand: whether the person answers with keys.
    ///   - isFirst: whether it is the person's first test.
    func instruct(
        _ eye: Eye, reading optotypes: OptotypeSet, areAlone: Bool, byHand: Bool,
        isFirst: Bool, until stop: StopRequest
    ) {
        let eyes = GuidanceWords.eyes(eye)
        if isFirst {
            voice?.tryAgain()
            let welcome =
                byHand
                ? GuidanceWords.welcome(toKeysFor: optotypes, areAlone: areAlone)
                : GuidanceWords.welcome(to: optotypes, areAlone: areAlone)
            tell([welcome, eyes], under: "Listen", until: stop)
        } else {
            tell([eyes], under: "Now the \(eye.rawValue) eye", until: stop)
        }
        // Before the second eye the rest page names the eye to cover; without a choice of eyes the
        // sheet names it.
        if isFirst, choosesEyes, eye != .both, voice?.isHeard != true {
            showCover(of: eye, until: stop)
        }
    }

    /// Says sentences and shows them, if there is a voice, until the end or a click to go on. Aloud
    /// does not listen while it speaks.
    func tell(_ sentences: [String], under title: String, until stop: StopRequest) {
        guard let voice, voice.isHeard else { return }
        pages.show(
            .rest(title: title, words: sentences.joined(separator: " "), canGoOn: true))
        for sentence in sentences { voice.say(sentence) }
        let deadline = ContinuousClock.now + .seconds(Self.longestSpeech)
        while voice.isSpeaking, !stop.isRequested, ContinuousClock.now < deadline, !goesOn() {}
        voice.hush()
        // Speech that was cut off may last a moment longer.
        voice.waitUntilSaid(seconds: Self.longestSpeech, unless: stop)
        // A second click on "Go on" is not meant for the next page.
        _ = pages.nextRequest(within: 0)
    }

    /// Shows which eye to cover for a time, or until the person continues.
    private func showCover(of eye: Eye, until stop: StopRequest) {
        pages.show(
            .rest(
                title: "Now the \(eye.rawValue) eye",
                words: "\(PatientView.cover(before: eye)) The letters appear in a moment.",
                canGoOn: true))
        waitForGoOn(seconds: Self.coveringSeconds, unless: stop)
    }

    /// The time that covering an eye takes, seconds: Aloud's own choice.
    private static let coveringSeconds = 8.0

    /// The longest wait for the end of speech, seconds.
    static let longestSpeech = 30.0
}
