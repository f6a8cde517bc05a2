import Acuity
import Dialogue
import Foundation
import HTTP
import Platform
import TestBrowser
import TestTraits
import Testing

@testable import TestPages

/// Two browsers that open one lane: only one of them shows the test.
@Suite("A lane that is open on another screen", .listening)
struct BusyLaneTests {
    private func second(of lane: Lane) throws -> Browser {
        let browser = try Browser(width: 820, height: 900)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('busy').hidden")
        return browser
    }

    private let isOpen = "!document.getElementById('setup').hidden"

    @Test("a second screen names the first, and opens the test when the first closes")
    func closed() throws {
        let lane = try Lane()
        let first = try Browser(width: 820, height: 900, isWhole: true)
        try lane.open(first, pixelsPerMillimetre: 3)
        let second = try second(of: lane)
        let place = try second.text("#busy-where")
        #expect(place.contains("runs Aloud: Chrome, since"))
        #expect(try second.text("#busy-ends") == "")
        try first.open("about:blank")
        try second.wait(until: isOpen)
        // The page that was closed has lost its place, and comes back as the second one.
        try first.open(lane.address + "/")
        try first.wait(until: "!document.getElementById('busy').hidden")
        second.kill()
        try first.wait(until: isOpen)
    }

    @Test("a reloaded page keeps its session")
    func reload() throws {
        let lane = try Lane()
        let first = try Browser(width: 820, height: 900)
        try lane.open(first, pixelsPerMillimetre: 3)
        let token = try first.run("return sessionStorage.getItem('session');") as? String
        try first.reload()
        try first.wait(until: isOpen)
        #expect(try first.run("return sessionStorage.getItem('session');") as? String == token)
        _ = try second(of: lane)
        #expect(try first.holds(isOpen))
    }

    @Test("a late goodbye does not end the reloaded page")
    func lateGoodbye() throws {
        let lane = try Lane()
        let session = try lane.session()
        func listen(_ load: String) throws -> RawConnection {
            let line = try RawConnection(port: lane.port)
            line.send(
                "GET /events?session=\(session)&load=\(load) HTTP/1.1\r\n"
                    + "Host: 127.0.0.1:\(lane.port)\r\n\r\n")
            try #require(!line.receive().isEmpty)
            return line
        }
        func leave(_ load: String) throws {
            let answer = try RawConnection.exchange(
                port: lane.port, "POST", "/leave?session=\(session)&load=\(load)",
                headers: ["Origin": lane.address], body: "{}")
            #expect(answer.status == 200)
        }
        _ = try listen("1")
        let second = try listen("2")
        try leave("1")
        lane.pages.show(.over(title: "still here", words: ""))
        var text = ""
        while !text.contains("still here") {
            let more = second.receive()
            try #require(!more.isEmpty)
            text += String(decoding: more, as: UTF8.self)
        }
        try leave("2")
        while !second.receive().isEmpty {}
    }

    @Test("\"Use it here\" ends the running test, and the first screen reports the move")
    func takenOver() throws {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true))
        let first = try Browser(width: 820, height: 900)
        try lane.open(first, pixelsPerMillimetre: 3)
        let stop = StopRequest()
        lane.pages.runs(stop)
        try lane.show(.letters([.k], LogMAR(0.5), at: .fourMetres), in: first)
        let second = try second(of: lane)
        let ends = try second.text("#busy-ends")
        #expect(ends.contains("A test is running there"))
        #expect(!stop.isRequested)
        try second.click("#busy-use")
        try first.wait(until: "!document.getElementById('over').hidden")
        #expect(try first.text("#over-title") == "Used on another screen")
        #expect(stop.isRequested)
        try second.wait(until: "!document.getElementById('test').hidden")
        // A test that was begun on the first screen and could not run yet does not begin here.
        let later = StopRequest()
        lane.pages.runs(later)
        #expect(later.isRequested)
        lane.pages.show(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try second.wait(until: isOpen)
        try first.reload()
        try first.wait(until: "!document.getElementById('busy').hidden")
    }

    @Test("an unnamed browser is another device")
    func unnamed() {
        let holder = LaneHolder(.init("POST", "/session", peer: "c0a80102"), login: "otto")
        #expect(holder.browser == nil && holder.system == nil && !holder.isHere)
        let tablet = LaneHolder(
            .init(
                "POST", "/session",
                headers: [
                    "user-agent": "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605"
                        + " (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
                ]), login: nil)
        #expect(tablet.browser == "Safari" && tablet.system == "iPadOS")
    }
}
