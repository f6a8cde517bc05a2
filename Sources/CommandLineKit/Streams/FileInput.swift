internal import Foundation
internal import Glibc
package import Platform

/// Input from a file or a named pipe, by its path.
package final class FileInput: ByteInput {
    /// Keeps the descriptor open that `input` reads.
    private let handle: FileHandle
    private let input: DescriptorInput

    /// Opens it.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package init(_ path: String, stop: StopRequest) throws(InputError) {
        try Self.check(path)
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw .failed(stream: "'\(path)'", reason: Self.reason(error))
        }
        input = DescriptorInput(
            descriptor: handle.fileDescriptor, name: "'\(path)'", stop: stop)
    }

    /// Makes sure that there is such a file and that it may be read, and takes nothing from it.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package static func check(_ path: String) throws(InputError) {
        var status = stat()
        var code: Int32 = 0
        if stat(path, &status) != 0 || access(path, R_OK) != 0 {
            code = errno
        } else if status.st_mode & S_IFMT == S_IFDIR {
            // It can be opened, and only reading fails.
            code = EISDIR
        }
        guard code == 0 else {
            throw .failed(stream: "'\(path)'", reason: systemReason(code))
        }
    }

    /// Whether what is read from it comes but once.
    package static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    package func read(upTo count: Int) throws(InputError) -> [UInt8] { try input.read(upTo: count) }

    /// The system's words for it: Foundation wraps the error number that it got.
    private static func reason(_ error: any Error) -> String {
        let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let wrapped, wrapped.domain == NSPOSIXErrorDomain else {
            return error.localizedDescription
        }
        return systemReason(Int32(wrapped.code))
    }
}
