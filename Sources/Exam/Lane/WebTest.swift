internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Contrast
internal import Dialogue
internal import Foundation
internal import Platform
internal import Recognition
internal import RecordStore
internal import Records
internal import TestPages

/// One test of one eye on the pages.
struct WebTest {
    /// The screen, as the page described it.
    let begin: BeginRequest
    /// The exam, with the eye and the distance of this test.
    let room: ExamRoom
    let observers: [any TestObserver]
    /// Whether it is the person's first test, which begins with instructions.
    let isFirst: Bool
    /// The number of the person since the program started, from 1; nil if only one is tested.
    let sitting: Int?
    /// Called with the reason that the test is not complete in the records.
    var onLoss: (RecordError) -> Void = { _ in }
    /// Called with the comparison of the result with the person's earlier tests.
    var onChange: (AcuityChange?) -> Void = { _ in }
    /// Called with the identifier of the test in the records.
    var onKept: (RecordID) -> Void = { _ in }
    let person: SpeakerSession
    let lane: WebLane
    /// The language that is offered if the person is not understood, as a code of ISO 639; nil for none.
    var otherLanguage: String?

    private var measurement: MeasurementConfiguration { room.configuration.measurement }

    /// Runs the test to its report.
    ///
    /// - Throws: `ScreenShowsNothing`, or the reason that answers cannot be heard.
    func run() throws -> TestRecord {
        let operatorSession = lane.pages.operatorSession
        var plan = try plan(room.configuration)
        // If the test would be over before it began, an error gives the reason.
        guard plan.procedure.next != nil else {
            throw ScreenShowsNothing(distance: plan.setup.distance)
        }
        // A separate request closes the resources of this test; the program may go on.
        let stop = StopRequest(within: room.console.stop)
        lane.pages.runs(stop)
        operatorSession.begins(plan.setup, stop: stop, isMasked: room.masksResults)
        if begin.followsDistance {
            lane.pages.device.follow(
                of: plan.setup.eye,
                from: .init(distance: begin.distance, deviation: Self.usualDeviation),
                isFixed: room.configuration.trial != nil || measurement.goesOnAtOneMetre)
        }
        defer {
            lane.pages.runs(nil)
            lane.pages.device.follow(from: nil)
            stop.request()
        }
        let optotypes = plan.procedure.optotypes
        if begin.answers == .phone, isFirst { lane.awaitPlace(until: stop) }
        lane.instruct(
            plan.setup.eye, reading: optotypes,
            areAlone: measurement.procedure.showsOneByOne, byHand: begin.answers.isByHand,
            isFirst: isFirst, until: stop)
        let resumed = try resumed(as: plan)
        if let resumed {
            plan.setup = resumed.setup
            plan.procedure = resumed.procedure
        }
        let keeper = try room.keeper(
            of: plan.setup, after: resumed?.earlier.duration ?? .zero, on: begin.screen)
        if let resumed { keeper?.take(over: resumed.events) }
        defer {
            keeper?.end()
            lane.tellWaitingTests()
            if let keeper { onKept(keeper.id) }
            if let failure = keeper?.failure { onLoss(failure) }
        }
        // The keeper is first, so that each event is on the disk before other observers see it.
        let watching = (keeper.map { [$0] } ?? []) + watching
        observers.compare(with: keeper)
        // The sound is opened after the instructions, because it is not read before.
        let sound = try sound(toAnswer: optotypes, until: stop)
        let voice = try listening(to: sound)
        if let keeper { voice?.isKept(by: keeper) }
        let display = lane.patientDisplay(
            at: plan.setup.distance, grey: plan.setup.contrast?.screen, on: begin.screenName)
        let answers = try attended(voice, in: sound, shownOn: display, until: stop)
        var trouble: String?
        var person = PersonalHearing()
        if let voice {
            (trouble, person) = try warmUp(
                voice, answers, plan.setup, optotypes, observers: watching, until: stop)
        }
        if let resumed { self.person.warmedUp.add(resumed.earlier.person) }
        if let language = self.person.language { plan.setup.hear(language) }
        if resumed == nil,
            let line = try chosenStart(voice, in: sound, optotypes, &trouble, until: stop)
        {
            var own = room.hearing(pageIn: self.person.language).configuration
            own.measurement.start = line
            // The test is kept with this seed, and it is rebuilt from it.
            own.measurement.seed = plan.setup.seed
            plan = try self.plan(own)
            operatorSession.begins(plan.setup, stop: stop, isMasked: room.masksResults)
        }
        // The choice of the first line may have taken long.
        answers.waitAnew()
        let report = try conduct(
            plan, after: resumed?.earlier ?? EarlierPart(), answers, on: display,
            observers: watching, trouble: trouble, person: person, until: stop)
        onChange(keeper?.change)
        return report
    }

