internal import Foundation

/// Looks at the pages in a real browser: takes their pictures, looks for what is too wide for a phone,
/// measures how fast they are, or runs them for many hours' worth of answers.
@main
struct TryPages {
    static func main() throws {
        switch Array(CommandLine.arguments.dropFirst()) {
        case let words where words.first == "soak" && words.count <= 2:
            guard let hours = words.count == 2 ? Double(words[1]) : 24, hours > 0 else { usage() }
            guard try Soak(hours: hours).run() else { exit(1) }
        case ["latency"]: try PageLatency().measure(lines: 200)
        case ["paint"]: try PagePaint().measure(times: 40)
        case let words where words.count == 2 && words[0] == "pictures":
            try PagePictures(folder: URL(fileURLWithPath: words[1])).take()
        case let words where (2...5).contains(words.count) && words[0] == "states":
            let looks = [
                "light": [:], "dark": ["prefers-color-scheme": "dark"],
                "forced": ["forced-colors": "active"],
            ]
            guard let features = looks[words.count > 3 ? words[3] : "light"] else { usage() }
            var states = PageStates(
                folder: URL(fileURLWithPath: words[1]), language: words.count > 2 ? words[2] : "en",
                features: features)
            if words.count == 5 {
                states.sizes = [size(words[4])]
            }
            try states.take()
        case let words where (1...3).contains(words.count) && words[0] == "flow":
            let flow = PageFlow()
            let size = words.count > 2 ? self.size(words[2]) : (360, 780)
            try PageStates(
                folder: FileManager.default.temporaryDirectory,
                language: words.count > 1 ? words[1] : "en", flow: flow, sizes: [size]
            ).take()
            for fault in flow.faults { print(fault) }
            print("\(flow.count) states at \(size.0) x \(size.1)")
            if !flow.faults.isEmpty { exit(1) }
        default: usage()
        }
    }

    /// The width and the height of "683x384".
    private static func size(_ text: String) -> (Int, Int) {
        let sides = text.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { usage() }
        return (sides[0], sides[1])
    }

    private static func usage() -> Never {
        let words =
            "Usage: try-pages latency | try-pages paint | try-pages pictures <folder> |"
            + " try-pages flow [<language> [<width>x<height>]] |"
            + " try-pages states <folder> [<language> [light|dark|forced [<width>x<height>]]] | try-pages soak [<hours>]\n"
        FileHandle.standardError.write(Data(words.utf8))
        exit(64)
    }
}
