internal import Foundation

/// Looks at the pages in a real browser: takes their pictures, measures how fast they are, or runs
/// them for many hours' worth of answers.
@main
struct TryPages {
    static func main() throws {
        switch Array(CommandLine.arguments.dropFirst()) {
        case let words where words.first == "soak" && words.count <= 2:
            guard let hours = words.count == 2 ? Double(words[1]) : 24, hours > 0 else { usage() }
            guard try Soak(hours: hours).run() else { exit(1) }
        case ["latency"]: try PageLatency().measure(lines: 200)
        case let words where words.count == 2 && words[0] == "pictures":
            try PagePictures(folder: URL(fileURLWithPath: words[1])).take()
        case let words where (2...4).contains(words.count) && words[0] == "states":
            let looks = [
                "light": [:], "dark": ["prefers-color-scheme": "dark"],
                "forced": ["forced-colors": "active"],
            ]
            guard let features = looks[words.count == 4 ? words[3] : "light"] else { usage() }
            try PageStates(
                folder: URL(fileURLWithPath: words[1]), language: words.count > 2 ? words[2] : "en",
                features: features
            ).take()
        default: usage()
        }
    }

    private static func usage() -> Never {
        let words =
            "Usage: try-pages latency | try-pages pictures <folder> |"
            + " try-pages states <folder> [<language> [light|dark|forced]] | try-pages soak [<hours>]\n"
        FileHandle.standardError.write(Data(words.utf8))
        exit(64)
    }
}
