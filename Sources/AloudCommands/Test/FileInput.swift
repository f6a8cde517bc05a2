internal import Foundation
internal import HandsFree

/// Input from a file or a named pipe, by its path.
final class FileInput: ByteInput {
    /// Keeps the descriptor open that `input` reads.
    private let handle: FileHandle
    private let input: DescriptorInput

    /// Opens it.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    init(_ path: String, stop: StopRequest) throws(InputError) {
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw .failed(stream: "'\(path)'", reason: Self.reason(error))
        }
        input = DescriptorInput(
            descriptor: handle.fileDescriptor, name: "'\(path)'", stop: stop)
    }

    func read(upTo count: Int) throws(InputError) -> [UInt8] { try input.read(upTo: count) }

    /// The system's words for it: Foundation wraps the error number that it got.
    private static func reason(_ error: any Error) -> String {
        let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let wrapped, wrapped.domain == NSPOSIXErrorDomain else {
            return error.localizedDescription
        }
        return systemReason(Int32(wrapped.code))
    }
}
