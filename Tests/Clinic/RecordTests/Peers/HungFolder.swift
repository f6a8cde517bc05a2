import Glibc

/// A folder in which no file can be opened until `end`, as on a file system that hangs. Only root can
/// hold up a folder (fanotify(7)).
struct HungFolder {
    private let descriptor: Int32

    private typealias Begin = @convention(c) (UInt32, UInt32) -> Int32
    private typealias Mark =
        @convention(c) (Int32, UInt32, UInt64, Int32, UnsafePointer<CChar>) -> Int32

    /// FAN_CLASS_CONTENT and FAN_CLOEXEC of Linux, which Swift does not see.
    private static let content: UInt32 = 0x04 | 0x01
    /// FAN_MARK_ADD.
    private static let add: UInt32 = 0x01
    /// FAN_OPEN_PERM and FAN_EVENT_ON_CHILD.
    private static let opening: UInt64 = 0x1_0000 | 0x800_0000

    /// Whether this user can hold up a folder.
    static var isPossible: Bool {
        let descriptor = begin()
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// A new group of events; negative if it is not allowed.
    private static func begin() -> Int32 {
        guard let entry = dlsym(nil, "fanotify_init") else { return -1 }
        return unsafeBitCast(entry, to: Begin.self)(content, UInt32(O_RDONLY))
    }

    /// Holds up a folder: nobody answers the events of its files, so each `open` waits.
    init?(_ folder: String) {
        descriptor = Self.begin()
        guard descriptor >= 0, let entry = dlsym(nil, "fanotify_mark") else { return nil }
        let mark = unsafeBitCast(entry, to: Mark.self)
        guard mark(descriptor, Self.add, Self.opening, AT_FDCWD, folder) == 0 else {
            close(descriptor)
            return nil
        }
    }

    /// Lets all go on.
    func end() { close(descriptor) }
}
