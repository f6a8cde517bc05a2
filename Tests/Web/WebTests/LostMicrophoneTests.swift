import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// A microphone that fails before or during a test. The page reports it at every step.
@Suite("aloud serve without a microphone", .listening)
struct LostMicrophoneTests {
    private let microphone: FailingMicrophone
    private let aloud: AloudProcess
    private let browser: Browser

    private static let trouble = "The microphone cannot be heard"

    init() throws {
        microphone = try FailingMicrophone()
        aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--choose-start"],
            variables: microphone.variables)
        browser = try aloud.page()
    }

    /// Waits until a view is shown in which an element has these words.
    private func wait(for words: String, in element: String, of view: String) throws {
        try browser.wait(
            until: "!document.getElementById('\(view)').hidden"
                + " && document.getElementById('\(element)').textContent.includes('\(words)')")
    }

    /// Silence, for as long as a test may wait for it. Made anew each time: of a static one the leak checker
    /// does not see who holds it.
    private static var silence: Data { Data(count: 2 * 16_000 * 60) }

    @Test(
        "The distance is asked again after the microphone was lost"
    )
    func distance() throws {
        try browser.click("#say-distance")
        try browser.click("#begin")
        try wait(for: Self.trouble, in: "rest-words", of: "rest")
        #expect(try browser.text("#rest-words").contains("Or press “Go on now” to use 4 m."))
        try microphone.remove()
        try microphone.mend(with: Self.silence)
        try wait(for: "Take your place and say the distance", in: "rest-words", of: "rest")
    }

    @Test("Each step reports the lost microphone, and can continue by hand")
    func goingOn() throws {
        try browser.click("#say-distance")
        try browser.click("#begin")
        try wait(for: Self.trouble, in: "rest-words", of: "rest")
        try browser.click("#rest-on")
        try browser.goOnCovered()
        // The warm-up, which a click ends.
        try wait(for: Self.trouble, in: "prompt", of: "test")
        try browser.click("#stop")
        // The choice of the start.
        try wait(for: Self.trouble, in: "rest-words", of: "rest")
        try browser.click("#rest-on")
        // The test.
        try wait(for: Self.trouble, in: "prompt", of: "test")
        // Nothing is to be read: the words have the screen.
        #expect(try browser.number("document.querySelectorAll('#chart path').length") == 0)
        #expect(try browser.text("#heard").isEmpty)
        try browser.stopAfterSkip()
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.text("#result").contains("Not measured"))
    }
}
