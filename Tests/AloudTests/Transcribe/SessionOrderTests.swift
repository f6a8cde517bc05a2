import Audio
import Listening
import Testing

@testable import AloudCommands

@Suite struct SessionOrderTests {
    private struct NotOpened: Error {}

    private func places(_ paths: [String], isEachAlone: Bool = false) -> [[Int]] {
        let recordings = paths.map { Recording(name: $0) { throw NotOpened() } }
        return SessionOrder(recordings, isEachAlone: isEachAlone).sessions.map { $0.map(\.place) }
    }

    @Test("a folder's files are one session wherever they stand, and each one where they are alone")
    func folders() {
        #expect(places(["a/1", "b/1", "./a/2", "b/../a/3"]) == [[0, 2, 3], [1]])
        #expect(places(["a/1", "b/1", "a/2"], isEachAlone: true) == [[0], [1], [2]])
    }

    @Test("folders whose names differ in their bytes alone are two")
    func normalForms() {
        #expect(places(["M\u{FC}ller/1", "Mu\u{308}ller/1", "M\u{FC}ller/2"]) == [[0, 2], [1]])
    }

    @Test("what comes through a stream is a session of its own")
    func streams() {
        let streams = ["/dev/fd/62", "/dev/fd/63", "/proc/self/fd/9", "/proc/self/fd/8"]
        #expect(places(streams) == [[0], [1], [2], [3]])
    }
}
