internal import Acuity
internal import Dialogue
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Records
internal import TestPages

/// The patient's page before a test, in it, and between two.
extension PageStates {
    /// A view of the patient's page, with what is done on the page for it.
    struct State {
        var name: String
        var view: PatientView
        var isMeasured = true
        /// Whether no loudspeaker works.
        var isMute = false
        var script = ""
    }

    /// A ring with a gap among eight directions.
    private static let ring = PatientView.test(
        TestView(
            presentation: Presentation(
                line: 9, size: LogMAR(0.5), letters: [.q], optotypes: .landolt8),
            places: [.waiting], prompt: .read), distance: .fourMetres)

    static let setUp = PatientView.waiting(
        eye: .right, distance: .fourMetres, chooses: true,
        offers: StartFormOptions(hearsDistance: true, choosesStart: false))

    /// Goes to a step of the set-up.
    static func step(_ name: String) -> String {
        """
        for (let count = 0; count < 9; count += 1) {
          if (document.getElementById('setup').dataset.step === '\(name)') break;
          ['waive', 'next'].map((id) => document.getElementById(id))
            .find((button) => button.checkVisibility()).click();
        }
        """
    }

    private static let measuring = "document.getElementById('calibrate').click();"

    var states: [State] {
        let chart = Chart(.one)
        let line = chart.lines[6]
        func reading(_ places: [Place], _ prompt: Prompt = .read) -> PatientView {
            .test(
                TestView(
                    presentation: line, places: places, prompt: prompt,
                    asked: places.contains(.asked)
                        ? places.indices.filter { places[$0] == .asked } : nil),
                distance: .fourMetres)
        }
        let distant = Prompt.trouble(
            "Come nearer. You are 5.2 m away; 1.0 m to 4.0 m is right.")
        let waiting = line.letters.map { _ in Place.waiting }
        let some: [Place] = [.heard(.z), .heard(.s), .missed, .asked, .waiting]
        return [
            State(name: "who", view: Self.setUp),
            State(name: "eyes", view: Self.setUp, script: Self.step("eyes")),
            State(name: "correction", view: Self.setUp, script: Self.step("correction")),
            State(
                name: "screen", view: Self.setUp, isMeasured: false, script: Self.step("screen")),
            State(
                name: "measure-card", view: Self.setUp, isMeasured: false, script: Self.measuring),
            State(
                name: "measure-ruler", view: Self.setUp, isMeasured: false,
                script: Self.measuring + "document.getElementById('by-ruler').click();"),
            State(name: "distance", view: Self.setUp, script: Self.step("distance")),
            State(name: "sound", view: Self.setUp, script: Self.step("sound")),
            State(name: "start", view: Self.setUp, script: Self.step("start")),
            State(
                name: "start-touch", view: Self.setUp,
                script: Self.step("start") + "document.getElementById('by-touch').click();"),
            State(name: "line-touch", view: reading(some)),
            State(
                name: "start-uncalibrated", view: Self.setUp, isMeasured: false,
                script: "document.getElementById('by-touch').click();" + Self.step("start")),
            State(
                name: "start-too-near",
                view: .waiting(
                    eye: .right, distance: .fortyCentimetres, chooses: false,
                    offers: StartFormOptions(areAlone: true)),
                script: Self.step("start")),
            State(
                name: "start-directions",
                view: .waiting(
                    eye: .right, distance: .fourMetres, chooses: false,
                    offers: StartFormOptions(
                        asksDirections: true, areRings: true, asksDiagonals: true, areAlone: true))),
            State(
                name: "no-microphone",
                view: .waiting(
                    eye: .right, distance: .fourMetres, chooses: true,
                    trouble: StartFormProblem(
                        words: "The microphone cannot be heard. Please ask for help.",
                        details: "The microphone hw:1 cannot be opened: no such device."))),
            State(
                name: "no-loudspeaker", view: Self.setUp, isMute: true, script: Self.step("start")),
            State(
                name: "measure-error", view: Self.setUp, isMeasured: false,
                script: Self.measuring
                    + """
                    document.getElementById('by-ruler').click();
                    document.getElementById('bar-length').value = '2900';
                    document.getElementById('calibrated').click();
                    """),
            State(
                name: "line-large",
                view: .test(
                    TestView(presentation: chart.lines[0], places: waiting, prompt: .read),
                    distance: .fourMetres)),
            State(name: "line", view: reading(waiting)),
            State(
                name: "line-again",
                view: reading(some, .readAgain([3], of: 5))),
            State(
                name: "line-alone",
                view: reading(some, .readAgain([3], of: 5, by: .codeWord))),
            State(
                name: "letter-fresh",
                view: .test(
                    TestView(
                        presentation: Presentation(
                            line: 4, size: chart.lines[3].size, letters: [.h], isFresh: true),
                        places: [.waiting], prompt: .read), distance: .fourMetres)),
            State(
                name: "letter",
                view: .test(
                    TestView(
                        presentation: Presentation(line: 12, size: LogMAR(0.5), letters: [.h]),
                        places: [.waiting], prompt: .read), distance: .fourMetres)),
            State(name: "line-uncalibrated", view: reading(waiting), isMeasured: false),
            State(name: "pause", view: reading(some, .paused(.silence))),
            State(
                name: "trouble",
                view: reading(
                    some,
                    .trouble(
                        "The microphone cannot be heard (No such device). Please check that it is"
                            + " plugged in."))),
            State(name: "too-far", view: reading(some, distant)),
            State(
                name: "too-near",
                view: reading(
                    some, .trouble("Move back. You are 31 cm away; 40 cm to 60 cm is right."))),
            State(
                name: "listen",
                view: .rest(
                    title: "Listen",
                    words: GuidanceWords.welcome(to: .sloan, areAlone: false) + " "
                        + GuidanceWords.eyes(.right), canGoOn: true)),
            State(name: "line-directions", view: Self.ring),
            State(
                name: "choose",
                view: .choose(chart.lines[3], number: 4, distance: .fourMetres)),
            State(
                name: "all-sizes",
                view: .chooseSize(
                    SnellenLine.all.enumerated().map { index, line in
                        Presentation(line: index + 1, size: line.size, letters: [.k])
                    }, distance: .fourMetres)),
            State(
                name: "line-far",
                view: .test(
                    TestView(
                        presentation: line, places: waiting, prompt: .read,
                        lastRead: LogMAR(0.1)), distance: .fourMetres)),
            State(
                name: "rest",
                view: .rest(
                    title: "A rest",
                    words: "\(GuidanceWords.rest) Before the next letters:"
                        + " \(PatientView.cover(before: .left)) The test then goes on by itself.",
                    canGoOn: true)),
            State(
                name: "rest-moon",
                view: .rest(
                    title: "A rest",
                    words: "\(GuidanceWords.rest) Before the next letters:"
                        + " \(PatientView.cover(before: .left)) The test then goes on by itself.",
                    canGoOn: true, showsMoon: true)),
            State(
                name: "second-page",
                view: .over(
                    title: "Open in another window",
                    words: "The test is shown in another window. You may close this one.")),
            State(
                name: "nothing-fits",
                view: .waiting(
                    eye: .right, distance: .fortyCentimetres, chooses: true,
                    offers: StartFormOptions(hearsDistance: true)),
                script: Self.step("distance")
                    + """
                    const input = document.getElementById('distance');
                    input.value = '10';
                    input.dispatchEvent(new Event('input', { bubbles: true }));
                    """),
            State(
                name: "over",
                view: .over(
                    title: "Aloud has stopped",
                    words: "It was closed on the host computer. To go on, start it there again and"
                        + " reload this page.")),
        ]
    }
}
