internal import Foundation
internal import Listening

/// Recordings in sessions: those of one folder, wherever they stand in the list.
struct SessionOrder {
    /// A recording and its place in the list, from 0.
    typealias Placed = (place: Int, recording: Recording)

    /// Each in the order of the list, and after the place of its first recording.
    let sessions: [[Placed]]

    /// - Parameter isEachAlone: whether every recording is a session of its own.
    init(_ recordings: [Recording], isEachAlone: Bool) {
        let placed = recordings.enumerated().map { (place: $0.offset, recording: $0.element) }
        sessions =
            isEachAlone
            ? placed.map { [$0] }
            : Dictionary(grouping: placed) { Self.folder($0.recording) }.values
                .sorted { ($0.first?.place ?? 0) < ($1.first?.place ?? 0) }
    }

    private static func folder(_ recording: Recording) -> String {
        URL(fileURLWithPath: recording.name).deletingLastPathComponent().standardizedFileURL.path
    }
}
