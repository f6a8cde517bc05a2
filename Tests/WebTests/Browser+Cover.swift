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

    /// Leaves the result for another test, whether it was printed or not.
    func anotherTest() throws {
        try click("#again")
        if try holds("!document.getElementById('again-surely').hidden") {
            try click("#again-surely")
        }
    }
}
