import Acuity
import Dialogue
import PhoneticMapping
import Platform
import Records
import Testing

/// Warm-ups in which everything that is heard is written down beforehand.
@Suite("The warm-up", .timeLimit(.minutes(1)))
struct WarmUpTests {
    /// Plays events; keeps what it was asked.
    private final class Script: AdvisingSource {
        private var events: [AnswerEvent]
        private(set) var awaited: [ExpectedAnswer] = []
        var advice: SoundAdvice?

        init(_ events: [AnswerEvent]) { self.events = events }

        func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
            self.awaited.append(awaited)
            return events.isEmpty ? .ended : events.removeFirst()
        }
    }

    private struct Run {
        let script: Script
        let end: WarmUpEnd
        let events: [WarmUpEvent]
        let screen = Screen()

        /// - Parameter answers: what is heard, given the letters in their order; each thing said
        ///   lasts a second of its own.
        init(
            seed: UInt64 = 1, advice: SoundAdvice? = nil, skip: StopRequest = StopRequest(),
            stop: StopRequest = StopRequest(), _ answers: ([Letter]) -> [Heard]
        ) throws {
            let log = EventLog()
            var second = 0.0
            let order = try Self.order(seed: seed)
            script = Script(
                answers(order).map { heard in
                    defer { second += 1 }
                    return heard.event(at: second)
                })
            script.advice = advice
            var warmUp = WarmUp(
                teaching: script, size: LogMAR(1), seed: seed, display: screen, observers: [log],
                stop: stop, skip: skip)
            end = try warmUp.run()
            events = log.events.compactMap { event in
                if case .warmUp(let own) = event { own } else { nil }
            }
        }

        private static func order(seed: UInt64) throws -> [Letter] {
            let log = EventLog()
            let silent = Script([])
            var warmUp = WarmUp(
                teaching: silent, size: LogMAR(1), seed: seed, display: Screen(),
                observers: [log], stop: StopRequest())
            try warmUp.run()
            guard case .warmUp(.begin(let letters, _)) = log.events.first else { return [] }
            return letters
        }

        /// Other ways that were asked for.
        var ways: [String] {
            events.compactMap { event in
                if case .again(_, let way) = event { way ?? "again" } else { nil }
            }
        }
    }

    private enum Heard {
        case letter(Letter)
        case word(String, Letter)
        case letters([Letter])
        case command(SpokenCommand)
        case unclear, maybe, silence, trouble, recovered

        func event(at second: Double) -> AnswerEvent {
            let time = second...second + 0.5
            func said(_ kinds: [SpokenAnswer.Kind], _ text: String = "") -> AnswerEvent {
                .utterance(
                    Utterance(
                        kinds.map { SpokenAnswer($0, heard: text, confidence: 0.8, time: time) },
                        isFinal: false, clock: second + 0.7))
            }
            return switch self {
            case .letter(let letter): said([.letter(letter)])
            case .word(let word, let letter): said([.letter(letter)], word)
            case .letters(let letters): said(letters.map { .letter($0) })
            case .command(let command): said([.command(command)])
            case .unclear: said([.unclear])
            case .maybe: .maybe(nil)
            case .silence: .silence
            case .trouble: .trouble("unplugged")
            case .recovered: .recovered
            }
        }
    }

    @Test("ten letters are heard right") func tenLettersHeardRight() throws {
        let run = try Run { letters in letters.map { .letter($0) } }
        #expect(run.end == .finished)
        #expect(run.ways.isEmpty)
        #expect(run.events.last == .end(.finished, understood: 10))
        // One letter at a time, and the source knows no more than that one is awaited.
        #expect(run.screen.views.allSatisfy { $0.presentation?.letters.count == 1 })
        #expect(run.script.awaited.allSatisfy { $0 == .answers(1) })
    }

    @Test("the order follows from the seed") func theOrderFollowsFromTheSeed() throws {
        func order(_ seed: UInt64) throws -> [Letter] {
            let run = try Run(seed: seed) { letters in letters.map { .letter($0) } }
            guard case .begin(let letters, _) = run.events.first else { return [] }
            return letters
        }
        #expect(try order(7) == order(7))
        #expect(try order(7) != order(8))
        #expect(try Set(order(7)) == Set(Letter.sloan))
    }

    @Test("the first line of a test differs from a warm-up of the same seed")
    func noRehearsal() throws {
        var alike = 0
        for seed in UInt64(0)..<100 {
            let run = try Run(seed: seed) { letters in letters.map { .letter($0) } }
            guard case .begin(let letters, _) = run.events.first else { continue }
            let line = ChartReading(chart: Chart(.random, seed: seed)).next?.letters ?? []
            #expect(Array(letters.prefix(line.count)) != line)
            alike += letters.first == line.first ? 1 : 0
        }
        // One of ten by chance.
        #expect(alike < 25)
    }

    @Test("a misheard letter is asked for again") func whatWasHeardAsAnotherLetterIsAskedForAgain()
        throws
    {
        let run = try Run { letters in
            let wrong: Letter = letters[0] == .d ? .v : .d
            return [.letter(wrong)] + letters.map { .letter($0) }
        }
        #expect(run.ways == ["again"])
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("an unclear letter is asked for again") func anUnclearReadingIsAskedForAgain() throws {
        let run = try Run { letters in [.unclear] + letters.map { .letter($0) } }
        #expect(run.ways == ["again"])
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("a letter misheard twice is offered by its code word")
    func misheardTwiceIsOfferedAnotherWay() throws {
        var first: Letter = .c
        let run = try Run { letters in
            first = letters.first { $0 != .z } ?? .c
            return letters.flatMap { letter -> [Heard] in
                guard letter == first else { return [.letter(letter)] }
                return [.unclear, .maybe, .word(CodeWord.of(letter), letter)]
            }
        }
        #expect(run.ways == ["again", CodeWord.of(first)])
        #expect(
            run.events.contains(
                .letter(first, isUnderstood: true, way: CodeWord.of(first))))
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("for Z \"zed\" is offered first") func zIsOfferedZedFirst() throws {
        let run = try Run { letters in
            letters.flatMap { letter -> [Heard] in
                letter == .z
                    ? [.letter(.c), .letter(.c), .word("zed", .z)] : [.letter(letter)]
            }
        }
        #expect(run.ways == ["again", "zed"])
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("a letter never understood does not count: it may be misread")
    func notConfirmed() throws {
        let run = try Run { letters in
            letters.flatMap { letter -> [Heard] in
                letter == .k ? [.letter(.h), .letter(.h), .letter(.h)] : [.letter(letter)]
            }
        }
        #expect(run.end == .finished)
        #expect(run.events.contains(.letter(.k, isUnderstood: false, way: nil)))
        #expect(run.events.last == .end(.finished, understood: 9))
    }

    @Test("skipped letters do not count") func passedLettersDoNotCount() throws {
        let run = try Run { letters in
            [.unclear, .command(.cannotSee)] + letters.dropFirst().map { .letter($0) }
        }
        #expect(run.events.last == .end(.finished, understood: 9))
    }

    @Test("several letters in one breath are asked for again")
    func severalLettersInABreathAreAskedForAgain() throws {
        let run = try Run { letters in
            [.letters(Array(letters.prefix(3)))] + letters.map { .letter($0) }
        }
        #expect(run.ways == ["again"])
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("\"stop\" skips the rest and keeps the letters read") func stopSkipsAndKeepsWhatWasRead()
        throws
    {
        let run = try Run { letters in
            letters.prefix(3).map { .letter($0) } + [.command(.stop)]
        }
        #expect(run.end == .skipped)
        #expect(run.events.last == .end(.skipped, understood: 3))
    }

    @Test("a click skips the rest, and the end of the test ends the warm-up")
    func aClickSkipsAndTheEndOfTheTestStops() throws {
        let click = StopRequest()
        click.request()
        #expect(try Run(skip: click) { $0.map { .letter($0) } }.end == .skipped)
        #expect(try Run(stop: click) { $0.map { .letter($0) } }.end == .stopped)
        #expect(try Run { _ in [] }.end == .stopped)
    }

    @Test("silence ends it after a while") func silenceEndsItAfterAWhile() throws {
        let run = try Run { letters in
            [.silence, .silence, .letter(letters[0]), .silence, .silence, .silence]
        }
        #expect(run.end == .silence)
        #expect(run.events.last == .end(.silence, understood: 1))
    }

    @Test("nothing counts during a pause") func whileItIsPausedNothingCounts() throws {
        let run = try Run { letters in
            [.command(.pause), .letter(letters[0]), .maybe, .silence, .command(.resume)]
                + letters.map { .letter($0) }
        }
        #expect(run.end == .finished && run.ways.isEmpty)
        #expect(run.script.awaited[1...4].allSatisfy { $0 == .resumption })
        #expect(run.screen.prompts.contains(.paused(.asked)))
        #expect(run.events.last == .end(.finished, understood: 10))
    }

    @Test("a lost microphone is reported and waited for") func aLostMicrophoneIsToldAndWaitedFor()
        throws
    {
        let run = try Run { letters in
            [.trouble, .silence, .silence, .silence, .recovered] + letters.map { .letter($0) }
        }
        #expect(run.end == .finished)
        #expect(run.screen.prompts.contains(.trouble("unplugged")))
    }

    @Test("each piece of advice is given once") func adviceIsGivenOnce() throws {
        let run = try Run(advice: .louder) { letters in letters.map { .letter($0) } }
        #expect(run.events.count { $0 == .advice(.louder) } == 1)
        #expect(try Run { $0.map { .letter($0) } }.events.allSatisfy { $0 != .advice(.louder) })
    }

    @Test("each event has its JSON form") func formOfTheEvents() {
        let heard = HeardAnswer(.named(.v), heard: "vee", confidence: 0.75)
        var heardWrongly = PersonalHearing()
        heardWrongly.hear(.o, for: .d)
        let expected: [(WarmUpEvent, String)] = [
            (
                .begin([.d, .v], seed: 4),
                #"{"event":"warmUp","letters":"DV","seed":4,"step":"begin"}"#
            ),
            (
                .show(.d, number: 1),
                #"{"event":"warmUp","letter":"D","number":1,"step":"show"}"#
            ),
            (
                .heard(.d, as: heard),
                #"{"as":"V","confidence":0.75,"event":"warmUp","heard":"vee","#
                    + #""letter":"D","step":"heard"}"#
            ),
            (
                .heard(.d, as: nil),
                #"{"as":null,"event":"warmUp","letter":"D","step":"heard"}"#
            ),
            (
                .again(.d, way: "delta"),
                #"{"event":"warmUp","letter":"D","step":"again","way":"delta"}"#
            ),
            (
                .letter(.d, isUnderstood: true, way: nil),
                #"{"event":"warmUp","letter":"D","step":"letter","#
                    + #""understood":true,"way":null}"#
            ),
            (
                .advice(.noisy), #"{"advice":"noisy","event":"warmUp","step":"advice"}"#
            ),
            (
                .end(.finished, understood: 10),
                #"{"end":"finished","event":"warmUp","lettersUnderstood":10,"step":"end"}"#
            ),
            (
                .known(heardWrongly),
                #"{"event":"warmUp","lettersHeard":1,"lettersMisheard":1,"step":"known"}"#
            ),
        ]
        for (event, line) in expected { #expect(TestEvent.warmUp(event).recorded.jsonText == line) }
    }
}
