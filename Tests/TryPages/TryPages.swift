internal import Foundation

/// Looks at the pages in a real browser: takes their pictures, or measures how fast they are.
@main
struct TryPages {
    static func main() throws {
        switch Array(CommandLine.arguments.dropFirst()) {
        case ["latency"]: try PageLatency().measure(lines: 200)
        case let words where words.count == 2 && words[0] == "pictures":
            try PagePictures(folder: URL(fileURLWithPath: words[1])).take()
        default:
            FileHandle.standardError.write(
                Data("Usage: try-pages latency | try-pages pictures <folder>\n".utf8))
            exit(64)
        }
    }
}
