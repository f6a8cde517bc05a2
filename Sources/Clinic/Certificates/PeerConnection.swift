internal import CGnuTLS
internal import Foundation
internal import Glibc
internal import Platform

/// A connection to a port of another machine, plain or by TLS, with one deadline for all its acts.
/// One thread at a time.
package final class PeerConnection {
    /// The TLS credentials of both sides.
    package struct TLS: Sendable, Equatable {
        /// The file of the authorities to trust; nil for those of the system.
        package var trustFile: String?
        /// The files of this lane's certificate and its key; nil for none.
        package var certificateFile: String?
        package var keyFile: String?

        /// Sets each property from the parameter of its name.
        package init(
            trustFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil
        ) {
            self.trustFile = trustFile
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    private let descriptor: Int32
    private let deadline: ContinuousClock.Instant
    private var session: gnutls_session_t?
    private var credentials: gnutls_certificate_credentials_t?
    /// The host name to check the certificate against. GnuTLS keeps this pointer.
    private var name: UnsafeMutablePointer<CChar>?

    private init(_ descriptor: Int32, until deadline: ContinuousClock.Instant) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    deinit {
        if let session { gnutls_deinit(session) }
        if let credentials { gnutls_certificate_free_credentials(credentials) }
        free(name)
        close(descriptor)
    }

    /// Connects to a port.
    ///
    /// - Parameters:
    ///   - tls: nil for a plain connection.
    ///   - seconds: time limit for the whole connection, from now on.
    /// - Throws: `ConnectionFault`.
    package static func open(
        host: String, port: Int, tls: TLS?, within seconds: Double
    ) throws(ConnectionFault) -> PeerConnection {
        let deadline = ContinuousClock.now + .seconds(seconds)
        let descriptor = try connected(host, port, until: deadline)
        let connection = PeerConnection(descriptor, until: deadline)
        if let tls { try connection.secure(tls, host: host) }
        return connection
    }

    private static func connected(
        _ host: String, _ port: Int, until deadline: ContinuousClock.Instant
    ) throws(ConnectionFault) -> Int32 {
        var reason = "it does not answer"
        for address in try addresses(of: host, port, until: deadline) {
            let descriptor = socket(
                address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { continue }
            limit(descriptor, until: deadline)
            let status = address.bytes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) {
                    connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
                }
            }
            if status == 0 { return descriptor }
            reason = errno == EINPROGRESS ? reason : String(cString: strerror(errno))
            close(descriptor)
        }
        throw .unreachable(reason)
    }

    /// A port of a machine, as the system keeps it.
    private struct PortAddress: Sendable {
        var family: Int32
        var bytes: [UInt8]
    }

    /// The addresses of a port. The system looks up a name without a deadline.
    private static func addresses(
        of host: String, _ port: Int, until deadline: ContinuousClock.Instant
    ) throws(ConnectionFault) -> [PortAddress] {
        let found = answer(within: max(0, (deadline - .now) / .seconds(1))) {
            () -> Result<[PortAddress], ConnectionFault> in
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var first: UnsafeMutablePointer<addrinfo>?
            let status = getaddrinfo(host, "\(port)", &hints, &first)
            guard status == 0 else {
                return .failure(.unreachable(String(cString: gai_strerror(status))))
            }
            defer { freeaddrinfo(first) }
            var addresses: [PortAddress] = []
            var next = first
            while let entry = next?.pointee {
                next = entry.ai_next
                let bytes = UnsafeRawBufferPointer(
                    start: entry.ai_addr, count: Int(entry.ai_addrlen))
                addresses.append(PortAddress(family: entry.ai_family, bytes: Array(bytes)))
            }
            return .success(addresses)
        }
        switch found {
        case .success(let addresses): return addresses
        case .failure(let fault): throw fault
        case nil: throw .unreachable("its name could not be looked up in time")
        }
    }

    /// Limits each act of a socket to the time that is left.
    private static func limit(_ descriptor: Int32, until deadline: ContinuousClock.Instant) {
        let left = max(0.05, (deadline - .now) / .seconds(1))
        let whole = left.rounded(.down)
        var time = timeval(tv_sec: Int(whole), tv_usec: Int((left - whole) * 1e6))
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    private func limit() throws(ConnectionFault) {
        guard ContinuousClock.now < deadline else { throw .tooLong }
        Self.limit(descriptor, until: deadline)
    }

    private static func check(_ status: Int32) throws(ConnectionFault) {
        guard status < 0 else { return }
        throw .tls(gnutls_strerror(status).map { String(cString: $0) } ?? "error \(status)")
    }

    private func secure(_ tls: TLS, host: String) throws(ConnectionFault) {
        try Self.check(gnutls_certificate_allocate_credentials(&credentials))
        if let file = tls.trustFile {
            guard gnutls_certificate_set_x509_trust_file(credentials, file, GNUTLS_X509_FMT_PEM) > 0
            else { throw .tls("'\(file)' holds no certificate of an authority") }
        } else {
            try Self.check(gnutls_certificate_set_x509_system_trust(credentials))
        }
        if let certificate = tls.certificateFile, let key = tls.keyFile {
            try Self.check(
                gnutls_certificate_set_x509_key_file(
                    credentials, certificate, key, GNUTLS_X509_FMT_PEM))
        }
        try Self.check(gnutls_init(&session, UInt32(GNUTLS_CLIENT.rawValue)))
        try Self.check(gnutls_set_default_priority(session))
        try Self.check(
            gnutls_credentials_set(
                session, GNUTLS_CRD_CERTIFICATE, credentials.map { UnsafeMutableRawPointer($0) }))
        if NetworkAddress(host) == nil {
            try Self.check(
                gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, host.utf8.count))
        }
        name = strdup(host)
        gnutls_session_set_verify_cert(session, name, 0)
        gnutls_transport_set_int2(session, descriptor, descriptor)
        gnutls_handshake_set_timeout(
            session, UInt32(max(50, (deadline - .now) / .milliseconds(1))))
        var status: Int32
        repeat {
            try limit()
            status = gnutls_handshake(session)
        } while status < 0 && gnutls_error_is_fatal(status) == 0
        try Self.check(status)
    }

    /// Writes all bytes.
    ///
    /// - Throws: `ConnectionFault`.
    package func write(_ bytes: [UInt8]) throws(ConnectionFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try limit()
            let count = rest.withUnsafeBytes { buffer in
                session == nil
                    ? send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
                    : gnutls_record_send(session, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if session == nil ? errno != EINTR : gnutls_error_is_fatal(Int32(count)) != 0 {
                throw .ended
            }
        }
    }

    /// Reads the bytes that have arrived, at most 16 KiB; empty at the end of the connection.
    ///
    /// - Throws: `ConnectionFault`.
    package func read() throws(ConnectionFault) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            try limit()
            let count = buffer.withUnsafeMutableBytes { buffer in
                session == nil
                    ? recv(descriptor, buffer.baseAddress, buffer.count, 0)
                    : gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            }
            if count >= 0 { return Array(buffer.prefix(count)) }
            if session == nil {
                guard errno == EINTR || errno == EAGAIN else { return [] }
            } else if gnutls_error_is_fatal(Int32(count)) != 0 {
                return []
            }
        }
    }
}

/// The reason that a connection cannot be used.
package enum ConnectionFault: Error, Equatable, CustomStringConvertible {
    /// The machine cannot be reached, in the words of the system.
    case unreachable(String)
    /// TLS cannot be set up, in the words of GnuTLS.
    case tls(String)
    /// The other side ended the connection.
    case ended
    /// The deadline passed.
    case tooLong

    package var description: String {
        switch self {
        case .unreachable(let reason): "It cannot be reached: \(reason)."
        case .tls(let reason): "The encrypted connection fails: \(reason)."
        case .ended: "It ended the connection."
        case .tooLong: "It did not answer in time."
        }
    }
}
