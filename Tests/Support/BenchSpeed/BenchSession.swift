internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Recognition
internal import SimulatedPatient

/// Recordings of one voice in one room, for a measurement.
struct BenchSession {
    /// The speaker.
    var name: String
    var recordings: [Recording]
    /// The letters said in each recording, where they are known.
    var said: [[Letter]?]
}

/// The recordings that a bench run measures.
struct BenchSource {
    /// Recordings, or one manifest (a `.tsv`); none for synthetic speech.
    private let paths: [String]
    /// The set of the manifest that is used; nil for all.
    private let set: String?

    /// The operands and the set of a command line.
    init(_ paths: [String], set: String?) {
        self.paths = paths
        self.set = set
    }

    /// Whether the speech is synthetic.
    var isSynthetic: Bool { paths.isEmpty }

    /// The manifest, if the only path is one.
    var manifest: String? {
        paths.count == 1 && paths[0].hasSuffix(".tsv") ? paths[0] : nil
    }

    /// All files that are read.
    ///
    /// - Throws: `ManifestError`.
    func files() throws -> [String] {
        guard let manifest else { return paths }
        return [manifest] + (try ReferenceRow.read(manifest).map { $0.file(of: manifest) })
    }

    /// The sessions.
    ///
    /// - Throws: `ManifestError`, `EmptySet`, or a voice's error.
    func sessions(
        hearing letters: LetterChoice, open: @escaping @Sendable (String) throws -> any AudioSource,
        voice: (PatientVoice.Name) -> any Speaking
    ) throws -> [BenchSession] {
        if isSynthetic { return try SyntheticSession.all(voice) }
        guard let manifest else { return BenchSession.sessions(of: paths, open: open) }
        return try BenchSession.sessions(
            ofManifest: manifest, set: set, letters: letters, open: open)
    }
}

extension BenchSession {
    /// Recordings by their paths; those of one folder are one session.
    static func sessions(
        of paths: [String], open: @escaping @Sendable (String) throws -> any AudioSource
    ) -> [BenchSession] {
        var sessions: [BenchSession] = []
        for path in paths {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let recording = Recording(name: path) { try open(path) }
            // Byte by byte, as the system compares paths.
            if let last = sessions.last, last.name.utf8.elementsEqual(folder.utf8) {
                sessions[sessions.count - 1].recordings.append(recording)
                sessions[sessions.count - 1].said.append(nil)
            } else {
                sessions.append(BenchSession(name: folder, recordings: [recording], said: [nil]))
            }
        }
        return sessions
    }

    /// The recordings of a manifest; those of one speaker are one session. As `aloud-workbench evaluate`
    /// does, it leaves out recordings of letters that are not listened for.
    ///
    /// - Throws: `ManifestError`, or `EmptySet` if nothing is left.
    static func sessions(
        ofManifest path: String, set: String?, letters: LetterChoice,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) throws -> [BenchSession] {
        let rows = try ReferenceRow.read(path).filter { row in
            (set == nil || row.set == set)
                && (letters != .etdrs || row.letters.allSatisfy(Letter.sloan.contains))
        }
        guard !rows.isEmpty else { throw EmptySet(path: path, set: set) }
        return Dictionary(grouping: rows, by: \.speaker).sorted { $0.key < $1.key }
            .map { speaker, rows in
                BenchSession(
                    name: speaker,
                    recordings: rows.map { row in
                        let file = row.file(of: path)
                        return Recording(name: file) { try open(file) }
                    },
                    said: rows.map(\.letters))
            }
    }
}

/// Makes sessions to measure on where no recordings are given: each voice of the simulated patient
/// reads letters one by one, at a patient's pace, in a quiet room.
enum SyntheticSession {
    /// Letters a voice reads: every letter of the charts twice.
    static let rounds = 2
    /// The time from the start of one letter to the start of the next, seconds, for people who look
    /// at each letter before they name it.
    static let pace = 2.0
    /// The most that a letter comes earlier or later than the pace, seconds.
    private static let jitter = 0.3
    /// Decides the order of the letters, the moments and the noise.
    static let seed: UInt64 = 1

