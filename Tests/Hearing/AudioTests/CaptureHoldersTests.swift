import Foundation
import TestSpeech
import Testing

@testable import ALSACapture

/// A folder instead of the kernel's files.
@Suite(.timeLimit(.minutes(1))) struct CaptureHoldersTests {
    private let folder: TemporaryFolder
    private let holders: CaptureHolders

    init() throws {
        folder = try TemporaryFolder()
        for (file, text) in [
            ("asound/card0/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 41\n"),
            ("asound/card0/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 42\n"),
            ("asound/card1/pcm2c/sub0/status", "closed\n"),
            ("asound/card1/pcm2c/sub1/status", "state: RUNNING\nowner_pid   : 43\n"),
            ("asound/Blue/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 44\n"),
            ("41/comm", "pipewire\n"), ("42/comm", "player\n"), ("43/comm", "arecord\n"),
        ] {
            let url = folder.url(file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        holders = CaptureHolders(proc: folder.path)
    }

    @Test(
        "The holder of a capture device is named, that of a playback device is not",
        arguments: [
            ("hw:0", ["pipewire"]), ("plughw:1,2", ["arecord"]), ("hw:CARD=1,DEV=2", ["arecord"]),
            ("default", ["arecord", "pipewire"]), ("hw:7", []), ("hw:Blue", []),
        ])
    func names(device: String, names: [String]) {
        #expect(holders.names(of: device) == names)
    }

    @Test("A message about a busy device names the program and the remedy")
    func message() {
        let server = CaptureError.busy(name: "hw:0", holders: ["pipewire"], reason: "busy")
        #expect(server.description.contains("hw:0: pipewire is using it (busy); use the device"))
        let unknown = CaptureError.busy(name: "hw:0", holders: [], reason: "busy")
        #expect(unknown.description.contains("hw:0: another program is using it (busy); close"))
    }
}
