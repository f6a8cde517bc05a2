internal import Foundation
internal import Glibc
internal import Platform
internal import RecordExports
internal import RecordStore
internal import Synchronization

/// The files of a delivery: the test as a table and, if Chromium is installed, as a report. Their
/// names have no patient data.
struct DeliveredFiles {
    private let test: DeliveredTest

    init(_ test: DeliveredTest) { self.test = test }

    /// Writes each file. The table is first: it arrives even if the report cannot be made or written.
    /// Later tries then write only the report, because the peer may have moved the table.
    ///
    /// - Throws: the errors of `write` for the table; `NoReport`.
    func each(_ write: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
        let stored = test.test.test
        let name = "acuity-\(stored.id)-\(stored.version)"
        if test.deliveries.last(where: { $0.version == stored.version })?.hasTable != true {
            try write(name + ".csv", Array(TestTable.table([test.test]).text.utf8))
        }
        guard FileProgram.pdf.isThere,
            let page = SittingPage.pages([test.test], head: nil).first
        else { return }
        do { try write(name + ".pdf", Array(FileProgram.pdf.made(from: page.html))) } catch {
            throw NoReport(reason: (error as? CurlRequest.Fault)?.reason ?? "\(error)")
        }
    }

    /// The report cannot be made or written.
    private struct NoReport: Error, CustomStringConvertible {
        let reason: String
        var description: String { "\(Delivery.tableWritten) \(reason)" }
    }
}

/// A link to a folder of this machine. A file appears as a whole or not at all.
struct FolderLink: PeerLink {
    private let peer: Peer
    private let patience: Double

    /// The usual time limit for the files of a test, seconds: chosen.
    private static let usual = 30.0

    /// - Parameter patience: the time limit for the files of a test, seconds; nil for the usual one.
    init(_ peer: Peer, within patience: Double? = nil) {
        self.peer = peer
        self.patience = patience ?? Self.usual
    }

    /// The addresses of the folders that this program writes to. One whose file system hangs stays
    /// here.
    private static let busy = Mutex<Set<String>>([])

    /// Writes the files of a test. A write that hangs is left alone, and until it ends the folder
    /// gets no other.
    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        let address = peer.address
        let hung = DeliveryOutcome.later("The folder does not answer.")
        guard !Self.busy.withLock({ $0.contains(address) }) else { return hung }
        var made: [(name: String, bytes: [UInt8])] = []
        var problem: String?
        do { try DeliveredFiles(test).each { made.append(($0, $1)) } } catch {
            problem = "\(error)"
        }
        guard Self.busy.withLock({ $0.insert(address).inserted }) else { return hung }
        return answer(within: patience) { [made, problem] () -> DeliveryOutcome in
            defer { Self.busy.withLock { _ = $0.remove(address) } }
            var isBegun = false
            do {
                for (name, bytes) in made {
                    try write(bytes, to: name)
                    isBegun = true
                }
                return problem.map { .later($0) } ?? .acknowledged("written")
            } catch { return .later(isBegun ? "\(Delivery.tableWritten) \(error)" : "\(error)") }
        } ?? hung
    }

    /// The folder cannot take a file.
    private struct NoFile: Error, CustomStringConvertible {
        let reason: String
        var description: String { "The folder takes no file: \(reason)." }
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let path = peer.address + "/" + name
        // The part of a try that hung or was killed. Without it, that try makes no file later.
        let names = try? FileManager.default.contentsOfDirectory(atPath: peer.address)
        for part in names ?? [] where part.hasPrefix(name + ".") && part.hasSuffix(".part") {
            unlink(peer.address + "/" + part)
        }
        let part = "\(path).\(UUID().uuidString).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw NoFile(reason: String(cString: strerror(errno))) }
        let isWritten =
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(part, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(part)
            throw NoFile(reason: reason)
        }
        keepName()
    }

    /// Brings the new names of files to the disk, so that a power cut does not undo them. Not every
    /// file system can do this for a folder.
    private func keepName() {
        let folder = open(peer.address, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Time limit for a look at the folder, seconds: chosen.
    private static let patience = 5.0

    func check() -> [PeerFinding] {
        [
            answer(within: Self.patience) { look() }
                ?? PeerFinding(false, "The folder does not answer.")
        ]
    }

    private func look() -> PeerFinding {
        var status = stat()
        let isThere = stat(peer.address, &status) == 0
        let isFile = isThere ? status.st_mode & S_IFMT != S_IFDIR : errno == ENOTDIR
        guard !isFile else {
            return PeerFinding(false, "It is a file, or is below one: name a folder.")
        }
        guard isThere else { return PeerFinding(false, "There is no such folder: make it.") }
        return access(peer.address, W_OK | X_OK) == 0
            ? PeerFinding(true, "The folder may be written.")
            : PeerFinding(false, "The folder may not be written by this user.")
    }
}

/// A link to a folder of another machine over SSH, by curl. The host's key is pinned by its
/// fingerprint, and a key signs in.
struct SFTPLink: PeerLink {
    private let peer: Peer
    /// The address of the folder, in which spaces are encoded.
    private let base: String
    /// The path of the folder on the other machine.
    private let folder: String

    init(_ peer: Peer) throws(PeerFault) {
        guard let parts = URLComponents(string: peer.address), let address = parts.string,
            parts.scheme == "sftp", parts.host?.isEmpty == false, parts.password == nil
        else { throw .noAddress(peer.name) }
        for (value, option) in [
            (peer.settings.user, "user"), (peer.settings.keyFile, "key"),
            (peer.settings.hostKey, "host-key"),
        ] where value == nil {
            throw .missing(peer.name, option: option)
        }
        self.peer = peer
        base = address.hasSuffix("/") ? address : address + "/"
        folder = parts.path.hasSuffix("/") ? parts.path : parts.path + "/"
    }

    /// A path in quotes for a command of curl, which ends any other path at its first space. In quotes
    /// curl does not know "/~/", but the server begins a relative path at the home of the user.
    private static func quoted(_ path: String) -> String {
        let whole = path.hasPrefix("/~/") ? String(path.dropFirst(3)) : path
        return "\"" + whole.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private func request(_ path: String) -> CurlRequest {
        var request = CurlRequest("GET", base + path)
        request.settings.removeAll { $0.name == "request" }
        request.settings += [
            ("user", "\(peer.settings.user ?? ""):"), ("key", peer.settings.keyFile ?? ""),
            ("hostpubsha256", peer.settings.hostKey ?? ""),
        ]
        return request
    }

    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        do {
            let own = try PrivateFolder()
            try DeliveredFiles(test).each { name, bytes in
                let path = try own.file(name, bytes)
                var request = self.request(name + ".part")
                request.settings.append(("upload-file", path))
                let whole = Self.quoted(folder + name)
                let part = Self.quoted(folder + name + ".part")
                // An earlier try may have left the file, which this one replaces.
                request.settings += [
                    ("quote", "*rm \(whole)"), ("quote", "-rename \(part) \(whole)"),
                ]
                _ = try request.answer()
            }
            return .acknowledged("written")
        } catch let fault as CurlRequest.Fault {
            return .later(fault.reason)
        } catch { return .later("\(error)") }
    }

    func check() -> [PeerFinding] {
        do throws(CurlRequest.Fault) {
            _ = try request("").answer()
            return [
                PeerFinding(true, "The folder can be read, and the host's key is the known one.")
            ]
        } catch { return [PeerFinding(false, error.reason)] }
    }
}
