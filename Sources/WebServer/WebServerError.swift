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
