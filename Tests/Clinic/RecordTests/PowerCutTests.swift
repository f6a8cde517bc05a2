import Acuity
import CCrashLayer
import Foundation
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import Synchronization
import TestTraits
import Testing

/// The log of all that a program wrote to its disk, act by act.
private final class DiskLog: Sendable {
    struct Act {
        var kind: Int32
        var path: String
        var offset: Int64
        var bytes: [UInt8]
        /// The number of events that were acknowledged before.
        var acknowledged: Int
    }

    struct State {
        var acts: [Act] = []
        var acknowledged = 0
        /// The bytes that the disk still has room for; nil for a disk that is never full.
        var room: Int?
        /// Whether the disk refuses each write.
        var isReadOnly = false
    }

    static let shared = DiskLog()
    let state = Mutex(State())

    /// SQLite's errors.
    static let full: Int32 = 13
    static let readOnly: Int32 = 8

    func take(_ act: Act) -> Int32 {
        state.withLock { state in
            if act.kind == Int32(aloud_disk_write) {
                if state.isReadOnly { return Self.readOnly }
                if let room = state.room {
                    guard act.bytes.count <= room else { return Self.full }
                    state.room = room - act.bytes.count
                }
            }
            var act = act
            act.acknowledged = state.acknowledged
            state.acts.append(act)
            return 0
        }
    }
}

private func watch(
    act: Int32, path: UnsafePointer<CChar>?, offset: Int64, bytes: UnsafeRawPointer?, count: Int32
) -> Int32 {
    DiskLog.shared.take(
        DiskLog.Act(
            kind: act, path: path.map { String(cString: $0) } ?? "", offset: offset,
            bytes: bytes.map {
                Array(UnsafeRawBufferPointer(start: $0, count: Int(count)))
            } ?? [], acknowledged: 0))
}

/// A disk on which only synced bytes are certain.
private struct ReplayedDisk {
    private struct File {
        var durable: [UInt8] = []
        var pending: [DiskLog.Act] = []
    }

    private var files: [String: File] = [:]
    /// Files that were deleted; the disk may not know that yet.
    private var deleted: [(name: String, file: File)] = []

    mutating func take(_ act: DiskLog.Act) {
        let name = URL(fileURLWithPath: act.path).lastPathComponent
        switch act.kind {
        case Int32(aloud_disk_write), Int32(aloud_disk_truncate):
            files[name, default: File()].pending.append(act)
        case Int32(aloud_disk_sync):
            deleted = []
            guard var file = files[name] else { return }
            for act in file.pending { Self.apply(act, to: &file.durable) }
            file.pending = []
            files[name] = file
        default:
            if let file = files.removeValue(forKey: name) { deleted.append((name, file)) }
        }
    }

    private static func apply(_ act: DiskLog.Act, to bytes: inout [UInt8]) {
        let start = Int(act.offset)
        if act.kind == Int32(aloud_disk_truncate) {
            bytes.removeLast(max(0, bytes.count - start))
            return
        }
        if bytes.count < start + act.bytes.count {
            bytes += [UInt8](repeating: 0, count: start + act.bytes.count - bytes.count)
        }
        bytes.replaceSubrange(start..<start + act.bytes.count, with: act.bytes)
    }

