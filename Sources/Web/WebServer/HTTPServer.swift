internal import CMicrohttpd
internal import Foundation
package import HTTP
internal import Synchronization

/// A server of HTTP/1.1 on one thread of its own (GNU libmicrohttpd).
///
/// Requests are limited in size, number, rate and time; a slow page delays nobody.
///
/// The corresponding C function is `MHD_start_daemon`.
package final class HTTPServer: RunningServer {
    /// The port: the one asked for, or the one the system chose.
    package let port: Int
    package let address: String
    /// `nonisolated(unsafe)`: set in `init` and never changed. The pointer is only passed to
    /// `MHD_stop_daemon`, which any thread may call, by the one call of `stop` that sets `isStopped`.
    private nonisolated(unsafe) let daemon: OpaquePointer
    private let isStopped = Atomic(false)
    let handler: RequestHandler
    private let over = DispatchSemaphore(value: 0)
    private let heartEnded = DispatchSemaphore(value: 0)

    /// Starts it.
    ///
    /// - Throws: `WebServerError`.
    package init(
        _ settings: ServerSettings, responder: any Responder
    ) throws(WebServerError) {
        let socket = try ListeningSocket.open(at: settings)
        port = socket.port
        address = socket.address ?? settings.address
        handler = RequestHandler(settings, responder)
        guard let daemon = Self.start(settings, handler, socket.descriptor) else {
            throw .cannotStart
        }
        self.daemon = daemon
        // From here on the daemon closes the socket.
        _ = socket.give()
        let heart = Thread { [handler, over, heartEnded] in
            var beat = DispatchTime.now() + settings.heartbeatSeconds
            while over.wait(timeout: min(beat, .now() + Self.lookSeconds)) == .timedOut {
                handler.streams.endLeft(handler.connections)
                handler.exports.endLeft(handler.connections)
                guard .now() >= beat else { continue }
                beat = .now() + settings.heartbeatSeconds
                handler.streams.beat()
                handler.connections.cut(after: .seconds(settings.deadlineSeconds))
            }
            heartEnded.signal()
        }
        heart.name = "aloud web heartbeat"
        heart.start()
    }

    /// The time between two checks for pages that were closed.
    private static let lookSeconds = 0.25

    /// Closes all connections and stops listening. A second call does nothing.
    package func stop() {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        over.signal()
        heartEnded.wait()
        // The daemon must not be stopped while connections are suspended or upgraded.
        handler.sockets.close()
        handler.streams.close()
        handler.later.close()
        handler.exports.close()
        handler.exports.waitForWork()
        MHD_stop_daemon(daemon)
    }

    /// Passes the options as an array, because Swift cannot call a variadic function.
    private static func start(
        _ settings: ServerSettings, _ handler: RequestHandler, _ socket: Int32
    ) -> OpaquePointer? {
        // The handler outlives the daemon: `HTTPServer` holds it.
        let context = Unmanaged.passUnretained(handler).toOpaque()
        let completed: MHD_RequestCompletedCallback = requestCompleted
        let changed: MHD_NotifyConnectionCallback = connectionChanged
        let unescaped:
            @convention(c) (
                UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
            ) -> Int = textUnescaped
        var options = [
            MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(socket), ptr_value: nil),
            MHD_OptionItem(
                option: .CONNECTION_LIMIT, value: settings.connections, ptr_value: nil),
            MHD_OptionItem(
                option: .PER_IP_CONNECTION_LIMIT,
                // All requests come from the one address of the proxy.
                value: settings.proxy == nil ? settings.connectionsOfOne : settings.connections,
                ptr_value: nil),
            MHD_OptionItem(
                option: .CONNECTION_MEMORY_LIMIT, value: settings.headerBytes,
                ptr_value: nil),
            MHD_OptionItem(
                option: .CONNECTION_TIMEOUT, value: settings.patienceSeconds,
                ptr_value: nil),
            MHD_OptionItem(
                option: .NOTIFY_COMPLETED,
                value: Int(bitPattern: unsafeBitCast(completed, to: UnsafeRawPointer.self)),
                ptr_value: context),
            MHD_OptionItem(
                option: .NOTIFY_CONNECTION,
                value: Int(bitPattern: unsafeBitCast(changed, to: UnsafeRawPointer.self)),
                ptr_value: context),
            MHD_OptionItem(
                option: .UNESCAPE_CALLBACK,
                value: Int(bitPattern: unsafeBitCast(unescaped, to: UnsafeRawPointer.self)),
                ptr_value: nil),
        ]
        var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        // WebSockets are for programs of this machine, which need no TLS.
        if handler.secrets == nil { flags |= MHD_ALLOW_UPGRADE.rawValue }
        if let secrets = handler.secrets {
            flags |= MHD_USE_TLS.rawValue
            options += [
                MHD_OptionItem(option: .HTTPS_MEM_CERT, value: 0, ptr_value: secrets.certificate),
                MHD_OptionItem(option: .HTTPS_MEM_KEY, value: 0, ptr_value: secrets.key),
                MHD_OptionItem(option: .HTTPS_PRIORITIES, value: 0, ptr_value: secrets.priorities),
            ]
        }
        options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
        return options.withUnsafeMutableBufferPointer { items in
            guard let first = items.baseAddress else { return nil }
            return withVaList([
                Int32(MHD_OPTION.ARRAY.rawValue), first, Int32(MHD_OPTION.END.rawValue),
            ]) {
                MHD_start_daemon_va(
                    flags, 0, nil, nil, requestArrived, context, $0)
            }
        }
    }
}

/// An error of starting a server.
package enum WebServerError: Error, Equatable, CustomStringConvertible {
    /// The text is not an address in digits.
    case notAnAddress(String)
    /// This machine does not have the address.
    case notHere(address: String)
    /// The system does not allow listening there; with its reason.
    case cannotListen(address: String, port: Int, reason: String)
    /// The library did not start.
    case cannotStart

    package var description: String {
        switch self {
        case .notAnAddress(let text):
            "'\(text)' is not a network address. Give an address of this machine in digits, such as"
                + " 192.168.1.20, or 0.0.0.0 for all of its addresses."
        case .notHere(let address):
            "Cannot listen at \(address): this machine does not have that address. Give one of its"
                + " addresses ('hostname -I' prints them), or 0.0.0.0 for all of them."
        case .cannotListen(let address, let port, let reason):
            "Cannot listen at \(address), port \(port): \(reason). Choose another port with"
                + " '--port', or stop the program that uses this one."
        case .cannotStart:
            "The web server could not start its thread. Check the limits of this process with"
                + " 'ulimit -a'."
        }
    }
}
