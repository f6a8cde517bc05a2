internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization

/// Reports to systemd, as sd_notify(3) does: ready, alive, stopping.
///
/// Alive means that the server of pages answers: systemd restarts a program that hangs
/// (`WatchdogSec` of systemd.service(5)).
final class ServiceManager: Sendable {
    private let socketName: String
    /// The time between two watchdog messages; nil without a watchdog.
    private let interval: Duration?
    private let isStopped = Mutex(false)

    /// The manager that started this process; nil if none did.
    ///
    /// - Parameter variables: the environment variables.
    init?(variables: [String: String]) {
        guard let name = variables["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@")
        else { return nil }
        socketName = name
        let isOurs = variables["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        // Two signs of life in each period, as sd_watchdog_enabled(3) recommends.
        interval = variables["WATCHDOG_USEC"].flatMap(Int.init).flatMap {
            isOurs && $0 > 0 ? .microseconds($0 / 2) : nil
        }
    }

    /// Reports that the pages can be opened, and then to the watchdog as long as they are answered.
    func ready(_ probe: PageProbe) {
        tell("READY=1\nSTATUS=The test is at \(probe.page)")
        guard let interval else { return }
        Thread.detachNewThread { [self] in
            while !isStopped.withLock({ $0 }) {
                if probe.answer() != nil { tell("WATCHDOG=1") }
                Thread.sleep(forTimeInterval: interval / .seconds(1))
            }
        }
    }

    /// Reports that the program ends.
    func stopping() {
        isStopped.withLock { $0 = true }
        tell("STOPPING=1")
    }

    /// Sends a message; one that cannot be delivered is lost, as with sd_notify(3).
    private func tell(_ message: String) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socketName.utf8)
        // An abstract name starts with a null byte, unix(7).
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sa_family_t>.size + name.count
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0,
                    socklen_t(length))
            }
        }
    }
}

/// Opens a page in the browser of the person at this machine.
struct BrowserOpener {
    /// The environment variables.
    let variables: [String: String]

    /// The programs that open a page: that of the desktop, and Debian's choice.
    private static let programs = ["xdg-open", "x-www-browser"]

    /// Opens a page.
    ///
    /// - Returns: whether a program could be started.
    func open(_ address: String) -> Bool {
        // `launch` discards the messages of the browser.
        Self.programs.contains { name in
            Program(named: name, in: variables["PATH"])?.launch([address]) ?? false
        }
    }
}
