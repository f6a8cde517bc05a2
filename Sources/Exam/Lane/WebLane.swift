internal import Accounts
internal import Acuity
internal import Audio
internal import ClinicPages
internal import CommandLineKit
internal import Contrast
internal import Dialogue
internal import Foundation
internal import HTTP
internal import Platform
internal import RecordREST
internal import RecordStore
internal import TestPages

/// The pages of an exam, their server and the voice that guides the person.
final class WebLane {
    /// The state of the pages.
    let pages: PageController
    private let server: any RunningServer
    /// The server without TLS, in addition to one with TLS; nil if there is none.
    private let doorway: (any RunningServer)?
    let console: Console
    private let room: ExamRoom

    /// The longest wait for a page before the request to stop is checked, seconds.
    static let patience = 0.05
    /// The time that the program waits at its end for the page to fetch the result, seconds.
    private static let farewell = 3.0

    /// Whether there is a page for an operator.
    let hasOperator: Bool
    /// The voice that guides the person; nil for none.
    let voice: GuideVoice?
    /// The language that the voice speaks; nil before a page has named one.
    private var spoken: String?
    /// Whether the eyes are chosen on the page.
    let choosesEyes: Bool
    /// The voice of another language; nil if there is none.
    private let voiceOf: @Sendable (_ language: String) -> (any Speaking)?

    /// The address of the home page on this machine, with its key while there are no accounts; nil
    /// without records.
    let home: String?

    /// The address and the port at which this machine reaches the pages without TLS.
    var place: (address: String, port: Int) {
        (server.address, doorway?.port ?? server.port)
    }

