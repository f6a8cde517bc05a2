internal import HTTP
internal import Platform
internal import Records

/// The state of the patient's page: the view, and the one page that shows it.
struct PageState {
    private(set) var view: PatientView
    private let device: PageDevice
    /// The program and its version, for the result.
    private let program: String?
    private var number = 0
    private var shown = 0
    private var begun: BeginRequest?
    private var session: PageSession?
    private var pairing = PairingTries()
    /// The test or warm-up that the stop button ends; nil if nothing runs.
    private var stop: StopRequest?
    /// The test whose warm-up `stop` may end; nil if nothing runs.
    private var test: StopRequest?
    /// Whether another page has taken the lane over since the last test was begun.
    private var isTakenOver = false
    /// Whether `stop` ends a warm-up.
    private var isWarmUp = false
    /// Whether a result was removed because another page took over.
    private var isResultGone = false
    /// The activity that the page shows along with the letters.
    private var activity: ListeningActivity?
    /// The answers to the set-up that are heard; nil if nobody listens.
    private var setup: SetupSound?
    /// Whether the voice that guides the person cannot be heard.
    private var isMute = false
    /// The choice of the records page for the next test; nil without one.
    private(set) var choice: LaneChoice?
    /// Whether the page may search people while a name is typed.
    private var findsPeople = false
    /// The name of the person who is tested, on the sheet; nil if unknown.
    private var tested: String?
    /// The keys on a phone; nil if none were asked for.
    private var pad: PhonePad?
    /// Whether other devices can reach the pages, so that a phone may have the keys.
    private let offersPad: Bool
    /// Whether a voice speaks the requests.
    private let hasVoice: Bool
    /// The language in which the page starts; nil for that of the browser.
    private let usualLanguage: String?
    /// The language that the page reports; nil before its report.
    private(set) var language: String?

    init(
        view: PatientView, device: PageDevice, program: String?, offersPad: Bool, hasVoice: Bool,
        language: String? = nil
    ) {
        self.hasVoice = hasVoice
        usualLanguage = language
        self.view = view
        self.device = device
        self.program = program
        self.offersPad = offersPad
    }

    /// The view as the page receives it.
    private func text(isLast: Bool = false) -> String {
        var json = view.json(
            number: number, shown: shown, isMeasured: begun?.isCalibrated, isWarmUp: isWarmUp,
            isLast: isLast)
        switch view {
        case .result:
            json.add([
                "person": orNull(tested),
                "correction": orNull(begun?.correction?.rawValue),
                "program": orNull(program),
            ])
        case .waiting:
            json.add([
                "usualLanguage": orNull(usualLanguage),
                "setup": orNull(setup?.json), "isMute": isMute, "findsPeople": findsPeople,
                "choice": orNull(choice?.json(seesNames: session?.seesNames ?? false)),
            ])
        case .test:
            json.add(["sign": orNull(activity?.rawValue), "speaks": hasVoice && !isMute])
        case .choose, .chooseSize, .rest, .offer, .over: break
        }
        json.add([
            "device": device.json, "answers": orNull(begun?.answers.rawValue),
            "language": orNull(begun?.language),
            "pad": ["isOffered": offersPad, "isOpen": pad?.isOpen ?? false] as JSONObject,
        ])
        return json.jsonText
    }

    /// The view as the keys on a phone receive it.
    private func padText(isLast: Bool = false) -> String {
        view.pad(shown: shown, language: begun?.language, isLast: isLast).jsonText
    }

    /// Sends the current view to the page. The number of the view stays.
    func send() { session?.live?.put(text()) }

    // For the test.

    /// Replaces the view.
    ///
    /// - Parameter shown: the count of the lines that were shown.
    mutating func show(_ view: PatientView, shown: Int) {
        if case .result = self.view, case .waiting = view { endPad() }
        self.view = view
        isResultGone = false
        number += 1
        self.shown = shown
        send()
        pad?.put(padText())
    }

    /// Replaces the view by the last one, and returns the stream to the page.
    mutating func end(_ view: PatientView) -> LiveText? {
        self.view = view
        // The page now belongs to another person, who must not see this result.
        if isResultGone, case .result = view {
            self.view = .over(title: "Aloud has stopped", words: "")
        }
        number += 1
        pad?.end(padText(isLast: true))
        session?.live?.put(text(isLast: true))
        return session?.live
    }

    mutating func show(_ activity: ListeningActivity?) {
        guard self.activity != activity else { return }
        self.activity = activity
        if case .test = view { send() }
    }

    mutating func show(_ setup: SetupSound?) {
        guard self.setup != setup else { return }
        self.setup = setup
        if case .waiting = view { send() }
    }

    mutating func show(_ choice: LaneChoice?) {
        guard self.choice != choice else { return }
        self.choice = choice
        if case .waiting = view { send() }
    }

    /// Sets whether the page may show names of the records, and search them.
    mutating func set(seesNames: Bool, findsPeople: Bool) {
        session?.seesNames = seesNames
        self.findsPeople = findsPeople
    }

    /// Names the person who is tested; nil if unknown, or if the page may not see the name.
    mutating func name(tested name: String?) -> String? {
        tested = session?.seesNames == false ? begun?.person : name
        return tested
    }

    mutating func show(isMute: Bool) {
        guard self.isMute != isMute else { return }
        self.isMute = isMute
        if case .waiting = view { send() }
    }

    mutating func runs(_ stop: StopRequest?, isWarmUp: Bool) {
        self.stop = stop
        self.isWarmUp = isWarmUp
        if !isWarmUp { test = stop }
        // The page of the test was taken over before the test could run.
        if isTakenOver { stop?.request() }
    }

