import Acuity
import Foundation
import TestBrowser
import TestPages
import Testing

/// Who has a keyboard and no mouse comes through all that is not the test itself.
@Suite("Keyboard", .timeLimit(.minutes(60)))
struct KeyTests {
    private func isFocused(_ id: String) -> String {
        "document.activeElement.id === '\(id)' && document.activeElement.matches(':focus-visible')"
    }

    @Test("Enter begins, ends a rest and starts another test")
    func enter() throws {
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        // A screen that was not measured is to be measured first.
        #expect(try browser.holds("document.activeElement === document.body"))
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.open(lane.address + "/")
        try browser.wait(until: isFocused("begin"))
        try browser.press("Enter")
        guard case .begin? = lane.pages.nextRequest(within: 20) else {
            Issue.record("nobody began")
            return
        }
        for title in ["Listen", "Now the left eye"] {
            try lane.show(.rest(title: title, words: "Words.", canGoOn: true), in: browser)
            try browser.wait(until: isFocused("rest-on"))
            try browser.press("Enter")
            #expect(lane.pages.nextRequest(within: 20) == .goOn)
        }
        try lane.show(.letters([.k], LogMAR(0.8), at: .fourMetres), in: browser)
        try lane.show(.result([], notes: [], date: "2026-01-31", chooses: true), in: browser)
        try browser.wait(until: isFocused("again"))
        // One that was not printed is asked about, and the answer that keeps it is the first.
        try browser.press("Enter")
        try browser.wait(until: isFocused("again-not"))
        try browser.press("Enter")
        try browser.wait(until: isFocused("again"))
    }
}