    /// The interrupted test to resume; nil for a new one.
    private func resumed(as plan: TestPlan) throws -> ResumedTest? {
        guard let records = room.records, let id = records.goesOn else { return nil }
        let resumed = try ResumedTest(
            id, in: records.store, as: plan, at: Moment(room.console.date()))
        if resumed == nil {
            room.console.say(
                "Note: The interrupted test cannot continue: it was more than an hour ago, or"
                    + " had another eye, distance, procedure or screen. The test begins again.")
        }
        return resumed
    }

    /// Runs the test from its first letter; the operator sees the estimate.
    ///
    /// - Parameters:
    ///   - earlier: the part before an interruption.
    ///   - trouble: why nothing can be heard at its start; nil if all is well.
    ///   - person: how the person was heard in the warm-up.
    private func conduct(
        _ plan: TestPlan, after earlier: EarlierPart, _ answers: AttendedAnswers,
        on display: WebPatientDisplay, observers: [any TestObserver], trouble: String?,
        person: PersonalHearing, until stop: StopRequest
    ) throws -> TestRecord {
        let operatorSession = lane.pages.operatorSession
        var setup = plan.setup
        setup.time = room.console.time
        var conductor = TestConductor(
            setup: setup,
            procedure: WatchedProcedure(plan.procedure, hearing: plan.hearing) {
                [masks = room.masksResults] in
                if !masks { operatorSession.estimate($0, interval: $1) }
            },
            hearing: plan.hearing, person: person, earlier: earlier, source: answers,
            display: display, observers: observers, stop: stop,
            endIfStopped: { answers.areAbandoned ? .interrupted : .stoppedFromOutside },
            trouble: trouble,
            viewing: { [lane] in
                lane.pages.device.viewing.map {
                    MeasuredDistance(metres: $0.distance.metres, deviation: $0.deviation)
                }
            }, lettersAge: { display.lettersAge })
        return try conductor.run()
    }

    /// The relative standard deviation of a distance before the first report of the camera, and of
    /// one that was recorded without it.
    static let usualDeviation = 0.02

    /// The observers of the test: the caller's, the operator's page, warnings on standard error,
    /// and the voice that guides.
    private var watching: [any TestObserver] {
        let device = lane.pages.device
        let guides =
            lane.voice.map {
                [
                    SpokenGuide(
                        $0, showsAtOnce: { [begin] in begin.showsAtOnce($0) },
                        advice: { device.distanceAdvice })
                ]
            } ?? []
        return observers + [
            OperatorObserver(lane.pages.operatorSession), LostSoundWarning(in: room.console),
        ]
            + guides
    }

    /// The plan of the test on this screen. Answers by hand are not misheard.
    private func plan(_ configuration: ExamConfiguration) throws -> TestPlan {
        var configuration = configuration
        if begin.answers.isByHand { configuration.assumedHearing = .share(0) }
        var plan = try configuration.plan(range: begin.range, grey: try grey)
        if begin.answers.isByHand {
            plan.setup.areAnswersTyped = true
            plan.setup.profile = nil
        }
        plan.setup.isCalibrated = begin.isCalibrated
        plan.setup.sitting = sitting
        return plan
    }

