import Acuity
import TestBrowser
import TestPages
import TestTraits
import Testing

@Suite("Numbers that people type", .listening)
struct TypedNumberTests {
    private func opened() throws -> (Lane, Browser) {
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.activeElement.id === 'person'")
        return (lane, browser)
    }

    @Test("a comma is a decimal point, and an ambiguous number is refused")
    func numbers() throws {
        let (lane, browser) = try opened()
        defer { withExtendedLifetime(lane) {} }
        let read = try browser.run(
            """
            return import('/number-entry.js').then(({ typedNumber }) =>
              ['52,5', '52.5', ' 52,5 ', '५२,५', '５２．５', '52', '52,', '52,500', '+52,5', '−8,5', ',5',
                '1,234', '1.234', '1.234,5', '1,2,3', '5 2', '52,5 cm', '1e3', '', 'x', '9,99', '2001']
                .map((typed) => String(typedNumber(typed, typed.includes('8') ? -90 : 10, 2000))));
            """)
        let null = "null"
        #expect(
            read as? [String] == [
                "52.5", "52.5", "52.5", "52.5", "52.5", "52", "52", "52.5", "52.5", "-8.5", null,
                null, null, null, null, null, null, null, null, null, null, null,
            ])
    }

    @Test("a distance may be typed with a decimal comma or point", arguments: ["52,5", "52.5"])
    func distance(typed: String) throws {
        let (lane, browser) = try opened()
        // Person, eyes, correction; the screen was measured.
        for _ in 0..<3 { try browser.press("Enter") }
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'distance'")
        try browser.run(
            "const field = document.getElementById('distance'); field.focus(); field.select();")
        _ = try browser.devTools("Input.insertText", ["text": typed])
        #expect(
            try browser.run("return document.getElementById('distance').value;") as? String == typed
        )
        try browser.press("Enter")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        try browser.wait(until: "!document.getElementById('begin').disabled")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.distance.metres == 0.525)
    }

    @Test("the digit row of a French keyboard works without Shift")
    func azerty() throws {
        let (lane, browser) = try opened()
        defer { withExtendedLifetime(lane) {} }
        try browser.press("Enter")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'eyes'")
        try browser.press("é", code: "Digit2")
        #expect(try browser.holds("document.forms.choices.eyes.value === 'both'"))
        try browser.press("\"", code: "Digit3")
        #expect(try browser.holds("document.forms.choices.eyes.value === 'right'"))
    }

    @Test("no page has a field that drops a comma")
    func fields() throws {
        let lane = try Lane()
        for path in ["/", "/moon", "/records", "/account"] {
            let answer = try RawConnection.exchange(port: lane.port, "GET", path)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("type=\"number\""))
        }
    }
}
