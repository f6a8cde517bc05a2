internal import Dialogue
internal import Foundation
internal import TestBrowser
internal import TestPages

/// Measures when a page first shows something, when it first shows words, and when it shows its largest
/// text, from the start of its navigation; by Chromium's paint timing.
struct PagePaint {
    /// The pages and their languages.
    private static let pages = [
        ("/", "en"), ("/", "hi"), ("/operator#\(BrowserLane.operatorKey)", "en"), ("/moon", "en"),
    ]

    /// Opens each page a number of times, with an empty cache.
    func measure(times: Int) throws {
        let lane = try BrowserLane(
            PageStates.setUp, width: 1_366, height: 768, pixelsPerMillimetre: 3.6)
        let browser = lane.browser
        for (path, language) in Self.pages {
            try browser.run("localStorage.setItem('language', '\(language)');")
            var first: [Double] = []
            var words: [Double] = []
            var largest: [Double] = []
            for _ in 0..<times {
                try browser.open("about:blank")
                try browser.devTools("Network.clearBrowserCache")
                try browser.open(lane.address + path)
                try browser.wait(
                    until: "performance.getEntriesByName('first-contentful-paint').length === 1")
                let time = { (name: String) in
                    try browser.number(
                        "performance.getEntriesByName('\(name)')[0].startTime")
                }
                first.append(try time("first-paint"))
                words.append(try time("first-contentful-paint"))
                // By now the page shows its question or its other contents.
                Thread.sleep(forTimeInterval: 1)
                largest.append(try browser.run(Self.largestPaint) as? Double ?? .nan)
            }
            print(
                "\(path.split(separator: "#")[0]) in \(language): first paint \(Self.row(first)),"
                    + " first words \(Self.row(words)), largest text \(Self.row(largest))")
        }
    }

    private static let largestPaint = """
        return new Promise((resolve) => new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }));
        """

    private static func row(_ times: [Double]) -> String {
        let sorted = times.sorted()
        return String(
            format: "median %.0f ms, 95 %% %.0f ms", sorted[sorted.count / 2],
            sorted[sorted.count * 95 / 100])
    }
}
