import Foundation
import TestBrowser

extension Browser {
    /// Reads which eye is to be covered first, if no voice says so, and continues.
    func goOnCovered() throws {
        try wait(
            until: """
                !document.getElementById('rest').hidden
                  && document.getElementById('rest-words').innerText.includes('Cover your left eye.')
                """)
        try click("#rest-on")
    }

    /// Ends a test whose warm-up was left out: a click so soon after the one on "Skip" would be that
    /// one's second.
    func stopAfterSkip() throws {
        try wait(until: "document.getElementById('stop').innerText === 'Stop'")
        Thread.sleep(forTimeInterval: 1.1)
        try click("#stop")
    }

    /// Leaves the result for another test, whether it was printed or not.
    func anotherTest() throws {
        try click("#again")
        if try holds("!document.getElementById('again-surely').hidden") {
            try click("#again-surely")
        }
    }
}