    /// Writes the files as a power cut may leave them: of what was not synced a random part, in any
    /// order, and torn at 512 bytes.
    func write(to folder: String, using random: inout some RandomNumberGenerator) throws {
        let chance: Double = [0, 0.5, 1].randomElement(using: &random) ?? 0
        var left = files
        for (name, file) in deleted where Double.random(in: 0..<1, using: &random) >= chance {
            left[name] = left[name] ?? file
        }
        for (name, file) in left {
            var bytes = file.durable
            let pending = chance == 0.5 ? file.pending.shuffled(using: &random) : file.pending
            for var act in pending where Double.random(in: 0..<1, using: &random) < chance {
                if chance == 0.5, Double.random(in: 0..<1, using: &random) < 0.3 {
                    let sectors = Int.random(in: 0...act.bytes.count / 512, using: &random)
                    act.bytes = Array(act.bytes.prefix(sectors * 512))
                }
                Self.apply(act, to: &bytes)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
    }
}

/// A generator of random numbers with a seed (Steele, Lea, Flood 2014, "SplitMix64").
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("A crash loses nothing that was kept", .serialized, .listening)
struct PowerCutTests {
    private let author = SampleTest.author

    init() { #expect(aloud_crash_layer(watch) == 0) }

    /// The number of power cuts: 60, or that of `ALOUD_POWER_CUTS`.
    private static var cuts: Int {
        ProcessInfo.processInfo.environment["ALOUD_POWER_CUTS"].flatMap { Int($0) } ?? 60
    }

    private func records(
        _ folder: String, layer: String? = "crash"
    ) throws -> SQLiteRecords {
        let clock = SampleClock()
        return try SQLiteRecords(
            folder + "/records.db", digest: BLAKE2b.digest, now: { clock.now }, layer: layer)
    }

    @Test("a power cut at any moment loses no acknowledged event and damages nothing")
    func powerCut() throws {
        let samples = try (0..<3).map { try SampleTest(lines: 3 + $0) }
        // The acknowledged acts in order: (test, events).
        var acknowledged: [(test: RecordID, events: Int, isFinished: Bool)] = []
        try RecordFolder.with { folder in
            DiskLog.shared.state.withLock { $0 = DiskLog.State() }
            let records = try records(folder)
            func note(_ test: RecordID, _ events: Int, finished: Bool = false) {
                acknowledged.append((test, events, finished))
                DiskLog.shared.state.withLock { $0.acknowledged = acknowledged.count }
            }
            for (index, sample) in samples.enumerated() {
                try records.begin(sample.test, by: author)
                note(sample.test.id, 0)
                for event in sample.events {
                    try records.append(event, to: sample.test.id)
                    note(sample.test.id, event.number + 1)
                }
                try records.finish(
                    sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                    at: sample.ended, by: author)
                note(sample.test.id, sample.events.count, finished: true)
                // A checkpoint moves the log into the file.
                if index == 1 {
                    _ = try records.erase(samples[0].test.id, by: Author("a", reason: "b"))
                }
                if index == 1 { acknowledged.removeAll { $0.test == samples[0].test.id } }
                if index == 1 {
                    DiskLog.shared.state.withLock { $0.acknowledged = acknowledged.count }
                }
            }
            records.close()
        }
        let acts = DiskLog.shared.state.withLock { $0.acts }
        let erasedAt =
            acts.indices.last { index in
                index > 0 && acts[index].acknowledged < acts[index - 1].acknowledged
            } ?? 0
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SeededRandom(state: seed)
        for _ in 0..<Self.cuts {
            let moment = Int.random(in: 0...acts.count, using: &random)
            var disk = ReplayedDisk()
            for act in acts.prefix(moment) { disk.take(act) }
            try RecordFolder.with { folder in
                try disk.write(to: folder, using: &random)
                let records = try records(folder, layer: nil)
                defer { records.close() }
                let words: Comment = "moment \(moment) of \(acts.count), seed \(seed)"
                #expect(try records.verify() == [], words)
                guard moment > erasedAt else { return }
                let count = moment < acts.count ? acts[moment].acknowledged : acknowledged.count
                for kept in acknowledged.prefix(count) {
                    #expect(try records.events(of: kept.test).count >= kept.events, words)
                    if kept.isFinished {
                        #expect(try records.test(kept.test)?.state == .finished, words)
                    }
                }
                // The tests that were left running can be closed.
                try records.closeInterrupted(by: author) { _, _ in .exact }
                #expect(try records.verify() == [], words)
            }
        }
    }

    @Test("a full disk refuses new data, loses nothing, and works again after a cleanup")
    func fullDisk() throws {
        try RecordFolder.with { folder in
            DiskLog.shared.state.withLock { $0 = DiskLog.State() }
            let records = try records(folder)
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            for event in sample.events.prefix(5) { try records.append(event, to: sample.test.id) }
            DiskLog.shared.state.withLock { $0.room = 3_000 }
            #expect(throws: RecordError.full) {
                for event in sample.events.dropFirst(5) {
                    try records.append(event, to: sample.test.id)
                }
            }
            #expect(try records.events(of: sample.test.id).count >= 5)
            #expect(try records.verify() == [])
            DiskLog.shared.state.withLock { $0.room = nil }
            for event in sample.events { try records.append(event, to: sample.test.id) }
            #expect(try records.events(of: sample.test.id) == sample.events)
            #expect(try records.verify() == [])
            records.close()
        }
    }

    @Test("a read-only disk refuses and keeps its contents") func readOnlyDisk() throws {
        try RecordFolder.with { folder in
            DiskLog.shared.state.withLock { $0 = DiskLog.State() }
            let records = try records(folder)
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            try records.append(sample.events[0], to: sample.test.id)
            DiskLog.shared.state.withLock { $0.isReadOnly = true }
            #expect(throws: RecordError.readOnly) {
                try records.append(sample.events[1], to: sample.test.id)
            }
            #expect(try records.events(of: sample.test.id).count == 1)
            DiskLog.shared.state.withLock { $0.isReadOnly = false }
            try records.append(sample.events[1], to: sample.test.id)
            #expect(try records.events(of: sample.test.id).count == 2)
            records.close()
        }
    }
}
