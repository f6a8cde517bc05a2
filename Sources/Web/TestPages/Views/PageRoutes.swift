internal import HTTP

/// The right to send a request to the pages of a test.
enum PageAccess: Sendable {
    /// Everybody has it.
    case anyone
    /// The page that shows the test to the patient.
    case patient
    /// The page with the keys on a phone.
    case pad
    /// The person who conducts the test: with the operator's key, or signed in.
    case conductor
}

/// A request that the pages of a test answer, from a sender with the right.
struct PageCall: Sendable {
    let request: Request
    let pages: PageController
    /// Whether the sender may still see an open page.
    let mayStay: @Sendable () -> Bool

    init(
        _ request: Request, pages: PageController,
        mayStay: @escaping @Sendable () -> Bool = { true }
    ) {
        self.request = request
        self.pages = pages
        self.mayStay = mayStay
    }
}

typealias PageRoute = Route<PageAccess, PageCall>

extension PageController {
    /// All routes of the pages of a test.
    static let routes = RouteTable(
        testRoutes + padRoutes + PageDevice.routes + OperatorSession.routes + [MoonFacts.route]
            + PageFile.routes)

    /// The requests of the patient's page.
    private static let testRoutes: [PageRoute] = [
        PageRoute("POST", "/session", .anyone) { (call) throws(Refusal) in
            .content(try call.pages.openSession(call.request))
        },
        PageRoute("GET", "/events", .patient, isStream: true) { call in
            .live(call.pages.openEvents(call.request))
        },
        patient("/leave") { $0.pages.leave($0.request) },
        patient("/begin") { (call) throws(Refusal) in try call.pages.begin(call.request) },
        PageRoute("POST", "/people", .patient) { (call) throws(Refusal) in
            try call.pages.findPeople(call.request)
        },
        patient("/answer") { (call) throws(Refusal) in try call.pages.takeAnswer(call.request) },
        patient("/go-on") { $0.pages.put(.goOn) },
        patient("/choose") { (call) throws(Refusal) in
            let body: ChooseBody = try call.request.json()
            call.pages.put(.choose(body.number))
        },
        patient("/again") { $0.pages.put(.again) },
        patient("/touched") { $0.pages.put(.touched) },
        patient("/screen-changed") { $0.pages.put(.screen(hasChanged: true)) },
        patient("/screen-unchanged") { $0.pages.put(.screen(hasChanged: false)) },
        patient("/listen") { (call) throws(Refusal) in
            let body: ListenBody = try call.request.json()
            call.pages.put(.listen(body.isOn))
        },
        patient("/language") { (call) throws(Refusal) in
            let body: LanguageBody = try call.request.json()
            guard body.language.count == 2 else { throw .malformed }
            call.pages.isIn(body.language)
        },
        PageRoute("POST", "/screen", .patient) { (call) throws(Refusal) in
            .content(try call.pages.measure(call.request))
        },
        PageRoute("POST", "/grey", .patient) { (call) throws(Refusal) in
            .content(try call.pages.measureGrey(call.request))
        },
        patient("/shown") { (call) throws(Refusal) in
            let body: ShownBody = try call.request.json()
            call.pages.shows(letters: body.isShown, areTooSmall: body.isTooSmall ?? false)
        },
        patient("/stop") { (call) throws(Refusal) in
            let body: StopBody = try call.request.json()
            try call.pages.stop(ofWarmUp: body.ofWarmUp)
        },
    ]

    /// The route of an act of the patient's page.
    static func patient(
        _ path: String, act: @escaping @Sendable (PageCall) throws(Refusal) -> Void
    ) -> PageRoute {
        PageRoute("POST", path, .patient) { (call) throws(Refusal) in
            try act(call)
            return .content(.done)
        }
    }

    /// The requests about the keys on a phone.
    private static let padRoutes: [PageRoute] = [
        PageRoute("POST", "/pad-link", .patient) { (call) throws(Refusal) in
            .content(try call.pages.offerPad(call.request))
        },
        PageRoute("GET", "/pad/events", .pad, isStream: true) { (call) throws(Refusal) in
            .live(try call.pages.openPad())
        },
        pad("/pad/answer") { (call) throws(Refusal) in try call.pages.takeAnswer(call.request) },
        pad("/pad/go-on") { $0.pages.put(.goOn) },
        pad("/pad/stop") { (call) throws(Refusal) in try call.pages.stop(ofWarmUp: false) },
    ]

    /// The route of an act with the keys on a phone.
    private static func pad(
        _ path: String, act: @escaping @Sendable (PageCall) throws(Refusal) -> Void
    ) -> PageRoute {
        PageRoute("POST", path, .pad) { (call) throws(Refusal) in
            try act(call)
            return .content(.done)
        }
    }

    /// The number of the size to start at.
    private struct ChooseBody: Decodable {
        var number: Int
    }

    /// Whether the page shows the letters that it was sent.
    private struct ShownBody: Decodable {
        var isShown: Bool
        /// Whether they are hidden because they are too small for the screen.
        var isTooSmall: Bool?
    }

    /// Whether answers to the set-up are to be heard.
    private struct ListenBody: Decodable {
        var isOn: Bool
    }

    /// The language of the page, as a code of ISO 639.
    private struct LanguageBody: Decodable {
        var language: String
    }

    /// Whether the warm-up or the test is to be stopped.
    private struct StopBody: Decodable {
        var ofWarmUp: Bool
    }
}

extension PageFile {
    /// The routes of the files.
    static var routes: [PageRoute] {
        files.filter { $0.key != PageNotation.path }.map { PageRoute(file: $1, at: $0, .anyone) }
            + [
                PageRoute("GET", PageNotation.path, .anyone) { .content($0.pages.notation.script) }
            ]
    }
}

extension OperatorSession {
    /// The requests of the operator's page.
    static let routes: [PageRoute] = [
        PageRoute("GET", "/operator/events", .conductor, isStream: true) { (call) throws(Refusal) in
            .live(try call.pages.operatorSession.openPage(call.mayStay))
        },
        PageRoute("POST", "/operator/act", .conductor) { (call) throws(Refusal) in
            try call.pages.operatorSession.take(OperatorAct(call.request.body))
            return .content(.done)
        },
    ]
}

extension PageDevice {
    /// The requests about the device that shows the patient's page.
    static let routes: [PageRoute] = [
        PageController.patient("/sound") { (call) throws(Refusal) in
            try call.pages.device.takeSound(call.request)
        },
        PageController.patient("/distance") { (call) throws(Refusal) in
            try call.pages.device.takeDistance(call.request)
        },
        PageController.patient("/guide") { (call) throws(Refusal) in
            try call.pages.device.takeGuide(call.request)
        },
        PageRoute("GET", "/eyes.net", .anyone) { (call) throws(Refusal) in
            .content(try call.pages.device.nets())
        },
    ]
}
