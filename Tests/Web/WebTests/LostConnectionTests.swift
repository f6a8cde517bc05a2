import Acuity
import Foundation
import HTTP
import Platform
import TestBrowser
import TestPages
import TestPorts
import TestTraits
import Testing

/// A patient's page that cannot reach Aloud.
@Suite("A lost connection", .listening)
struct LostConnectionTests {
    private static let isLost = "!document.getElementById('lost').hidden"

    /// A page in the middle of a test, and the request that its stop button makes.
    private func testing() throws -> (Lane, Browser, StopRequest) {
        let lane = try Lane(settings: ServerSettings(port: OwnPort.find()))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3)
        let stop = StopRequest()
        lane.pages.runs(stop)
        try lane.show(.letters([.c, .d], LogMAR(0.5), at: .fourMetres), in: browser)
        return (lane, browser, stop)
    }

    @Test("A busy server and a lost connection at the start leave no page without words")
    func textsLater() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                const load = window.fetch.bind(window);
                window.refused = {};
                window.fetch = async (address, options) => {
                  if (!/^.(en|said)[.]json$/.test(address)) return load(address, options);
                  refused[address] = (refused[address] ?? 0) + 1;
                  if (refused[address] === 1) return new Response('', { status: 503 });
                  if (refused[address] === 2) throw new TypeError('Failed to fetch');
                  return load(address, options);
                };
                """
            ])
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.number("refused['/en.json']") == 3)
        let keys = "[...document.querySelectorAll('[data-text]')]"
        #expect(
            try browser.holds(
                "\(keys).length > 0 && \(keys).every((one) =>"
                    + " one.textContent !== one.dataset.text)"))
    }

    @Test("A message says what to do, and disappears when the connection returns")
    func words() throws {
        let (lane, browser, stop) = try testing()
        lane.cut()
        try browser.wait(until: Self.isLost)
        #expect(try browser.text("#lost").contains("The connection to Aloud is lost"))
        #expect(try browser.text("#lost").contains("see whether Aloud still runs"))
        let isSeen = """
            (({ left, top, right, bottom, height }) => {
              const words = parseFloat(getComputedStyle(document.getElementById('lost')).fontSize);
              return words >= 24 && height > 24 && top > innerHeight / 10
                && bottom < innerHeight * 2 / 3 && Math.abs(left + right - innerWidth) < 4;
            })(document.getElementById('lost-title').getBoundingClientRect())
            """
        #expect(try browser.holds(isSeen))
        try lane.mend()
        try browser.wait(until: "document.getElementById('lost').hidden")
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
        #expect(!stop.isRequested)
    }

    @Test("A page whose script did not arrive loads again")
    func script() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try browser.devTools("Network.enable")
        try browser.devTools("Network.setBlockedURLs", ["urls": ["*/setup.js"]])
        try browser.open(lane.address + "/")
        #expect(try browser.holds("document.getElementById('setup').hidden"))
        try browser.wait(until: "sessionStorage.tries === '1'")
        try browser.devTools("Network.setBlockedURLs", ["urls": [String]()])
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.holds("sessionStorage.tries === undefined"))
    }

    @Test("A server that is stopped twice stops once")
    func stoppedTwice() throws {
        let lane = try Lane(settings: ServerSettings(port: OwnPort.find()))
        lane.cut()
        lane.cut()
        try lane.mend()
        #expect(try !lane.session().isEmpty)
    }

    @Test("Stop works without a connection", arguments: ["lost-stop", "stop"])
    func stop(button: String) throws {
        let (lane, browser, stop) = try testing()
        lane.cut()
        try browser.wait(until: button == "stop" ? "!connection.hidden" : Self.isLost)
        try browser.run("document.getElementById('\(button)').click();")
        try browser.wait(
            until: """
                document.getElementById('lost-stopping').textContent
                  === 'The test will be stopped as soon as the connection is back.'
                """)
        #expect(!stop.isRequested)
        try lane.mend()
        #expect(Waiting.until { stop.isRequested })
    }

    @Test("A page that is not in a test has nothing to stop")
    func waiting() throws {
        let lane = try Lane()
        let browser = try Browser(width: 390, height: 844)
        try lane.open(browser, pixelsPerMillimetre: 3)
        lane.cut()
        try browser.wait(until: Self.isLost)
        #expect(try browser.holds("document.getElementById('lost-stop').hidden"))
        #expect(
            try browser.holds(
                "document.getElementById('lost').scrollHeight <= innerHeight"))
    }

    @Test("After a kill and a restart the page says that the test begins again")
    func killed() throws {
        let words = [
            "serve", "--voice", "off", "--distance", "2m", "--device", "none", "--port",
            try String(OwnPort.find()),
        ]
        let killed = try AloudProcess(words)
        let address = try #require(killed.address())
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        try browser.click("#by-touch")
        try browser.click("#begin")
        try browser.wait(until: "!document.getElementById('test').hidden")
        killed.kill()
        try browser.wait(until: Self.isLost)
        #expect(try browser.text("#lost-stop") == "Stop the test")
        let again = try AloudProcess(words)
        try browser.wait(until: "document.getElementById('lost').hidden")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.wait(
            until: """
                document.getElementById('setup-error').textContent
                  === 'Aloud was started again. Please begin the test again.'
                """)
        again.interrupt()
        #expect(again.end() == 0)
    }
}
