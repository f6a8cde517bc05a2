import Testing

@testable import Transcripts

@Suite(.timeLimit(.minutes(1))) struct RecordingSessionTests {
    private func found(_ paths: [String]) -> [FoundRecording] {
        paths.map {
            FoundRecording(path: $0, folder: FoundRecording.folder(of: $0), isNamed: true)
        }
    }

    @Test("a folder is a session, in the order of its first recording")
    func folders() throws {
        let sessions = try RecordingSession.sessions(
            of: found(["a/1.wav", "/b/1.wav", "./a/2.wav", "../c/x.wav", "-"]), alone: false)
        #expect(sessions.map(\.name) == ["a", "b", "up/c", "standard-input"])
        #expect(
            sessions.map(\.files) == [
                ["a/1.wav", "./a/2.wav"], ["/b/1.wav"], ["../c/x.wav"], ["-"],
            ])
    }

    @Test("with --each-alone every recording is a session")
    func alone() throws {
        let sessions = try RecordingSession.sessions(
            of: found(["a/1.wav", "a/2.wav"]), alone: true)
        #expect(sessions.map(\.name) == ["a/1.wav", "a/2.wav"])
    }

    @Test("a recording in folders that overlap is heard once", arguments: [false, true])
    func overlap(alone: Bool) throws {
        // As by '-r a ./a a/1.wav'.
        var all = found(["a/1.wav", "a/2.wav", "./a/1.wav", "./a/2.wav", "a/1.wav"])
        for index in 0..<4 { all[index].isNamed = false }
        let sessions = try RecordingSession.sessions(of: all, alone: alone)
        #expect(sessions.flatMap(\.files) == ["a/1.wav", "a/2.wav"])
        #expect(sessions.flatMap { $0.results(in: .srt) } == ["a/1.srt", "a/2.srt"])
        // Somebody who names a file twice gets its answers twice.
        let named = try RecordingSession.sessions(of: found(["a/1.wav", "a/1.wav"]), alone: alone)
        #expect(named.flatMap(\.files) == ["a/1.wav", "a/1.wav"])
    }

    @Test("results never share a name")
    func names() throws {
        #expect(throws: SameSessionName.self) {
            try RecordingSession.sessions(of: found(["a/1.wav", "/a/1.wav"]), alone: false)
        }
        let session = try #require(
            try RecordingSession.sessions(
                of: found(["a/1.wav", "a/1.flac", "a/2.wav", "a/.x"]), alone: false
            ).first)
        #expect(
            session.results(in: .srt) == ["a/1.wav.srt", "a/1.flac.srt", "a/2.srt", "a/.x.srt"])
        #expect(session.results(in: .csv) == ["a.csv"])
    }

    @Test("a list has a path on each line, or a zero byte after each")
    func lists() {
        #expect(RecordingList.paths(in: Array("a b\r\n\nc\n".utf8)) == ["a b", "c"])
        #expect(RecordingList.paths(in: Array("a\nb\0c\r\0".utf8)) == ["a\nb", "c\r"])
        #expect(RecordingList.paths(in: []) == [])
    }
}
