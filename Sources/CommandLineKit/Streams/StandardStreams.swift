internal import Glibc

/// Makes standard input, output and error safe to use, before anything else is opened.
public enum StandardStreams {
    /// Call once, first thing.
    ///
    /// - SIGPIPE is ignored, so that a reader that has gone is an error of `write`.
    /// - Where the caller has closed one of the three, the next file to be opened would take its
    ///   number, and output meant for people would land in it. Its place is taken by the null
    ///   device, opened the wrong way round, so that using it fails as it should.
    public static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is this one: those below it are open by now.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