    /// Opens the lane and prints its addresses.
    ///
    /// - Parameter view: shown until a test begins.
    /// - Throws: why the server cannot be started.
    init(_ view: PatientView, _ pages: LaneConfiguration, in room: ExamRoom) throws {
        let console = room.console
        self.console = console
        self.room = room
        choosesEyes = if case .waiting(_, _, let chooses, _, _) = view { chooses } else { false }
        let guide = pages.guide
        voiceOf = { language in guide?.voiceOf(language) }
        let settings = pages.server
        hasOperator = pages.hasOperator
        let key = hasOperator ? SecretWord.hexadecimal() : nil
        let code = settings.isOfThisMachine ? nil : SecretWord.pairingCode()
        let device = PageDevice(
            hears: room.configuration.answers.areFromPage,
            eyeNets: room.instruments.eyeNets())
        let signIns = room.records?.signIns
        let gate = signIns.map { ClinicGate($0) }
        // Without accounts, only this machine may use the records.
        let recordKey =
            room.records != nil && settings.isOfThisMachine ? SecretWord.hexadecimal() : nil
        // The first account is made on this machine, even if other devices can reach the lane.
        let firstKey =
            recordKey
            ?? (room.records != nil && settings.proxy == nil ? SecretWord.hexadecimal() : nil)
        let certified = settings.certificate?.names ?? []
        // The addresses are known once the server has its port.
        let reached = ReachedAddresses()
        var people: (@Sendable (_ words: String, _ login: String) -> [LanePerson])?
        if let records = room.records { people = { records.people(fitting: $0, for: $1) } }
        let controller = PageController(
            view, code: code, operatorKey: key,
            screens: ScreenMeasures(file: pages.screens) { console.say($0) },
            program: pages.program, device: device,
            parts: room.recordParts(
                recordKey, first: firstKey, isListening: pages.authority != nil), gate: gate,
            authority: pages.authority, people: people,
            phonePad: settings.isOfThisMachine
                ? nil
                : PhonePadOffer(
                    origins: { reached.current?.outside ?? [] },
                    trust: { reached.current?.trust }, picture: pages.codePicture),
            hasVoice: pages.guide != nil, notation: pages.notation, language: room.pageLanguage)
        self.pages = controller
        if let records = room.records {
            records.next.onChange { controller.show(records.laneChoice($0)) }
            records.signIns.onSignOut { records.next.forget(by: $0) }
        }
        voice = pages.guide.map { guide in
            GuideVoice(
                guide.voice, through: room.instruments.loudspeaker(guide.loudspeaker),
                guide.settings
            ) { failure in
                let advice =
                    failure is VoiceFailure ? "" : " '--speaker' names another loudspeaker."
                console.say(
                    "Warning: \(failure)\(advice) The test continues without spoken guidance.")
                controller.show(isMute: true)
            } onRecovery: {
                controller.show(isMute: false)
            }
        }
        controller.operatorSession.isConducted(
            by: room.records.map { $0.circumstances.examiner ?? $0.author.name })
        var secure = settings
        if settings.certificate != nil, settings.port > 0 {
            secure.port = settings.port == 65_535 ? settings.port - 1 : settings.port + 1
        }
        server = try room.instruments.webServer(secure, controller)
        if settings.certificate == nil {
            doorway = nil
        } else {
            var plain = settings
            plain.certificate = nil
            let door = Doorway(
                to: controller, securePort: server.port,
                trust: { [authority = pages.authority] in authority?.answer(to: $0) },
                files: LaneAuthority.file)
            let opened = try room.instruments.webServer(plain, door)
            door.open(
                to: AllowedHosts(port: opened.port, names: LocalNames.all + certified))
            doorway = opened
        }
        let (address, port, plainPort) = (server.address, server.port, doorway?.port)
        controller.open(
            to: LaneAddresses.hosts(
                address, port: port, plainPort: plainPort, certified: certified))
        let addresses = LaneAddresses(
            address, port: port, plainPort: plainPort, certified: certified)
        reached.set {
            LaneAddresses(address, port: port, plainPort: plainPort, certified: certified)
        }
        let isClosed = gate?.isClosed == true
        home =
            room.records == nil
            ? nil
            : addresses.pages.first.map { page in
                page + "/home" + (isClosed ? "" : recordKey.map { "#\($0)" } ?? "")
            }
        for page in addresses.pages {
            console.say("The test is at \(page)/")
            if let key {
                console.say(
                    "The operator's page: \(page)/operator" + (isClosed ? "" : "#\(key)"))
            }
            if let recordKey, !isClosed {
                console.say("The records: \(page)/records#\(recordKey)")
            } else if room.records != nil, isClosed {
                console.say("The records: \(page)/records")
            }
        }
        if let firstKey, !isClosed {
            let port = doorway?.port ?? server.port
            console.say(
                "To make this a clinic with accounts, open http://127.0.0.1:\(port)/account/start"
                    + "#\(firstKey)")
        }
        if let authority = pages.authority, let trust = addresses.trust {
            console.say(
                "A device that does not trust this machine yet opens \(trust) first.")
            console.say("SHA-256 fingerprint of the authority: \(authority.fingerprint)")
        }
        if let code, !isClosed { console.say("Pairing code: \(code)") }
        voice?.checkLoudspeaker()
    }

    /// Makes a display of letters for a person at a distance.
    ///
    /// - Parameters:
    ///   - grey: the grey of the screen in a test of contrast; nil for black letters.
    ///   - screen: the name of that screen; nil for any.
    func patientDisplay(
        at distance: Distance, grey: ScreenGrey? = nil, on screen: String? = nil
    ) -> WebPatientDisplay {
        WebPatientDisplay(on: pages, distance: distance, grey: grey, screenName: screen) {
            [voice] in voice?.whenSaid($0) ?? false
        }
    }

