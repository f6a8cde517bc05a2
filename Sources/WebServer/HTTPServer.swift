internal import CMicrohttpd
internal import Foundation
public import TestPages

/// A server of HTTP/1.1 on one thread of its own (GNU libmicrohttpd).
///
/// Requests are bounded in size, number, rate and time; a page that reads slowly holds up nobody.
///
/// The corresponding C function is `MHD_start_daemon`.
public final class HTTPServer: RunningServer {
    /// The port that it listens at: the one asked for, or the one that the system chose.
    public let port: Int
    public let address: String
    /// Set in `init` and never changed. The pointer is not Sendable, but it is only given to
    /// `MHD_stop_daemon`, which any thread may call, and that once: `RunningServer.stop` is called
    /// once, after which there is no daemon.
    private nonisolated(unsafe) let daemon: OpaquePointer
    let desk: RequestDesk
    private let over = DispatchSemaphore(value: 0)
    private let heartEnded = DispatchSemaphore(value: 0)

    /// Starts it.
    ///
    /// - Throws: `WebServerError`.
    public init(
        _ settings: ServerSettings, responder: any Responder
    ) throws(WebServerError) {
        let socket = try ListeningSocket.open(at: settings)
        port = socket.port
        address = socket.address ?? settings.address
        desk = RequestDesk(settings, responder)
        guard let daemon = Self.start(settings, desk, socket.descriptor) else {
            throw .cannotStart
        }
        self.daemon = daemon
        // From here on the daemon closes it.
        _ = socket.give()
        let heart = Thread { [desk, over, heartEnded] in
            while over.wait(timeout: .now() + settings.heartbeatSeconds) == .timedOut {
                desk.streams.beat()
                desk.connections.cut(after: .seconds(settings.deadlineSeconds))
            }
            heartEnded.signal()
        }
        heart.name = "aloud web heartbeat"
        heart.start()
    }

    public func stop() {
        over.signal()
        heartEnded.wait()
        // The daemon must not be stopped while connections are suspended.
        desk.streams.close()
        MHD_stop_daemon(daemon)
    }

    /// Passes the options as an array, since Swift calls no variadic function.
    private static func start(
        _ settings: ServerSettings, _ desk: RequestDesk, _ socket: Int32
    ) -> OpaquePointer? {
        // The desk outlives the daemon: `HTTPServer` holds it.
        let context = Unmanaged.passUnretained(desk).toOpaque()
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
                option: .PER_IP_CONNECTION_LIMIT, value: settings.connectionsOfOne, ptr_value: nil),
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
            MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
        ]
        let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
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

/// Why a server could not be started.
public enum WebServerError: Error, Equatable, CustomStringConvertible {
    /// The address is no address in digits.
    case notAnAddress(String)
    /// The address is of another machine, or of none.
    case notHere(address: String)
    /// The address and port cannot be listened at, in the system's words.
    case cannotListen(address: String, port: Int, reason: String)
    /// The library did not start.
    case cannotStart

    public var description: String {
        switch self {
        case .notAnAddress(let text):
            "'\(text)' is no address to listen at; give one of this machine's in digits, such as"
                + " 192.168.1.20, or 0.0.0.0 for all of them."
        case .notHere(let address):
            "Cannot listen at \(address): this machine does not have that address; give one of this"
                + " machine's (hostname -I prints them), or 0.0.0.0 for all of them."
        case .cannotListen(let address, let port, let reason):
            "Cannot listen at \(address), port \(port): \(reason). Choose another port with"
                + " '--port', or end the program that has this one."
        case .cannotStart:
            "libmicrohttpd did not start its thread; check the limits of this process with"
                + " 'ulimit -a'."
        }
    }
}
