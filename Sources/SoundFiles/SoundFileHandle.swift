internal import Audio
internal import CSndFile
internal import Glibc
internal import Platform
internal import Synchronization

/// libsndfile keeps the reason for a failed open in one place for the whole process, so that
/// opening and asking why are one step.
private let opening = Mutex<Void>(())

/// The one owner of an open file of libsndfile.
struct SoundFileHandle: ~Copyable {
    let pointer: OpaquePointer

    /// What libsndfile reads through; nil where it reads the file itself.
    private let view: FileView?

    /// How much longer the header claims that the sound is, as a share of what is there.
    let missingShare: Double

    private init(pointer: OpaquePointer, view: FileView? = nil, missingShare: Double = 0) {
        self.pointer = pointer
        self.view = view
        self.missingShare = missingShare
    }

    deinit { sf_close(pointer) }

    /// Opens a file to read. The corresponding C function is `sf_open`.
    static func reading(
        _ path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        try checkFile(path)
        guard let file = RegularFile(path) else { return try reading(nil, of: path, info: &info) }
        if let view = FileView.ofMPEG(file) {
            let handle = try reading(view, of: path, info: &info)
            if view.length == .untold { info.frames = 0 }
            handle.skip(view.delay, channels: info.channels)
            return handle
        }
        if let (view, frames) = FileView.ofFLAC(file) {
            let handle = try reading(view, of: path, info: &info)
            info.frames = sf_count_t(frames)
            return handle
        }
        let claim = SoundClaim(file)
        return try reading(
            claim?.view(file), of: path, info: &info, missingShare: claim?.missingShare ?? 0)
    }

    /// Opens a file by what is shown of it, or as it is.
    private static func reading(
        _ view: FileView?, of path: String, info: inout SF_INFO, missingShare: Double = 0
    ) throws(SoundFileError) -> SoundFileHandle {
        let (pointer, code, reason) = open {
            if let view { return view.open(&info) }
            return sf_open(FileName.cString(of: path), Int32(SFM_READ), &info)
        }
        guard let pointer else {
            if isPipe(path) { throw .pipe(path: path) }
            throw failure(path, code, reason)
        }
        return SoundFileHandle(pointer: pointer, view: view, missingShare: missingShare)
    }

    /// Reads so many frames for nobody.
    private func skip(_ frames: Int, channels: Int32) {
        var block = [Float](repeating: 0, count: frames * max(0, Int(channels)))
        if !block.isEmpty { sf_readf_float(pointer, &block, sf_count_t(frames)) }
    }

    private static func failure(_ path: String, _ code: Int32, _ reason: String) -> SoundFileError {
        code == Int32(SF_ERR_UNRECOGNISED_FORMAT)
            ? .notSound(path: path, reason: reason) : .unreadable(path: path, reason: reason)
    }

    /// Opens a file to write, in the format that `info` asks for.
    static func writing(
        _ path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        let (pointer, _, reason) = open {
            sf_open(FileName.cString(of: path), Int32(SFM_WRITE), &info)
        }
        guard let pointer else { throw .unwritable(path: path, reason: reason) }
        return SoundFileHandle(pointer: pointer)
    }

    /// What went wrong last with this file, in libsndfile's words; nil when nothing did.
    var failure: String? {
        sf_error(pointer) == SF_ERR_NO_ERROR ? nil : Self.words(sf_strerror(pointer))
    }

    /// Opens, and asks for the reason where that fails.
    private static func open(
        _ opened: () -> OpaquePointer?
    ) -> (pointer: OpaquePointer?, code: Int32, reason: String) {
        opening.withLock { _ in
            let pointer = opened()
            return pointer == nil
                ? (nil, sf_error(nil), words(sf_strerror(nil))) : (pointer, 0, "")
        }
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(FileName.cString(of: path), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Finds what libsndfile would only call a system error or an unknown format.
    private static func checkFile(_ path: String) throws(SoundFileError) {
        guard !path.isEmpty else { throw .nameless }
        var status = stat()
        guard stat(FileName.cString(of: path), &status) == 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: words(strerror(code)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .directory(path: path)
        case S_IFREG where status.st_size == 0: throw .empty(path: path)
        default: break
        }
    }

    /// A C string without the full stop that libsndfile ends with.
    private static func words(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "no reason given" }
        let words = String(cString: text)
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}
