internal import Glibc
internal import Synchronization

/// Ends the driver with the process that started it, which nothing else does.
enum DriverAtExit {
    private static let driver = Atomic<Int32>(0)

    static func set(_ pid: Int32) {
        driver.store(pid, ordering: .releasing)
        atexit(end)
    }

    private static let end: @convention(c) () -> Void = {
        let pid = driver.load(ordering: .acquiring)
        if pid > 0 { kill(pid, SIGTERM) }
    }
}
