import Foundation
import Synchronization
import TestBrowser
import TestTraits
import Testing
import WebServer

@testable import TestPages

/// Measured screens, which Aloud keeps for each browser.
@Suite("Stored measurements of screens", .listening)
struct ScreenMeasuresTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-screens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("A measured screen stays measured at another port, and its age is kept")
    func otherPort() throws {
        Waiting.untilDayLasts()
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("data/screens.json")
        let browser = try Browser(width: 1_000, height: 800)
        let first = try Lane(screens: ScreenMeasures(file: file))
        try first.open(browser, pixelsPerMillimetre: nil)
        try browser.click("#calibrate")
        try browser.click("#by-ruler")
        try browser.run("document.getElementById('bar-length').value = '300';")
        try browser.click("#calibrated")
        let measured = try browser.number(
            "localStorage.getItem(document.documentElement.dataset.screen)")
        #expect(Waiting.until { FileManager.default.fileExists(atPath: file.path) })
        // Another port is another site for the browser, and another run of the program.
        let second = try Lane(screens: ScreenMeasures(file: file))
        #expect(second.server.port != first.server.port)
        try browser.open(second.address + "/")
        try browser.wait(
            until: "Math.abs(localStorage.getItem(document.documentElement.dataset.screen)"
                + " - \(measured)) < 1e-9")
        try browser.wait(
            until: "document.getElementById('size-age').textContent.includes('today')")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        // Another browser has another screen. One browser at a time is served.
        try browser.open("about:blank")
        let other = try Browser(width: 1_000, height: 800)
        try second.open(other, pixelsPerMillimetre: nil)
        #expect(try other.text("#size-words").hasPrefix("This screen has not been measured"))
    }

    @Test("A folder that cannot be written to is named, and the measure is used")
    func fullDisk() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let blocked = folder.appendingPathComponent("file")
        try Data().write(to: blocked)
        let told = Mutex<[String]>([])
        let file = blocked.appendingPathComponent("screens.json")
        let measures = ScreenMeasures(file: file) { words in told.withLock { $0.append(words) } }
        measures.keep(3.6, of: "screen 1920x1080", in: "a", at: .now)
        #expect(measures.measure(of: "screen 1920x1080", in: "a")?.perMillimetre == 3.6)
        let words = told.withLock { $0 }
        #expect(words.count == 1)
        #expect(words.first?.contains("cannot be kept in") == true)
    }

    @Test("Requests about screens are checked")
    func malformed() throws {
        let lane = try Lane()
        let headers = ["Origin": "http://127.0.0.1:\(lane.server.port)"]
        let opened = try RawConnection.exchange(
            port: lane.server.port, "POST", "/session", headers: headers, body: "{}")
        let seat = try JSONDecoder().decode([String: String].self, from: opened.body)
        let session = try #require(seat["session"])
        for body in [
            "", "{}", #"{"screen":""}"#, #"{"screen":"a","perMillimetre":0}"#,
            #"{"screen":"a","perMillimetre":1e9}"#, #"{"screen":"\u0000"}"#,
        ] {
            let answer = try RawConnection.exchange(
                port: lane.server.port, "POST", "/screen?session=\(session)", headers: headers,
                body: body)
            #expect(answer.status == 400, "\(body)")
        }
        let without = try RawConnection.exchange(
            port: lane.server.port, "POST", "/screen", headers: headers, body: #"{"screen":"a"}"#)
        #expect(without.status == 401)
    }
}