    /// The grey of the screen for a test of contrast; nil for a test of acuity, and if it is not
    /// measured or too old.
    ///
    /// - Throws: `FaintLettersUntrue`.
    private var grey: ScreenGrey? {
        get throws {
            guard measurement.procedure.quantity == .contrast, let grey = begin.grey,
                grey.step <= ScreenGrey.largestStep,
                !grey.isExpired(at: room.console.date().timeIntervalSince1970)
            else { return nil }
            let ratio = begin.pixelRatio
            guard !begin.isZoomed, abs(ratio - ratio.rounded()) < 1e-3 else {
                throw FaintLettersUntrue()
            }
            return grey
        }
    }

    /// The line that the person chose to start at; nil for the procedure's own start.
    ///
    /// - Parameters:
    ///   - voice: the answers in the same sound, which the test hears afterwards.
    ///   - sound: the sound of the person; nil if they answer by hand.
    ///   - trouble: why nothing can be heard, before and after; nil if all is well.
    private func chosenStart(
        _ voice: VoiceAnswers?, in sound: (any AudioSource)?, _ optotypes: OptotypeSet,
        _ trouble: inout String?, until stop: StopRequest
    ) throws -> SnellenLine? {
        let room = room.hearing(pageIn: person.language)
        guard begin.choosesStart, measurement.procedure.hasStart,
            case .voice(_, let hearing) = room.configuration.answers
        else { return nil }
        defer { voice?.listenAnew(with: nil) }
        let answers = try sound.map {
            SettingAnswers(source: $0, listener: try room.listener(for: .steps, with: hearing))
        }
        guard !begin.choosesSize else {
            var choice = SizeChoice(
                lane: lane, begin: begin, optotypes: optotypes, answers: answers, stop: stop,
                trouble: trouble)
            defer { trouble = choice.trouble }
            return try choice.line()
        }
        guard let answers else { return nil }
        var choice = StartChoice(
            lane: lane, begin: begin, optotypes: optotypes, answers: answers, stop: stop,
            trouble: trouble)
        defer { trouble = choice.trouble }
        return try choice.line()
    }
}

extension WebTest {
    /// The sound of the person; nil if the answers are typed or given by hand. Also nil without a
    /// microphone if the optotypes are directions, which can be answered by hand.
    private func sound(
        toAnswer optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> (any AudioSource)? {
        guard !begin.answers.isByHand,
            case .voice(let choice, _) = room.configuration.answers
        else { return nil }
        do {
            guard let microphone = try lane.microphone(choice, in: room, until: stop) else {
                return try room.sound(choice, until: stop)
            }
            return lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone
        } catch  where choice.isLive && optotypes.areDirections {
            room.console.say(
                "Warning: \(error) Directions can only be answered with the arrow keys.")
            return nil
        } catch  where choice.isLive {
            throw NoMicrophone(description: "\(error)")
        }
    }

    /// The spoken answers in a sound; nil without sound.
    private func listening(to sound: (any AudioSource)?) throws -> VoiceAnswers? {
        guard let sound, case .voice(_, let hearing) = room.configuration.answers else {
            return nil
        }
        let voice = try room.voice(of: person, from: sound, with: hearing)
        if lane.hasOperator { measure(voice) }
        voice.onActivity = { [pages = lane.pages] in
            pages.show($0.map { ListeningActivity($0) })
        }
        return voice
    }

    /// The time after which a lane ends a test that nobody answers, so that the next person does not
    /// continue it. Aloud's own choice: as long as a result stays on the page.
    private static let longestWait = Duration.seconds(600)

    /// The person's answers, with those of an operator and of keys on the page. With several people
    /// they end after a long wait.
    ///
    /// - Parameters:
    ///   - sound: the sound of the person; nil without any.
    ///   - display: shows the letters.
    private func attended(
        _ voice: VoiceAnswers?, in sound: (any AudioSource)?, shownOn display: WebPatientDisplay,
        until stop: StopRequest
    ) throws -> AttendedAnswers {
        AttendedAnswers(
            try source(voice, in: sound, until: stop), operatorSession: lane.pages.operatorSession,
            areKept: room.configuration.answers.areBuffered,
            screenTrouble: { [lane] in
                display.followDistance()
                return lane.pages.screenTrouble ?? lane.pages.device.distanceTrouble
            },
            holdsLetters: { display.holdsLetters },
            hasMoved: { [lane] in lane.pages.device.takeMove() },
            onAct: { act in
                if case .answer = act {
                    voice?.answeredOtherwise()
                } else {
                    voice?.heardOtherwise()
                }
            },
            longestWait: sitting == nil ? nil : Self.longestWait, uptime: room.console.uptime,
            onAbandoned: { stop.request() })
    }

    /// The person's answers: spoken, typed, or given only by hand.
    private func source(
        _ voice: VoiceAnswers?, in sound: (any AudioSource)?, until stop: StopRequest
    ) throws -> any AnswerSource {
        if case .text(let path) = room.configuration.answers {
            return try room.typedAnswers(path, until: stop)
        }
        guard let voice else { return NoAnswers(until: stop) }
        let answers = room.pointing(voice)
        guard let otherLanguage, let sound, !room.configuration.answers.hasEnd else {
            return answers
        }
        return OfferingAnswers(answers) {
            try offer(otherLanguage, to: voice, in: sound, until: stop)
        }
    }

    /// Shows the level of the microphone on the operator's page.
    private func measure(_ voice: VoiceAnswers) {
        let operatorSession = lane.pages.operatorSession
        voice.onLevel { operatorSession.hear(level: $0, noise: $1) }
    }
}

extension WebTest {
    /// The difference in size between the letters of a warm-up and the largest line that fits the
    /// screen, logMAR: a letter between bars takes 3.4 times its height, a line 1.4 times.
    private static let margin = 0.4

