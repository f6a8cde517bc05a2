import TestBrowser

extension Browser {
    /// Reads which eye is to be covered first, where no voice says so, and goes on.
    func goOnCovered() throws {
        try wait(
            until: """
                !document.getElementById('rest').hidden
                  && document.getElementById('rest-words').innerText.includes('Cover your left eye.')
                """)
        try click("#rest-on")
    }
}