    /// One session a voice.
    ///
    /// - Throws: an error of a voice.
    static func all(_ voice: (PatientVoice.Name) -> any Speaking) throws -> [BenchSession] {
        var generator = SplitMix64(seed: seed)
        return try PatientVoice.Name.allCases.map { name in
            var order: [Letter] = []
            for _ in 0..<rounds { order += Letter.sloan.shuffled(using: &generator) }
            let samples = try reading(order, by: voice(name), &generator)
            let recording = Recording(name: "synthetic-\(name.rawValue)") { SoundInMemory(samples) }
            return BenchSession(name: name.rawValue, recordings: [recording], said: [order])
        }
    }

    private static func reading(
        _ letters: [Letter], by voice: any Speaking, _ generator: inout SplitMix64
    ) throws -> [Float] {
        var patient = PatientVoice(voice, seed: generator.next())
        var noise = RoomNoise(seed: generator.next())
        var samples = noise.next(Int((Double(letters.count) * pace + 1) * Double(speechRate)))
        for (index, letter) in letters.enumerated() {
            let sound = try patient.sound(of: Remark([letter.description]))
            let shift = Double.random(in: 0...jitter, using: &generator)
            let start = Int((0.7 + pace * Double(index) + shift) * Double(speechRate))
            for (place, sample) in sound.enumerated() where start + place < samples.count {
                samples[start + place] += sample
            }
        }
        return samples
    }
}

/// Recordings as other recognisers read them: raw sound, and a control file.
struct RawRecordings {
    /// One name a line, without its ending: the `-ctl` of pocketsphinx_batch.
    private static let controlFile = "recordings.ctl"
    /// One name a line with the letters said, where they are known, after a tab.
    private static let lettersFile = "recordings.tsv"

    private let folder: URL
    private let inputs: Set<FileIdentity>
    private let control: ResultFile
    private let letters: ResultFile

    /// Prepares the folder before the work begins, and makes it if it is missing.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - inputs: files that are read, which none of them must replace.
    /// - Throws: `ResultFileError` if the folder cannot be made or written to.
    init(folder: String, sparing inputs: Set<FileIdentity>) throws(ResultFileError) {
        self.folder = URL(fileURLWithPath: folder)
        self.inputs = inputs
        do {
            // Only the user may read these: they are people's voices.
            try FileManager.default.createDirectory(
                at: self.folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw ResultFileError(path: folder, content: Self.content, reason: .noFolder) }
        control = try Self.file(Self.controlFile, in: self.folder, sparing: inputs)
        letters = try Self.file(Self.lettersFile, in: self.folder, sparing: inputs)
    }

    /// Writes every recording of the sessions: mono, 16,000 Hz, 16 bits, little-endian, without a
    /// header. Those that cannot be read are left out.
    func write(_ sessions: [BenchSession]) throws(ResultFileError) {
        var names = ""
        var lines = ""
        var number = 0
        for session in sessions {
            for (recording, said) in zip(session.recordings, session.said) {
                number += 1
                guard let sound = try? recording.open().readAll() else { continue }
                let name = String(format: "%04d", number)
                try Self.file(name + ".raw", in: folder, sparing: inputs)
                    .write(Data(PCM16.littleEndian(sound.samples)))
                names += name + "\n"
                if let said {
                    lines += name + "\t" + said.map(\.description).joined(separator: " ") + "\n"
                }
            }
        }
        try control.write(names)
        try letters.write(lines)
    }

    /// The content in messages.
    private static let content = "the recordings"

    private static func file(
        _ name: String, in folder: URL, sparing inputs: Set<FileIdentity>
    ) throws(ResultFileError) -> ResultFile {
        try ResultFile(
            folder.appendingPathComponent(name).path, for: content, sparing: inputs)
    }
}