    /// Shows the letters of a warm-up, if there is to be one. Otherwise the counts of the first eye
    /// count for this one, and the observers get them.
    ///
    /// - Parameters:
    ///   - voice: learns from the answers to the letters.
    ///   - answers: the same answers, with the operator's.
    ///   - stop: ends the test; a click on "Skip" ends only the warm-up.
    /// - Returns: the reason that nothing can be heard at its end, nil if all is well; and how the
    ///   person was heard.
    private func warmUp(
        _ voice: VoiceAnswers, _ answers: any AnswerSource, _ setup: TestSetup,
        _ optotypes: OptotypeSet, observers: [any TestObserver], until stop: StopRequest
    ) throws -> (trouble: String?, person: PersonalHearing) {
        guard isFirst, room.configuration.warmsUp else {
            let known = person.warmedUp
            guard !known.isEmpty else { return (nil, known) }
            for observer in observers { try observer.observe(.warmUp(.known(known))) }
            return (nil, known)
        }
        lane.tell([GuidanceWords.warmUp], under: "Listen", until: stop)
        let margin = measurement.procedure.showsOneByOne ? 0 : Self.margin
        let skip = StopRequest()
        lane.pages.runs(skip, isWarmUp: true)
        defer { lane.pages.runs(stop) }
        var warmUp = WarmUp(
            teaching: voice, answers: answers, of: optotypes,
            size: LogMAR(begin.range.largest.value - margin),
            seed: setup.warmUpSeed,
            display: lane.patientDisplay(
                at: setup.distance, grey: setup.contrast?.screen, on: begin.screenName),
            observers: observers, stop: stop, skip: skip)
        try warmUp.run()
        person.warmedUp.add(warmUp.person)
        lane.voice?.waitUntilSaid(seconds: WebLane.longestSpeech, unless: stop)
        return (warmUp.trouble, warmUp.person)
    }
}

extension ListeningActivity {
    /// The activity as the page shows it.
    fileprivate init(_ activity: VoiceAnswers.Activity) {
        switch activity {
        case .listening: self = .listening
        case .hearing: self = .hearing
        case .thinking: self = .thinking
        case .closed: self = .speaking
        }
    }
}

/// A screen is too small or too coarse for the letters that a test begins with.
struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    /// The distance from the eye to the screen.
    let distance: Distance

    var description: String {
        "At \(distance) this screen cannot show the first letters of the test in their true size;"
            + " choose another distance, or a larger or finer screen."
    }
}