    /// The reason that the patient cannot see the letters of the test; nil if they can, or could if
    /// they moved back.
    var screenTrouble: String? {
        guard case .test = view, let session else { return nil }
        if session.isGone { return "The screen is not connected." }
        if begun?.answers == .phone, pad?.isGone ?? true {
            return "The phone is not connected. Open its page again."
        }
        guard !session.showsLetters, !device.isTooNear else { return nil }
        return "The letters cannot be seen on the screen."
    }

    // For the page.

    /// Takes the choices of the start form; false if it is not shown.
    mutating func begins(_ begin: BeginRequest) -> Bool {
        guard case .waiting = view else { return false }
        begun = begin
        isTakenOver = false
        tested = begin.person
        return true
    }

    /// Notes the language of the page.
    mutating func isIn(_ language: String) { self.language = language }

    /// Puts the page into the language in which the person's answers are heard from now on.
    mutating func hears(_ language: String) {
        begun?.language = language
        self.language = language
    }

    /// The request that the stop button of a page sends; nil if its test has ended.
    func stop(ofWarmUp: Bool) -> StopRequest? { ofWarmUp == isWarmUp ? stop : nil }

    /// Notes whether the page shows the letters that it was sent, or else whether they are too small
    /// for its screen.
    mutating func shows(letters: Bool, areTooSmall: Bool) {
        session?.showsLetters = letters
        device.letters(areTooSmall: areTooSmall)
    }

    /// The token of the page; nil before the first one.
    var token: String? { session?.token }

    /// Lets a page in that knows the session or the code.
    ///
    /// - Parameters:
    ///   - wanted: the token that the page has kept, the code that it gives, and whether it takes
    ///     the lane over from another page.
    ///   - code: the pairing code; nil if none is needed.
    ///   - peer: the address of the device.
    ///   - holder: the page.
    /// - Throws: `Refusal.pageTaken` if the lane is open elsewhere.
    mutating func admit(
        _ wanted: (token: String?, code: String?, takesOver: Bool), code: String?,
        from peer: String, as holder: LaneHolder
    ) throws(Refusal) -> PageAdmission {
        if let session, session.token == wanted.token {
            return PageAdmission(token: session.token)
        }
        if let code {
            // A missing code is not a wrong guess.
            guard let given = wanted.code else { throw .wrongCode }
            guard pairing.allows(peer) else { throw .lockedOut }
            guard given == code else {
                pairing.missed(peer)
                throw .wrongCode
            }
            pairing.found(peer)
        }
        if let session, session.isTaken {
            guard wanted.takesOver else { throw .pageTaken }
            leaveStream(
                title: "Used on another screen",
                words: "The test was moved to another screen. To bring it back, reload this page.")
        }
        endPad()
        let opened = PageSession(holder)
        var admission = PageAdmission(token: opened.token)
        // The test was begun for the screen of the former page.
        if wanted.takesOver, session != nil {
            isTakenOver = true
            admission.ended = test
        }
        session = opened
        guard case .result(_, _, _, chooses: true, _, _, _, _, _) = view else { return admission }
        view = .rest(title: "One moment, please", words: "", canGoOn: false)
        isResultGone = true
        number += 1
        admission.isResultRemoved = true
        return admission
    }

    /// The page that holds the lane; nil before the first one.
    var holder: LaneHolder? {
        var holder = session?.holder
        if test != nil { holder?.activity = .test }
        if case .result = view { holder?.activity = .result }
        return holder
    }

    /// Shows the page a last view, and ends its stream.
    private func leaveStream(title: String, words: String) {
        guard let live = session?.live else { return }
        let view = PatientView.over(title: title, words: words)
        live.put(view.json(number: number, isLast: true).jsonText)
        live.end()
    }

    /// The event stream to the page. A page that reconnects replaces its old stream.
    ///
    /// - Parameter load: the identifier of the page load; nil if the page sends none.
    mutating func openStream(load: String?) -> LiveText {
        leaveStream(
            title: "Open in another window",
            words: "The test is shown in another window. You may close this one.")
        let live = LiveText(text())
        session?.open(live, load: load)
        device.letters(areTooSmall: false)
        return live
    }

    /// Notes that the page is closed or reloaded.
    mutating func leave(load: String?) { session?.leave(load: load) }
    // For the keys on a phone.

    /// The key of the phone's page; nil if no keys were asked for.
    var padKey: String? { pad?.key }

    /// Makes a new key, which ends a page with an older one.
    mutating func renewPad() -> String {
        endPad()
        let opened = PhonePad()
        pad = opened
        return opened.key
    }

    /// The stream to the phone's page; nil if no keys were asked for.
    mutating func openPad() -> LiveText? {
        let (text, elsewhere) = (padText(), lastPadText("Open in another window"))
        let live = pad?.open(text, elsewhere: elsewhere)
        send()
        return live
    }

    /// Notes that a stream to the phone's page was closed.
    mutating func padLeft(_ live: LiveText) {
        if pad?.left(live) == true { send() }
    }

    /// Ends the phone's page, so that it cannot answer for the next person.
    private mutating func endPad() {
        pad?.end(lastPadText("These keys belong to another test."))
        pad = nil
    }

    private func lastPadText(_ title: String) -> String {
        PatientView.over(title: title, words: "")
            .pad(shown: shown, language: begun?.language, isLast: true).jsonText
    }

    /// Notes that the stream of a token was closed.
    mutating func left(_ token: String?) {
        guard session?.token == token else { return }
        session?.leave()
    }
}

/// The result of letting a page in.
struct PageAdmission: Sendable {
    /// The token of its session.
    let token: String
    /// Whether a result was removed: a new page means the next person.
    var isResultRemoved = false
    /// The test that the page ends because it takes over; nil for none.
    var ended: StopRequest?
}
