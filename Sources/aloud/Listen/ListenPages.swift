internal import CommandLineKit
internal import Exam
internal import HTTP
internal import Listening
internal import TestPages

/// The servers of `aloud listen` for pages: one for each port, on the loopback only.
final class ListenPages {
    /// The address of each kind of connection, with its token.
    private(set) var addresses: [String: String] = [:]
    private var pages: [EventPages] = []
    private var servers: [any RunningServer] = []

    /// Starts the servers.
    ///
    /// - Parameter sound: takes the sound of a page's microphone; nil if another one is heard.
    /// - Throws: why one cannot start.
    init(
        _ ports: [(port: Int, kinds: Set<EventPages.Kind>)], origins: [String],
        control: ControlQueue, sound: PageSound?, in environment: CommandEnvironment
    ) throws {
        for (port, kinds) in ports {
            let part = EventPages(
                kinds, origins: origins, control: control,
                sound: sound.map(Self.receiver), now: environment.uptime)
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

    /// Passes pieces of sound on.
    private static func receiver(_ sound: PageSound) -> EventPages.SoundReceiver {
        { bytes, connection in
            guard let piece = SoundPiece(bytes, capture: connection) else { return false }
            sound.take(piece)
            return true
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
