internal import Foundation
internal import TestBrowser

/// The pages of records and accounts, of the real program next to this one.
struct ClinicStates {
    let states: PageStates

    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("aloud")
    private static let letters = ["N C K Z O", "R H S D K", "D O V H R", "C Z R H S", "O N H R C"]

    /// The program did not print the address of its records.
    private struct NoAddress: Error {}

    /// The list of people, a history, a test that can go on, and the first account.
    func take(_ width: Int, _ height: Int, _ names: inout [String]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-clinic-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("records.db").path
        for eye in ["right", "left"] {
            for lines in [3, 5, 4] { try keep(eye, lines: lines, in: file) }
        }
        try keep("right", lines: 2, isCut: true, in: file)
        let (process, address) = try served(file)
        defer { process.terminate() }
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        try browser.emulate(features: states.features)
        try browser.open(address)
        try browser.run("localStorage.setItem('language', '\(states.language)');")
        try browser.open("about:blank")
        try browser.open(address)
        try browser.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try states.save(browser, "records", width, height, &names)
        try browser.run("document.querySelector('#people button').click();")
        try browser.wait(until: "document.querySelectorAll('#chart-place .mark').length > 3")
        try states.save(browser, "history", width, height, &names)
        if states.flow == nil { try states.keep(try browser.printed(), "print-history.pdf") }
        try browser.run("document.querySelector('#eyes tbody tr:last-child button').click();")
        try browser.wait(until: "!document.getElementById('test-view').hidden")
        try states.save(browser, "test-interrupted", width, height, &names)
        try householdAndList(browser, address, width, height, &names)
        let home = address.replacingOccurrences(of: "/records#", with: "/account#")
        try browser.open("about:blank")
        try browser.open(home)
        try browser.wait(until: "!document.getElementById('first').hidden")
        try states.save(browser, "account-first", width, height, &names)
        try browser.run(
            """
            const fill = { login: 'anna', name: 'Dr Anna Weber', password: 'four dry apples in a row' };
            for (const input of document.querySelectorAll('#first input')) {
              const kind = input.type === 'password' ? 'password' : input.id.includes('login') ? 'login' : 'name';
              input.value = fill[kind];
            }
            document.querySelector('#first form, form#first')?.requestSubmit();
            """)
        try browser.wait(until: "!document.getElementById('mine').hidden")
        try states.save(browser, "accounts", width, height, &names)
        try browser.devTools("Network.clearBrowserCookies")
        try browser.open("about:blank")
        try browser.open(String(home.split(separator: "#")[0]))
        try browser.wait(until: "!document.getElementById('sign-in').hidden")
        try states.save(browser, "sign-in", width, height, &names)
    }

    /// The home page, today's list with a person, and the walk of the first start.
    private func householdAndList(
        _ browser: Browser, _ address: String, _ width: Int, _ height: Int,
        _ names: inout [String]
    ) throws {
        func open(_ path: String) throws {
            try browser.open("about:blank")
            try browser.open(address.replacingOccurrences(of: "/records#", with: path + "#"))
        }
        try open("/home")
        try browser.wait(until: "document.querySelectorAll('#members section').length === 1")
        try states.save(browser, "home", width, height, &names)
        try open("/today")
        try browser.wait(until: "document.getElementById('heading').textContent !== ''")
        try browser.run(
            """
            document.getElementById('time').value = '09:30';
            document.getElementById('words').value = 'Anna';
            document.getElementById('words').dispatchEvent(new Event('input'));
            """)
        try browser.wait(until: "document.querySelector('#found button')")
        try browser.run("document.querySelector('#found button').click();")
        try browser.wait(until: "document.querySelectorAll('#expected tbody tr').length === 1")
        try states.save(browser, "today", width, height, &names)
        try open("/peers")
        try browser.wait(until: "!document.getElementById('nobody').hidden")
        try states.save(browser, "peers", width, height, &names)
        try open("/account/start")
        try browser.wait(until: "!document.getElementById('account').hidden")
        try states.save(browser, "first-start", width, height, &names)
    }

    /// Keeps a test of one person, answered to the end or killed before it.
    private func keep(_ eye: String, lines: Int, isCut: Bool = false, in file: String) throws {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = [
            "test", "--answers", "-", "--chart", "1", "--eye", eye, "--person", "17", "--name",
            "Anna Müller", "--correction", "glasses", "--events",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["ALOUD_RECORDS": file]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let answers = Self.letters.prefix(lines) + (isCut ? [] : ["I can't see any"])
        try input.fileHandleForWriting.write(
            contentsOf: Data((answers.joined(separator: "\n") + "\n").utf8))
        if isCut {
            // Killed when the third line is shown.
            var read = ""
            while read.components(separatedBy: "\"present\"").count < 4 {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                read += String(decoding: data, as: UTF8.self)
            }
            kill(process.processIdentifier, SIGKILL)
        } else {
            try input.fileHandleForWriting.close()
            _ = output.fileHandleForReading.readDataToEndOfFile()
        }
        process.waitUntilExit()
    }

    /// Serves records; gives the program and the address of its records.
    private func served(_ file: String) throws -> (Process, String) {
        let process = Process()
        let messages = Pipe()
        process.executableURL = Self.program
        process.arguments = ["serve", "--answers", "-", "--port", "0", "--voice", "off"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["ALOUD_RECORDS": file]) { $1 }
        process.standardInput = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = messages
        try process.run()
        var said = ""
        while true {
            let data = messages.fileHandleForReading.availableData
            guard !data.isEmpty else { throw NoAddress() }
            said += String(decoding: data, as: UTF8.self)
            if let match = said.firstMatch(of: #/(http:\S+/records#\S+)\n/#) {
                return (process, String(match.1))
            }
        }
    }
}
