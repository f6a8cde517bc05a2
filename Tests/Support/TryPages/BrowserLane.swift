internal import Acuity
internal import Dialogue
internal import Foundation
internal import HTTP
internal import PhoneticMapping
internal import TestBrowser
internal import TestPages
internal import WebServer

/// The pages of one test with a patient's page in a browser, on a screen that was measured.
final class BrowserLane {
    static let operatorKey = SecretWord.hexadecimal()

    let pages: PageController
    let browser: Browser
    private let server: HTTPServer

    var address: String { "http://127.0.0.1:\(server.port)" }

    init(
        _ view: PatientView, width: Int, height: Int, pixelsPerMillimetre: Double?,
        code: String? = nil, device: PageDevice = PageDevice(), flags: [String] = [],
        blocksSiteData: Bool = false
    ) throws {
        let pages = PageController(
            view, code: code, operatorKey: Self.operatorKey, program: "Aloud 1.0", device: device)
        self.pages = pages
        server = try HTTPServer(ServerSettings(port: 0), responder: pages)
        let port = server.port
        pages.open(to: AllowedHosts(port: port))
        browser = try Browser(
            width: width, height: height, isWhole: true, blocksSiteData: blocksSiteData,
            flags: flags)
        try browser.screen(width: width, height: height, scale: 1)
        try browser.open(address + "/")
        if let pixelsPerMillimetre {
            try browser.run(
                """
                localStorage.setItem(document.documentElement.dataset.screen,
                  '\(pixelsPerMillimetre)');
                """)
            try browser.open(address + "/")
        }
        if code == nil {
            try browser.wait(until: "!document.getElementById('setup').hidden")
        }
    }

    deinit { cut() }

    private var isCut = false

    /// Ends the server.
    func cut() {
        if !isCut { server.stop() }
        isCut = true
    }
}

/// Answers of a simulated observer, given as soon as they are asked for.
final class PromptReader: AnswerSource, Display {
    private var observer: SimulatedObserver
    private var shown: Presentation?
    private var isAnswered = false
    private let beforeAnswer: () throws -> Void

    /// - Parameter beforeAnswer: called before each line is answered.
    init(_ observer: SimulatedObserver, beforeAnswer: @escaping () throws -> Void = {}) {
        self.observer = observer
        self.beforeAnswer = beforeAnswer
    }

    func show(_ view: TestView) {
        guard let presentation = view.presentation, presentation != shown else { return }
        shown = presentation
        isAnswered = false
    }

    func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        guard let shown, !isAnswered else { return .settled }
        isAnswered = true
        try beforeAnswer()
        return .utterance(
            Utterance(
                observer.read(shown).map { response in
                    switch response {
                    case .named(let letter): .init(.letter(letter), confidence: 0.96)
                    case .missed: .init(.command(.cannotSee), confidence: 0.9)
                    }
                }, isFinal: true))
    }
}

/// Shows a test in two places.
final class TwoDisplays: Display {
    private let one: any Display
    private let two: any Display

    init(_ one: any Display, _ two: any Display) {
        self.one = one
        self.two = two
    }

    func show(_ view: TestView) throws {
        try one.show(view)
        try two.show(view)
    }
}
