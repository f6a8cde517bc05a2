internal import Acuity
internal import Audio
internal import EmbeddedFiles
internal import Foundation
package import HTTP
internal import Platform
internal import Records
internal import Synchronization

/// The pages on which a person listens to unclear letters and says what they are.
///
/// A reader gets the letter of the chart only on request, and the verdicts of other readers only
/// when deciding between readers who differ.
package final class JudgingDesk: Responder {
    /// A reader and the reader's task.
    package struct Reader: Sendable {
        /// The name that is kept with each verdict.
        package var name: String
        /// Whether all letters are judged, not only unclear ones, to compare readers.
        package var judgesAll: Bool
        /// Whether the reader decides where two others differ.
        package var decides: Bool

        /// Sets each property from the parameter of its name.
        package init(name: String, judgesAll: Bool, decides: Bool) {
            self.name = name
            self.judgesAll = judgesAll
            self.decides = decides
        }
    }

    /// A letter to be judged.
    private struct Task: Sendable {
        var record: String
        /// The number of its recording among all, from 1: the page shows no name of a person.
        var number: Int
        var recording: ChartRecording
        var letter: ReadLetter
        var time: ClosedRange<Double>
        /// Its place among the letters that share a sound, and the number of these letters.
        var place = 1
        var several = 1
        /// The verdicts of the readers who differ.
        var others: String?
    }

    private struct State {
        var judgements: Judgements
        /// The letters of the chart that the reader has asked for, by the indices of their tasks.
        var seen: Set<Int> = []
        var hosts = AllowedHosts(port: 0)
        /// The digests of sounds, by record.
        var digests: [String: String] = [:]
        /// The sound that was read last: its file and channel, and its samples.
        var sound: (name: String, samples: [Float])?
    }

    private let reader: Reader
    private let tasks: [Task]
    private let folder: ScoreFolder
    private let open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    private let time: @Sendable () -> String
    private let changed: @Sendable (_ isLast: Bool) -> Void
    private let state: Mutex<State>
    /// The key that the page has to send, so that no other user of this machine listens.
    package let key = SecretWord.hexadecimal()

    /// - Parameters:
    ///   - folder: keeps the verdicts.
    ///   - time: gives the time for a verdict.
    ///   - changed: called after each verdict, on the server's thread.
    /// - Throws: `DamagedJudgements`.
    package init(
        _ batch: ScoreBatch, in folder: ScoreFolder, for reader: Reader,
        time: @escaping @Sendable () -> String,
        changed: @escaping @Sendable (_ isLast: Bool) -> Void
    ) throws {
        let judgements = try batch.judgements()
        self.reader = reader
        self.folder = folder
        self.open = batch.open
        self.time = time
        self.changed = changed
        tasks = Self.tasks(batch.charts, for: reader, judgements)
        state = Mutex(State(judgements: judgements))
    }

    private static func tasks(
        _ charts: [ScoreRun.Aligned], for reader: Reader, _ judgements: Judgements
    ) -> [Task] {
        charts.enumerated().flatMap { number, chart -> [Task] in
            let record = chart.recording.record
            var tasks = chart.read.letters.compactMap { letter -> Task? in
                guard let time = letter.time, reader.judgesAll || letter.needsJudging else {
                    return nil
                }
                var task = Task(
                    record: record, number: number + 1, recording: chart.recording,
                    letter: letter, time: time)
                guard reader.decides else { return task }
                let said = judgements.verdicts(on: letter, of: record).filter {
                    $0.reader != reader.name && !$0.decides
                }
                guard Set(said.map(\.verdict)).count > 1 else { return nil }
                task.others = said.map(\.verdict).joined(separator: ", ")
                return task
            }
            for index in tasks.indices {
                let same = tasks.indices.filter { tasks[$0].time == tasks[index].time }
                tasks[index].several = same.count
                tasks[index].place = (same.firstIndex(of: index) ?? 0) + 1
            }
            return tasks
        }
    }

    /// The number of letters to judge.
    package var count: Int { tasks.count }

    /// The number that this reader has judged.
    package var judged: Int {
        state.withLock { state in tasks.count { own(on: $0, in: state.judgements) != nil } }
    }

    /// Answers requests from now on, for a server at this port.
    package func open(at port: Int) {
        state.withLock { $0.hosts = AllowedHosts(port: port) }
    }

    package func admit(_ head: Request) -> Admission {
        if let refusal = state.withLock({ $0.hosts.refusal(of: head) }) { return .refused(refusal) }
        return head.headers["x-aloud-key"] == key ? .known : .stranger
    }

    package func respond(to request: Request) -> Reply {
        do throws(Refusal) {
            let route = try Self.routes.find(request).route
            guard route.access == .anyone || request.headers["x-aloud-key"] == key else {
                throw .unknownSession
            }
            return try route.answer((self, request))
        } catch {
            return .content(content(error, for: request))
        }
    }

    /// The right to send a request.
    private enum Access {
        case anyone
        /// The reader with the key.
        case reader
    }

    private static let routes = RouteTable<Route<Access, (JudgingDesk, Request)>>(
        files.map { Route(file: $1, at: $0, .anyone) } + [
            Route("GET", "/state", .reader) { (desk, _) in .content(.json(desk.page)) },
            Route("GET", "/letter", .reader) { (desk, request) throws(Refusal) in
                .content(.json(try desk.reveal(request)))
            },
            Route("GET", "/clip", .reader) { (desk, request) throws(Refusal) in
                .content(try desk.clip(request))
            },
            Route("POST", "/judge", .reader) { (desk, request) throws(Refusal) in
                try desk.judge(request)
                return .content(.done)
            },
        ])

    private func clip(_ request: Request) throws(Refusal) -> Reply.Content {
        let margin = request.query["margin"].flatMap { Double(decimal: $0) } ?? 0.3
        guard (0...10).contains(margin), let clip = clip(of: try task(request), margin) else {
            throw .malformed
        }
        return Reply.Content(type: "audio/wav", body: clip)
    }

    /// The letter of the chart. The reader is no longer blind to it, even after leaving the letter.
    private func reveal(_ request: Request) throws(Refusal) -> Shown {
        let index = try index(request)
        _ = state.withLock { $0.seen.insert(index) }
        return Shown(letter: tasks[index].letter.shown)
    }

    private func task(_ request: Request) throws(Refusal) -> Task { tasks[try index(request)] }

    private func index(_ request: Request) throws(Refusal) -> Int {
        guard let index = request.query["letter"].flatMap({ Int($0) }), tasks.indices ~= index
        else { throw .malformed }
        return index
    }

    private func own(on task: Task, in judgements: Judgements) -> Judgement? {
        judgements.verdicts(on: task.letter, of: task.record).first { $0.reader == reader.name }
    }

    /// The contents of the page: no letter of the chart, no name, no other reader's verdict.
    private struct Page: Encodable {
        struct Sound: Encodable {
            var recording: Int
            var start: Double?
            var end: Double?
            var number: Int
            var several: Int
            var verdict: String?
            var note: String?
            var others: String?
        }

        var reader: String
        var decides: Bool
        var letters: [Sound]
    }

    /// A letter of the chart, for a reader who asks for it.
    private struct Shown: Encodable {
        var letter: Letter
    }

    private var page: Page {
        let judgements = state.withLock { $0.judgements }
        return Page(
            reader: reader.name, decides: reader.decides,
            letters: tasks.map { task in
                let own = own(on: task, in: judgements)
                return Page.Sound(
                    recording: task.number, start: rounded(task.time.lowerBound),
                    end: rounded(task.time.upperBound), number: task.place,
                    several: task.several, verdict: own?.verdict, note: own?.note,
                    others: task.others)
            })
    }

    /// A verdict that the page sends.
    private struct Sent: Decodable {
        var letter: Int
        var verdict: String
        var note: String
        var sawLetter: Bool
    }

    private func judge(_ request: Request) throws(Refusal) {
        let sent: Sent = try request.json()
        guard tasks.indices ~= sent.letter, Verdict(named: sent.verdict) != nil
        else { throw .malformed }
        let task = tasks[sent.letter]
        let sawLetter = state.withLock { state in
            state.seen.contains(sent.letter)
                || own(on: task, in: state.judgements)?.sawLetter == true
        }
        let judgement = Judgement(
            record: task.record, line: task.letter.line, place: task.letter.place,
            start: task.time.lowerBound, end: task.time.upperBound, reader: reader.name,
            verdict: sent.verdict, note: String(sent.note.prefix(200)),
            sawLetter: sawLetter || sent.sawLetter, decides: reader.decides, time: time(),
            sound: sound(of: task))
        // A verdict that cannot be stored is refused. The page says so, and the reader tries again.
        guard (try? folder.add(judgement)) != nil else { throw .notNow }
        state.withLock { $0.judgements.add(judgement) }
        changed(judged == count)
    }

    /// The digest of the sound, read once for each recording.
    private func sound(of task: Task) -> String? {
        if let known = state.withLock({ $0.digests[task.record] }) { return known }
        let digest = task.recording.sound
        state.withLock { $0.digests[task.record] = digest }
        return digest
    }

    /// The sound of a letter with its surroundings, as a WAV file.
    private func clip(of task: Task, _ margin: Double) -> [UInt8]? {
        let (file, channel) = (task.recording.file, task.recording.channel)
        let name = "\(file) \(channel ?? 0)"
        let known = state.withLock { $0.sound?.name == name ? $0.sound?.samples : nil }
        guard let samples = known ?? (try? open(file, channel).readAll().samples) else {
            return nil
        }
        state.withLock { $0.sound = (name, samples) }
        let rate = Double(speechRate)
        let first = max(0, min(samples.count, Int((task.time.lowerBound - margin) * rate)))
        let last = max(first, min(samples.count, Int((task.time.upperBound + margin) * rate)))
        return WAVBytes.of(Array(samples[first..<last]))
    }

    private static let files: [String: Reply.Content] = [
        "/": Reply.Content(
            type: "text/html; charset=utf-8", body: EmbeddedFiles.judgingPage["judge.html"]),
        "/judge.css": Reply.Content(type: "text/css", body: EmbeddedFiles.judgingPage["judge.css"]),
        "/judge.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: EmbeddedFiles.judgingPage["judge.js"]),
    ]
}
