internal import CommandLineKit
internal import Exam
internal import HTTP
internal import Listening

/// The servers of `aloud listen` for pages: one for each port, on the loopback alone.
final class ListenPages {
    /// The address of each kind of connection, with its token.
    private(set) var addresses: [String: String] = [:]
    private var pages: [EventPages] = []
    private var servers: [any RunningServer] = []

    /// Starts them.
    ///
    /// - Throws: why one cannot start.
    init(
        _ ports: [(port: Int, kinds: Set<EventPages.Kind>)], origins: [String],
        control: ControlQueue, in environment: CommandEnvironment
    ) throws {
        for (port, kinds) in ports {
            let part = EventPages(
                kinds, origins: origins, control: control, now: environment.uptime)
            do {
                let server = try environment.instruments.webServer(
                    ServerSettings(port: port), part)
                pages.append(part)
                servers.append(server)
                addresses.merge(part.open(at: server.port)) { first, _ in first }
            } catch {
                stop()
                throw error
            }
        }
        for (kind, address) in addresses.sorted(by: { $0.key < $1.key }) {
            environment.say("\(kind): \(address)")
        }
    }

    /// Gives an event to all clients.
    func put(_ event: ListenEvent) { for part in pages { part.put(event) } }

    /// Ends the servers after the last events.
    func stop() {
        for server in servers { server.stop() }
        servers = []
    }
}
