import Foundation
import Glibc
import TestSpeech

/// The standard error of this process, C libraries included.
enum StandardError {
    /// Runs something and gives what was printed meanwhile, by whatever thread.
    static func captured(in folder: TemporaryFolder, _ body: () throws -> Void) throws -> String {
        let path = folder.file("stderr")
        let kept = dup(2)
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        dup2(file, 2)
        close(file)
        defer {
            dup2(kept, 2)
            close(kept)
        }
        try body()
        fflush(nil)
        let printed = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()
        return String(decoding: printed ?? Data(), as: UTF8.self)
    }
}
