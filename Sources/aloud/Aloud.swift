import AloudCommands

@main
struct Aloud {
    static func main() {}
}
