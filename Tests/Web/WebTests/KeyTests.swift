import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// All steps except the test itself work with a keyboard and no mouse.
@Suite("Keyboard", .listening)
struct KeyTests {
    private func isFocused(_ id: String) -> String {
        "document.activeElement.id === '\(id)' && document.activeElement.matches(':focus-visible')"
    }

    @Test("Enter begins, ends a rest and starts another test")
    func enter() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        // A screen that was not measured is to be measured first.
        #expect(try !browser.holds("document.getElementById('begin').checkVisibility()"))
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.open(lane.address + "/")
        try browser.wait(until: isFocused("begin"))
        try browser.press("Enter")
        guard case .begin? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        for title in ["Listen", "Now the left eye"] {
            try lane.show(.rest(title: title, words: "Words.", canGoOn: true), in: browser)
            try browser.wait(until: isFocused("rest-on"))
            try browser.press("Enter")
            #expect(lane.pages.nextRequest(within: 60) == .goOn)
        }
        try lane.show(.letters([.k], LogMAR(0.8), at: .fourMetres), in: browser)
        try lane.show(.result([], notes: [], date: "2026-01-31", chooses: true), in: browser)
        try browser.wait(until: isFocused("print"))
        // A result that was not printed is asked about; first comes the answer that keeps it.
        try browser.press("Tab")
        try browser.wait(until: isFocused("again"))
        try browser.press("Enter")
        try browser.wait(until: isFocused("again-not"))
        try browser.press("Enter")
        try browser.wait(until: isFocused("again"))
    }

    @Test("Enter follows the link to the moon")
    func link() throws {
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.run("document.querySelector('a[href=\"/moon\"]').focus();")
        try browser.press("Enter")
        try browser.wait(until: "location.pathname === '/moon'")
    }

    @Test("The keyboard is enough for every question of the set-up")
    func setUp() throws {
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.activeElement.id === 'person'")
        func step() throws -> String {
            try browser.run("return document.getElementById('setup').dataset.step;") as? String
                ?? ""
        }
        try browser.press("Enter")
        #expect(try step() == "eyes")
        try browser.press("2")
        try browser.press("Enter")
        #expect(try step() == "correction")
        try browser.press("2")
        try browser.press("Enter")
        // The screen was measured: nothing is asked about it.
        #expect(try step() == "distance")
        try browser.press("3")
        try browser.press("Enter")
        #expect(try step() == "start")
        try browser.press("Backspace")
        #expect(try step() == "distance")
        try browser.press("Enter")
        try browser.wait(until: isFocused("begin"))
        try browser.press("Enter")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.eyes == [.both])
        #expect(begin.correction == .glasses)
        #expect(begin.distance.metres == 3)
        #expect(begin.isCalibrated && begin.person == nil)
    }
}
