package import Accounts
package import Acuity
package import Audio
internal import ClinicPages
internal import CommandLineKit
internal import Dialogue
internal import HTTP
internal import Recognition
package import RecordREST
package import RecordStore
package import Records
internal import TestPages

/// The store that an exam writes to, and the facts known about a test before it begins.
package struct ExamRecords: Sendable {
    /// The store.
    package let store: any RecordKeeping
    /// The user of the program, for the audit trail.
    package private(set) var author: Author
    /// Signs people in once there are accounts.
    package let signIns: SignIns
    /// The person who is tested; nil if nobody is named.
    package var person: RecordID?
    /// The person's orders when the sitting began; nil without a person, and if they could not be
    /// read.
    var orders: PersonOrders?
    /// The circumstances of the tests.
    package var circumstances: Circumstances
    /// The choice of the records page for the next test.
    package let next: NextTest
    /// The interrupted test to resume; nil for a new one.
    package var goesOn: RecordID?
    /// The sitting that the tests of both eyes share; nil for a new one.
    package var sitting: RecordID?
    /// Makes the file in which the sound of a test is kept; nil if it is not kept.
    package var recording: (@Sendable () -> any SoundRecording)?
    /// The name of the lane, if an admin may change it; nil for the one of the circumstances.
    package var laneName: LaneName?
    /// Makes the key of a new person from the key of a request.
    let digest: AuditChain.Digest
    /// The rows of the QR code of a text, true for dark; nil if it does not fit.
    let picture: @Sendable (String) -> [[Bool]]?
    /// The model of mishearing that a test assumed, for a test that is rebuilt from its events.
    package let hearing: @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel

    /// Sets each property from the parameter of its name.
    package init(
        store: any RecordKeeping, author: Author, signIns: SignIns, person: RecordID?,
        circumstances: Circumstances, uptime: @escaping @Sendable () -> Duration,
        digest: @escaping AuditChain.Digest,
        picture: @escaping @Sendable (String) -> [[Bool]]?,
        hearing:
            @escaping @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel
    ) {
        self.store = store
        self.author = author
        self.signIns = signIns
        self.person = person
        self.circumstances = circumstances
        self.digest = digest
        next = NextTest(uptime: uptime)
        self.picture = picture
        self.hearing = hearing
    }
}

/// A file of sound that a test adds to. One thread at a time.
package protocol SoundRecording: AnyObject {
    /// Adds sound.
    func add(_ chunk: AudioChunk)
    /// Ends the file, and returns its bytes; nil without sound.
    func end() -> [UInt8]?
}

extension ExamRoom {
    /// The pages of the records and of the accounts, and the interface that they use; none without
    /// records.
    ///
    /// - Parameters:
    ///   - key: the token of the user of this machine; nil if only people who have signed in may
    ///     use the pages.
    ///   - first: the key of the page for the first account, for the loopback only; nil for none.
    ///   - isListening: whether other devices reach the lane.
    func recordParts(
        _ key: String?, first: String?, isListening: Bool
    ) -> [any PagePart] {
        guard let records else { return [] }
        let home = HomeCaller(
            key: key ?? SecretWord.hexadecimal(), name: records.author.name)
        let accounts = AccountPages(
            records.signIns, user: records.author.name, picture: records.picture,
            lane: records.laneName.map { name in
                LaneNaming(isListening: isListening, name: { name.current }, rename: name.set)
            }
        ) { request in
            let authorization = request.headers["authorization"]
            if home.caller(cookie: nil, authorization: authorization) != nil { return true }
            return first.map { key in
                request.isFromThisMachine
                    && HomeCaller(key: key, name: "").caller(
                        cookie: nil, authorization: authorization) != nil
            } ?? false
        }
        let lane = records.circumstances.lane
        let interface = RecordInterface(
            readers(records.store), callers: HomeOrClinic(home: home, clinic: records.signIns),
            next: records.next, signIns: records.signIns,
            lane: { [name = records.laneName] in name?.current ?? lane },
            digest: records.digest, hearing: records.hearing, nextSteps: nextSteps,
            now: { [console] in Moment(console.date()) })
        return [RecordPages(), interface, accounts]
    }

    /// Begins to keep a test; nil without a store.
    ///
    /// - Parameters:
    ///   - setup: the setup of the test.
    ///   - before: the duration before an interruption.
    ///   - screen: the screen that shows it; nil for a terminal.
    /// - Throws: `RecordError` if it cannot be kept.
    func keeper(
        of setup: TestSetup, after before: Duration = .zero,
        on screen: Circumstances.Screen? = nil
    ) throws(RecordError) -> TestKeeper? {
        guard var records else { return nil }
        records.circumstances.screen = screen
        if case .voice(let sound, _) = configuration.answers {
            records.circumstances.sound = Circumstances.Sound(microphone: sound.words)
        }
        return try TestKeeper(
            setup, after: before, in: records, under: configuration.trial?.rules,
            console: console)
    }
}

extension SoundChoice {
    /// The source by name, without the path of a recording: a path may name a person.
    fileprivate var words: String {
        switch self {
        case .microphone(let device, let channel):
            (device ?? "default") + (channel.map { ", channel \($0)" } ?? "")
        case .page: "page"
        case .recording(let path, let channel):
            (path == "-" ? "standard input" : "recording")
                + (channel.map { ", channel \($0)" } ?? "")
        }
    }
}

extension ExamRecords {
    /// The records of a test that a person who has signed in conducts; unchanged for nil.
    func conducted(by login: String?) -> ExamRecords {
        guard let login else { return self }
        var records = self
        records.author = Author(login)
        records.circumstances.examiner = circumstances.examiner ?? login
        return records
    }
}

extension BeginRequest {
    /// The screen as the records have it.
    var screen: Circumstances.Screen {
        Circumstances.Screen(
            pixelsPerMillimetre: rounded(pixelsPerMillimetre) ?? 0,
            pixelRatio: rounded(pixelRatio) ?? 1, widthMillimetres: rounded(width) ?? 0)
    }
}

extension VoiceAnswers {
    /// Passes the sound to a keeper. Functions set before are still called.
    func isKept(by keeper: TestKeeper) {
        onLevel { keeper.hear(level: $0, noise: $1) }
        guard keeper.keepsSound else { return }
        let former = onSound
        onSound = { chunk in
            former?(chunk)
            keeper.hear(chunk)
        }
    }

    /// Calls a function with the level of the sound and that of the pauses between words, decibels
    /// below full scale, four times a second. Functions set before are still called.
    func onLevel(_ act: @escaping (_ level: Double, _ noise: Double?) -> Void) {
        let former = onSound
        var meter = LevelMeter(windowSeconds: 1)
        var unheard = 0.0
        onSound = { chunk in
            former?(chunk)
            meter.add(chunk.samples)
            unheard += Double(chunk.samples.count) / Double(speechRate)
            guard unheard >= 0.25, let level = meter.level else { return }
            unheard = 0
            act(level.rms, level.noiseFloor)
        }
    }
}
