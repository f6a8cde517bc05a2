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

    /// What libsndfile reads through; nil where it reads the file itself.
    private let view: FileView?

    private init(pointer: OpaquePointer, view: FileView? = nil) {
        self.pointer = pointer
        self.view = view
    }

    deinit { sf_close(pointer) }

    /// Opens a file to read. The corresponding C function is `sf_open`.
    static func reading(
        _ path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        try checkFile(path)
        let file = RegularFile(path)
        if let view = file.flatMap(FileView.ofMPEG) {
            let handle = try reading(view, of: path, info: &info)
            if view.length == .untold { info.frames = 0 }
            return handle
        }
        let (pointer, code, reason) = open {
            sf_open(FileName.cString(of: path), Int32(SFM_READ), &info)
        }
        guard let pointer else {
            if isPipe(path) { throw .pipe(path: path) }
            throw failure(path, code, reason)
        }
        let handle = SoundFileHandle(pointer: pointer)
        guard info.frames == 0, let view = file.flatMap(FileView.ofUnfinishedWAV) else {
            return handle
        }
        return try reading(view, of: path, info: &info)
    }

    /// Opens a file by what is shown of it.
    private static func reading(
        _ view: FileView, of path: String, info: inout SF_INFO
    ) throws(SoundFileError) -> SoundFileHandle {
        info = SF_INFO()
        let (pointer, code, reason) = open { view.open(&info) }
        guard let pointer else { throw failure(path, code, reason) }
        return SoundFileHandle(pointer: pointer, view: view)
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
