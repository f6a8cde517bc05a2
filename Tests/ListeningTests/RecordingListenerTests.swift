import Acuity
import Audio
import FliteVoice
import Foundation
import LetterSpeech
import Listening
import SoundFiles
import Synchronization
import TestSpeech
import Testing

@Suite struct RecordingListenerTests {
    private struct Unreadable: Error, Equatable {}

    private static func recording(_ text: String, _ voice: FliteVoice.Name) throws -> Recording {
        let sound = try Scene.saying(
            [text], by: FliteVoice(voice), before: 0.3, after: 0.3
        ).inRoom()
        return Recording(name: "\(voice) \(text)") { PieceSource(sound, size: 4_096) }
    }

    @Test("what is heard does not depend on the order of a session, nor on the session before")
    func order() throws {
        let session = try Letter.sloan.map { try Self.recording("\($0)", .awb) }
        let others = try Letter.sloan.prefix(4).map { try Self.recording("\($0)", .slt) }
        let listener = RecordingListener(try RealHearing.listener())
        func transcripts(_ order: [Recording]) throws -> [String: Transcript] {
            listener.begin(session: order)
            return try Dictionary(
                uniqueKeysWithValues: order.map { ($0.name, try listener.transcribe($0)) })
        }
        let first = try transcripts(session)
        #expect(first.values.count { $0.answers.count == 1 } >= 9)
        _ = try transcripts(Array(others))
        var generator = SeededNoise(seed: 17)
        for order in [session.reversed(), session.shuffled(using: &generator)] {
            for (name, transcript) in try transcripts(order) {
                let before = try #require(first[name])
                #expect(transcript.answers.map(\.kind) == before.answers.map(\.kind), "\(name)")
                #expect(transcript.answers.map(\.time) == before.answers.map(\.time), "\(name)")
                for (one, other) in zip(transcript.answers, before.answers) {
                    #expect(abs(one.confidence - other.confidence) < 0.005, "\(name)")
                }
            }
        }
    }

    @Test("an unreadable recording fails by itself; the others are heard as without it")
    func unreadable() throws {
        let good = try ["K", "O", "S"].map { try Self.recording($0, .rms) }
        let bad = Recording(name: "bad") { throw Unreadable() }
        let listener = RecordingListener(try RealHearing.listener())
        listener.begin(session: good)
        let alone = try good.map { try listener.transcribe($0) }
        listener.begin(session: [bad, good[0], good[1], bad, good[2]])
        #expect(throws: Unreadable.self) { try listener.transcribe(bad) }
        #expect(try good.map { try listener.transcribe($0) } == alone)
        #expect(
            alone.map { $0.answers.map(\.kind) } == [[.letter(.k)], [.letter(.o)], [.letter(.s)]])
    }

    @Test("names that are the same text and not the same bytes are those of two recordings")
    func normalForms() throws {
        var recordings = try ["K", "O"].map { try Self.recording($0, .rms) }
        recordings[0].name = "\u{E9}.wav"
        recordings[1].name = "e\u{301}.wav"
        let listener = RecordingListener(try RealHearing.listener())
        listener.begin(session: recordings)
        #expect(
            try recordings.map { try listener.transcribe($0).answers.map(\.kind) }
                == [[.letter(.k)], [.letter(.o)]])
    }

    @Test("what can be read but once is read once, however long, and fails for its first reason")
    func readOnce() throws {
        let sound = try Scene.saying(["K", "O", "S"], by: FliteVoice(.rms)).inRoom()
        func transcript(canBeReadAgain: Bool) throws -> (answers: [SpokenAnswer], opened: Int) {
            let opened = Mutex(0)
            let recording = Recording(name: "sound", canBeReadAgain: canBeReadAgain) {
                opened.withLock { $0 += 1 }
                return PieceSource(sound, size: 4_096)
            }
            // Less than there is.
            let listener = RecordingListener(try RealHearing.listener(), keeping: 8_000)
            listener.begin(session: [recording])
            return (try listener.transcribe(recording).answers, opened.withLock { $0 })
        }
        let twice = try transcript(canBeReadAgain: true)
        let once = try transcript(canBeReadAgain: false)
        #expect(twice.opened == 2 && once.opened == 1)
        #expect(once.answers == twice.answers && once.answers.count == 3)
        let opened = Mutex(0)
        let bad = Recording(name: "bad", canBeReadAgain: false) {
            opened.withLock { $0 += 1 }
            guard opened.withLock(\.self) > 1 else { throw Unreadable() }
            return PieceSource(sound, size: 4_096)
        }
        let listener = RecordingListener(try RealHearing.listener())
        listener.begin(session: [bad])
        #expect(throws: Unreadable.self) { try listener.transcribe(bad) }
    }

    @Test("times, and the length, are those of the recording; a cut-off letter is heard")
    func times() throws {
        let scene = try Scene.saying(["K", "O", "S"], by: FliteVoice(.rms), after: 0)
        let sound = scene.inRoom()
        let listener = RecordingListener(try RealHearing.listener())
        let recording = Recording(name: "three") { PieceSource(sound, size: 1_000) }
        listener.begin(session: [recording])
        let transcript = try listener.transcribe(recording)
        #expect(transcript.duration == scene.time)
        #expect(transcript.answers.map(\.kind) == [.letter(.k), .letter(.o), .letter(.s)])
        for (answer, place) in zip(transcript.answers, scene.places) {
            let time = try #require(answer.time)
            #expect(abs(time.lowerBound - place.lowerBound) < 0.15)
            #expect(abs(time.upperBound - place.upperBound) < 0.15)
        }
    }

    @Test("a recording without any sound has no answer", arguments: [0, 1, 399, 16_000])
    func silence(samples: Int) throws {
        let listener = RecordingListener(try RealHearing.listener())
        let recording = Recording(name: "silence") {
            PieceSource([Float](repeating: 0, count: samples))
        }
        listener.begin(session: [recording])
        let transcript = try listener.transcribe(recording)
        #expect(transcript.answers == [])
        #expect(transcript.duration == Double(samples) / 16_000)
    }
}
