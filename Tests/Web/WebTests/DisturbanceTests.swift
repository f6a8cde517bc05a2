import Acuity
import Foundation
import HTTP
import TestBrowser
import TestPages
import TestTraits
import Testing

@testable import WebServer

@Suite("Slow, dead and many pages", .listening)
struct DisturbanceTests {
    private func openSession(_ lane: Lane) throws -> String {
        let answer = try RawConnection.exchange(
            port: lane.server.port, "POST", "/session", headers: ["Origin": lane.address],
            body: "{}")
        return try #require(
            try JSONDecoder().decode([String: String].self, from: answer.body)["session"])
    }

    private func listen(_ lane: Lane, _ session: String) throws -> RawConnection {
        let line = try RawConnection(port: lane.server.port)
        line.send(
            "GET /events?session=\(session) HTTP/1.1\r\nHost: 127.0.0.1:\(lane.server.port)\r\n"
                + "\r\n")
        return line
    }

    @Test("A page that stops reading delays nothing, and later gets the latest view")
    func slow() throws {
        // On a busy machine the views may take longer than a connection may be idle.
        var settings = ServerSettings(port: 0)
        settings.patienceSeconds = 600
        let lane = try Lane(settings: settings)
        let session = try openSession(lane)
        let line = try listen(lane, session)
        // More than the buffers of the connection hold, many times over.
        let words = String(repeating: "x", count: 40_000)
        for number in 0..<500 { lane.pages.show(.over(title: "\(number)", words: words)) }
        lane.pages.show(.over(title: "the last", words: ""))
        var text = ""
        var bytes = 0
        while !text.contains("the last") {
            let more = line.receive()
            try #require(!more.isEmpty)
            bytes += more.count
            text = String(text.suffix(100)) + String(decoding: more, as: UTF8.self)
        }
        // Views outdated before they could be sent were left out.
        #expect(bytes < 40_000 * 500)
    }

    @Test("A page that reconnects gets the whole view, and its old connection is ended")
    func back() throws {
        let lane = try Lane()
        let session = try openSession(lane)
        let first = try listen(lane, session)
        #expect(String(decoding: first.receive(), as: UTF8.self).contains("200 OK"))
        lane.pages.show(.letters([.k], LogMAR(0.2), at: .fourMetres))
        let second = try listen(lane, session)
        var text = ""
        while !text.contains(#""phase":"test""#) {
            let more = second.receive()
            try #require(!more.isEmpty)
            text += String(decoding: more, as: UTF8.self)
        }
        text = ""
        while !text.contains("Open in another window") {
            let more = first.receive()
            try #require(!more.isEmpty)
            text += String(decoding: more, as: UTF8.self)
        }
    }

    @Test("Dead connections are released")
    func dead() throws {
        var settings = ServerSettings(port: 0)
        settings.heartbeatSeconds = 0.05
        let lane = try Lane(settings: settings)
        let session = try openSession(lane)
        do {
            let lines = try (0..<12).map { _ in try listen(lane, session) }
            for line in lines { #expect(!line.receive().isEmpty) }
        }
        #expect(Waiting.until { lane.server.livePages == 0 })
        #expect(try RawConnection.exchange(port: lane.server.port, "GET", "/").status == 200)
    }

    @Test("Fifty pages opened at once and killed do not disturb the test")
    func fifty() throws {
        let lane = try Lane()
        let patient = try Browser(width: 1_000, height: 700)
        try lane.open(patient, pixelsPerMillimetre: 3)
        try lane.show(.letters([.c, .d, .h, .k, .n], LogMAR(0.5), at: .fourMetres), in: patient)
        let crowd = try Browser(width: 400, height: 300)
        try crowd.open(lane.address + "/")
        for _ in 1..<50 {
            try crowd.newTab(lane.address + "/")
        }
        #expect(try crowd.tabs() == 50)
        // The test continues while they keep asking to be the patient's page.
        try lane.show(.letters([.z, .o], LogMAR(0.4), at: .fourMetres), in: patient)
        #expect(try patient.holds("document.querySelectorAll('#chart path').length === 2"))
        // With this many pages, one may have reported earlier that nothing answers.
        try crowd.wait(
            until: "!document.getElementById('busy').hidden"
                + " && document.getElementById('connection').hidden")
        crowd.kill()
        try lane.show(.letters([.s, .v, .r], LogMAR(0.3), at: .fourMetres), in: patient)
        #expect(try patient.holds("document.querySelectorAll('#chart path').length === 3"))
        #expect(try patient.holds("document.getElementById('connection').hidden"))
        #expect(lane.server.livePages == 1)
        #expect(lane.pages.nextRequest(within: 0) == nil)
    }
}

extension HTTPServer {
    /// The number of open event streams.
    fileprivate var livePages: Int { handler.streams.count }
}
