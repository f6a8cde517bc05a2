internal import Foundation
internal import Listening

/// Recordings in sessions: those of one folder, wherever they stand in the list. What comes through a
/// stream is a session of its own: no others lie beside it.
struct SessionOrder {
    /// A recording and its place in the list, from 0.
    typealias Placed = (place: Int, recording: Recording)

    /// Each in the order of the list, and after the place of its first recording.
    let sessions: [[Placed]]

    /// What makes recordings one session.
    private enum Session: Hashable {
        /// The path byte by byte, as the system compares it.
        case folder([UInt8])
        /// The place of the only one.
        case alone(Int)
    }

    /// - Parameter isEachAlone: whether every recording is a session of its own.
    init(_ recordings: [Recording], isEachAlone: Bool) {
        let placed = recordings.enumerated().map { (place: $0.offset, recording: $0.element) }
        sessions = Dictionary(grouping: placed) { place, recording in
            isEachAlone || StreamPath.isOne(recording.name)
                ? .alone(place) : Session.folder(Self.folder(recording))
        }.values.sorted { ($0.first?.place ?? 0) < ($1.first?.place ?? 0) }
    }

    private static func folder(_ recording: Recording) -> [UInt8] {
        let file = URL(fileURLWithPath: recording.name)
        return Array(file.deletingLastPathComponent().standardizedFileURL.path.utf8)
    }
}
