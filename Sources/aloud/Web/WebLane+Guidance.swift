internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Platform
internal import TestPages

extension WebLane {
    /// Waits for a time, or until the person goes on; false where there is to be no more.
    func rest(before eye: Eye, seconds: Double) -> Bool {
        let stop = StopRequest(within: environment.stop)
        stage.desk.mayEnd(stop)
        stage.show(
            .rest(
                title: "A rest",
                words:
                    "\(GuidanceWords.rest) Before the next letters: \(PatientView.cover(before: eye))"
                    + " The test goes on by itself.", canGoOn: true))
        voice?.say(GuidanceWords.rest)
        waitForGoOn(seconds: seconds, unless: stop)
        return !stop.isRequested
    }

    /// Waits for a time, or until the person goes on.
    private func waitForGoOn(seconds: Double, unless stop: StopRequest) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline, !stop.isRequested, !goesOn() {}
    }

    /// Whether the person goes on, or an operator for them; waits a moment for it.
    func goesOn(within seconds: Double = patience) -> Bool {
        stage.wish(within: seconds) == .goOn || stage.desk.nextAct() == .resume
    }

    /// Tells the person what to do before an eye is tested.
    ///
    /// - Parameters:
    ///   - optotypes: what is shown to it.
    ///   - areAlone: whether each stands alone, between bars.
    ///   - isFirst: whether the person has not been told yet how it goes.
    func instruct(
        _ eye: Eye, reading optotypes: OptotypeSet, areAlone: Bool, isFirst: Bool,
        until stop: StopRequest
    ) {
        let eyes = GuidanceWords.eyes(eye)
        if isFirst {
            voice?.tryAgain()
            let welcome = GuidanceWords.welcome(to: optotypes, areAlone: areAlone)
            tell([welcome, eyes], under: "Listen", until: stop)
        } else {
            tell([eyes], under: "Now the \(eye.rawValue) eye", until: stop)
        }
        // Before the second eye it stood on the page of the rest, and where the eye is not chosen on the sheet.
        if isFirst, choosesEyes, eye != .both, voice?.isHeard != true {
            showCover(of: eye, until: stop)
        }
    }

    /// Says sentences, if there is a voice, and shows the same words, until all is said or the person
    /// goes on. Nobody is heard while Aloud speaks: what is asked for comes after it.
    func tell(_ sentences: [String], under title: String, until stop: StopRequest) {
        guard let voice, voice.isHeard else { return }
        stage.show(
            .rest(title: title, words: sentences.joined(separator: " "), canGoOn: true))
        for sentence in sentences { voice.say(sentence) }
        let deadline = ContinuousClock.now + .seconds(Self.longestSpeech)
        while voice.isSpeaking, !stop.isRequested, ContinuousClock.now < deadline, !goesOn() {}
        voice.hush()
        // What is cut may sound for a moment yet.
        voice.waitUntilSaid(seconds: Self.longestSpeech, unless: stop)
        // A second click on "Go on" was not meant for what comes next.
        _ = stage.wish(within: 0)
    }

    /// Shows what to cover for a time, or until the person goes on.
    private func showCover(of eye: Eye, until stop: StopRequest) {
        stage.show(
            .rest(
                title: "Now the \(eye.rawValue) eye",
                words: "\(PatientView.cover(before: eye)) The letters come by themselves.",
                canGoOn: true))
        waitForGoOn(seconds: Self.coveringSeconds, unless: stop)
    }

    /// How long covering an eye takes, seconds: Aloud's own choice.
    private static let coveringSeconds = 8.0

    /// The longest that anything said is waited for, seconds.
    static let longestSpeech = 30.0
}
