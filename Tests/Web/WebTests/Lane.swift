import Acuity
import Dialogue
import Foundation
import HTTP
import TestBrowser
import TestPages
import WebServer

/// The pages of a test at a port of their own, as `aloud` opens them.
final class Lane {
    let pages: PageController
    private(set) var server: HTTPServer
    private(set) var number = 0

    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    init(
        _ view: PatientView = .waiting(eye: .right, distance: .fourMetres, chooses: false),
        code: String? = nil, operatorKey: String? = nil,
        settings: ServerSettings = ServerSettings(port: 0),
        screens: ScreenMeasures = ScreenMeasures(), device: PageDevice = PageDevice(),
        phonePad: PhonePadOffer? = nil, hasVoice: Bool = false,
        notation: PageNotation = .automatic
    ) throws {
        let pages = PageController(
            view, code: code, operatorKey: operatorKey, screens: screens, program: "Aloud 0",
            device: device, phonePad: phonePad, hasVoice: hasVoice, notation: notation)
        self.pages = pages
        server = try HTTPServer(settings, responder: pages)
        let port = server.port
        self.port = port
        pages.open(to: AllowedHosts(port: port))
    }

    deinit { cut() }

    /// Ends the server in the middle of whatever it does.
    func cut() { server.stop() }

    /// Serves the same pages again at the same port.
    func mend() throws {
        server = try HTTPServer(ServerSettings(port: port), responder: pages)
    }

    /// Opens the patient's page, on a screen that was measured.
    func open(_ browser: Browser, pixelsPerMillimetre: Double?) throws {
        try browser.open(address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        guard let pixelsPerMillimetre else { return }
        try browser.run(
            """
            localStorage.setItem(document.documentElement.dataset.screen,
              '\(pixelsPerMillimetre)');
            """)
    }

    /// Opens a session without a browser.
    func session() throws -> String {
        struct Answer: Decodable { var session: String }
        let answer = try RawConnection.exchange(
            port: port, "POST", "/session",
            headers: ["Origin": address, "Sec-Fetch-Site": "same-origin"], body: "{}")
        return try JSONDecoder().decode(Answer.self, from: answer.body).session
    }

    /// Shows something and waits until it is painted.
    func show(_ view: PatientView, in browser: Browser) throws {
        pages.show(view)
        number += 1
        try browser.wait(until: "Number(document.documentElement.dataset.painted) === \(number)")
    }
}

extension PatientView {
    /// A line that nobody has answered yet.
    static func line(
        _ shown: Presentation, _ prompt: Prompt = .read, at distance: Distance = .fourMetres
    ) -> PatientView {
        .test(
            TestView(
                presentation: shown, places: shown.letters.map { _ in .waiting }, prompt: prompt),
            distance: distance)
    }

    /// Letters that nobody has answered yet.
    static func letters(
        _ letters: [Letter], _ size: LogMAR, at distance: Distance, places: [Place]? = nil
    ) -> PatientView {
        .test(
            TestView(
                presentation: Presentation(line: 1, size: size, letters: letters),
                places: places ?? letters.map { _ in .waiting }, prompt: .read),
            distance: distance)
    }
}