    /// Waits for a click on "Begin" while the microphone works; nil if the program ends first. A
    /// missing microphone is looked for every five seconds.
    ///
    /// - Parameters:
    ///   - look: opens the microphone; throws why it cannot.
    ///   - isBlocked: whether the sheet says that there is no microphone.
    ///   - waiting: the sheet with a fault; nil for none.
    func begin(
        _ look: () throws(NoMicrophone) -> Void, isBlocked: Bool,
        waiting: (StartFormProblem?) -> PatientView
    ) -> BeginRequest? {
        var isBlocked = isBlocked
        let setup = SetupListener(on: pages, in: room) { [room] choice, stop in
            try self.microphone(choice, in: room, until: stop)
        }
        var guide = GuideListening(lane: self, room: room)
        defer {
            setup.close()
            guide.close()
        }
        var looked = ContinuousClock.now - Self.lookEvery
        while !console.stop.isRequested {
            speakAsPage()
            let wait = setup.isListening ? 0 : Self.patience
            guard let wish = pages.nextRequest(within: wait) else {
                if looked.duration(to: .now) > Self.lookEvery {
                    looked = .now
                    tellWaitingTests()
                    if isBlocked, (try? look()) != nil {
                        isBlocked = false
                        pages.show(waiting(nil))
                    }
                    // Reading the choice ends it if it is too old.
                    _ = room.records?.next.current
                }
                setup.listen()
                guide.attend()
                continue
            }
            if case .listen(let isOn) = wish { setup.turn(isOn) }
            guard case .begin(let begin) = wish else { continue }
            setup.close()
            guide.close()
            do throws(NoMicrophone) {
                if !begin.answers.isByHand { try look() }
                speak(begin.language)
                return begin
            } catch {
                console.say("Error: \(error)")
                isBlocked = true
                pages.show(waiting(StartFormProblem(error)))
            }
        }
        return nil
    }

    /// Switches the spoken language to that of the page.
    private func speakAsPage() {
        guard let language = pages.language, language != spoken else { return }
        speak(language)
    }

    /// Sets the spoken language; English if there is no voice for it.
    func speak(_ language: String) {
        spoken = language
        voice?.speak(language, by: voiceOf(language))
    }

    /// Says a sentence in a language, without changing the spoken one.
    func say(_ words: String, in language: String) {
        voice?.say(words, in: language, by: voiceOf(language))
    }

    /// The time between two checks of waiting tests and of a missing microphone, while nobody is
    /// tested.
    private static let lookEvery = Duration.seconds(5)

    /// Shows the operator how many tests wait for the shared records, and how many results no peer has
    /// taken.
    func tellWaitingTests() {
        guard let store = room.records?.store, let waiting = try? store.waitingTests() else {
            return
        }
        pages.operatorSession.waits(tests: waiting.count)
        let now = Moment(console.date())
        guard let counts = try? store.deliveryCounts() else { return }
        let late = counts.filter { $0.alarm(at: now) != nil }
        pages.operatorSession.isUndelivered(
            results: late.reduce(0) { $0 + $1.waiting + $1.refused })
    }

    /// Waits until another test is requested, or until nobody has touched the page for a time;
    /// false if the program must end first.
    ///
    /// - Parameter onScreenChanged: called if the person says that the screen changed during the test.
    func again(orAfter seconds: Double, onScreenChanged: () -> Void) -> Bool {
        func deadline() -> ContinuousClock.Instant { .now + .seconds(seconds) }
        var end = deadline()
        while !console.stop.isRequested {
            switch pages.nextRequest(within: Self.patience) {
            case .again: return true
            case .touched: end = deadline()
            case .screen(let hasChanged):
                if hasChanged { onScreenChanged() }
                end = deadline()
            case .begin, .goOn, .choose, .listen, nil: if ContinuousClock.now >= end { return true }
            }
        }
        return false
    }

    /// Whether the person reports within a time that the screen changed during the test.
    func hasScreenChanged(within seconds: Double) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !console.stop.isRequested, ContinuousClock.now < deadline {
            if case .screen(let hasChanged) = pages.nextRequest(within: Self.patience) {
                return hasChanged
            }
        }
        return false
    }

    /// Shows the last view and ends the server. Call it once.
    func close(showing view: PatientView) {
        voice?.waitUntilSaid(seconds: Self.farewell, unless: StopRequest())
        pages.end(view, within: Self.farewell)
        server.stop()
        doorway?.stop()
    }
}
