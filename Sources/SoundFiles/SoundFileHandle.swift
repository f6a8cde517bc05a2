internal import Audio
internal import CSndFile
internal import Glibc
internal import Synchronization

/// libsndfile keeps the reason for a failed open in one place for the whole process, so that
/// opening and asking why are one step.
private let opening = Mutex<Void>(())

/// The one owner of an open file of libsndfile.
struct SoundFileHandle: ~Copyable {
    let pointer: OpaquePointer

    private init(pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sf_close(pointer) }

    /// Opens a file to read. The corresponding C function is `sf_open`.
    static func reading(
        _ path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        try checkFile(path)
        let (pointer, code, reason) = open(path, mode: Int32(SFM_READ), info: &info)
        if let pointer {
            let handle = SoundFileHandle(pointer: pointer)
            guard let stream = streamed(path, info: &info) else { return handle }
            return stream
        }
        if isPipe(path) { throw .pipe(path: path) }
        throw code == Int32(SF_ERR_UNRECOGNISED_FORMAT)
            ? .notSound(path: path, reason: reason) : .unreadable(path: path, reason: reason)
    }

    /// Opens a file whose length is told wrongly, or not at all, as a stream; nil where there is no
    /// need to, or it can't be. The corresponding C function is `sf_open_fd`.
    private static func streamed(_ path: String, info: inout SF_INFO) -> SoundFileHandle? {
        let stream: ByteStream? =
            if info.isOf(SF_FORMAT_MPEG) {
                .ofMPEG(path)
            } else if info.frames == 0 {
                .ofUnfinishedWAV(path)
            } else {
                nil
            }
        guard let descriptor = stream?.descriptor() else { return nil }
        var found = SF_INFO()
        // libsndfile closes the descriptor, also where it can't read it.
        guard let pointer = sf_open_fd(descriptor, Int32(SFM_READ), &found, Int32(SF_TRUE)) else {
            return nil
        }
        info = found
        // What its header claims is made up.
        info.frames = 0
        return SoundFileHandle(pointer: pointer)
    }

    /// Opens a file to write, in the format that `info` asks for.
    static func writing(
        _ path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        let (pointer, _, reason) = open(path, mode: Int32(SFM_WRITE), info: &info)
        guard let pointer else { throw .unwritable(path: path, reason: reason) }
        return SoundFileHandle(pointer: pointer)
    }

    /// What went wrong last with this file, in libsndfile's words; nil when nothing did.
    var failure: String? {
        sf_error(pointer) == SF_ERR_NO_ERROR ? nil : Self.words(sf_strerror(pointer))
    }

    private static func open(
        _ path: String, mode: Int32, info: inout SF_INFO
    ) -> (pointer: OpaquePointer?, code: Int32, reason: String) {
        opening.withLock { _ in
            let pointer = sf_open(FileName.cString(of: path), mode, &info)
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
