internal import Acuity
package import Audio
internal import CommandLineKit
package import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Platform
package import Recognition
internal import Records

/// A run of `aloud-workbench tune`: it fits a profile to the speakers of a manifest, or proves it
/// on the speakers that were kept for the proof.
package struct TuningRun {
    /// The recordings.
    package var manifest: Manifest
    /// The hearing that is tuned.
    package var ear: TuningEar
    /// The folder of the profile.
    package var output: String
    /// The name of the profile.
    package var name: String
    /// The seed that divides the speakers.
    package var seed: UInt64
    /// The wanted share of wrong answers; nil for the least loss.
    package var wrongAtMost: Double?
    /// Maximum loss of a group, 0…1.
    package var bound: Double
    /// The quantity whose decrease is to be proven. A proof takes the quantity of the profile's
    /// card.
    package var endpoint: ProofEndpoint
    /// The parts that are fitted.
    package var stages: [TuningStage]
    /// Opens a sound file by its path and channel.
    package var open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// The channel that is heard of each recording.
    package var channel: Int?
    /// The number of recognisers that work side by side.
    package var jobs: Int
    /// The folder of the log of all proofs; nil if there is no home folder.
    package var log: String?
    /// The time now, ISO 8601.
    package var now: @Sendable () -> String
    /// Throws if the work must stop.
    package var check: @Sendable () throws -> Void
    /// Shows a person the progress, and doubts.
    package var say: (String) -> Void
    /// Shows a person the reason that a recording cannot be heard; the others count.
    package var complain: (String) -> Void

    /// Sets each property from the parameter of its name.
    package init(
        manifest: Manifest, ear: TuningEar, output: String, name: String, seed: UInt64,
        wrongAtMost: Double?, bound: Double, endpoint: ProofEndpoint, stages: [TuningStage],
        open: @escaping @Sendable (String, Int?) throws -> any AudioSource, channel: Int?,
        jobs: Int, log: String?, now: @escaping @Sendable () -> String,
        check: @escaping @Sendable () throws -> Void, say: @escaping (String) -> Void,
        complain: @escaping (String) -> Void
    ) {
        self.manifest = manifest
        self.ear = ear
        self.output = output
        self.name = name
        self.seed = seed
        self.wrongAtMost = wrongAtMost
        self.bound = bound
        self.endpoint = endpoint
        self.stages = stages
        self.open = open
        self.channel = channel
        self.jobs = jobs
        self.log = log
        self.now = now
        self.check = check
        self.say = say
        self.complain = complain
    }

    /// The file of the report in the folder.
    package static let reportFile = "report.html"
    /// The folder within the output from which a stopped tuning resumes. It may be removed
    /// afterwards.
    package static let workFolder = "work"

    /// The rows that are heard: those whose letters are listened for.
    var rows: [ReferenceRow] {
        manifest.wanted.filter { row in
            ear.letters.pointing != nil || row.letters.allSatisfy(ear.letters.letters.contains)
        }
    }

    /// Opens the recording of a row.
    var recording: @Sendable (ReferenceRow) -> Recording {
        { [path = manifest.path, open, channel] row in
            Recording(file: row.file(of: path), name: row.path) { try open($0, channel) }
        }
    }

    /// A digest of everything that affects the results.
    private func deciding(_ rows: [ReferenceRow], _ split: SpeakerSplit) -> String {
        Self.deciding(
            rows, of: manifest.path, split,
            options: [
                ear.deciding, "\(seed)", "\(wrongAtMost ?? -1)", "\(channel ?? 0)",
                stages.map(\.rawValue).joined(separator: " "),
            ])
    }

    /// A digest of the options and of the rows with the part of each speaker. A group, a set or a
    /// name that is corrected moves speakers to other parts: results of the former parts would be
    /// fitted to speakers who are final now.
    ///
    /// - Parameters:
    ///   - manifest: the path of the manifest.
    ///   - options: those that affect the results, as text.
    static func deciding(
        _ rows: [ReferenceRow], of manifest: String, _ split: SpeakerSplit, options: [String]
    ) -> String {
        let digest = ContentDigest()
        for option in options { digest.add(option) }
        for row in rows {
            let part = split.parts[row.speaker]
            for text in [
                row.speaker, part?.rawValue ?? "", row.transcript.joined(separator: " "),
                row.isTalk ? "talk" : "",
            ] {
                digest.add(text)
            }
            let file = row.file(of: manifest)
            if part == .final { digest.add(file) } else { digest.add(recordingAt: file) }
        }
        return digest.text
    }
}

extension TuningRun {
    /// Fits a profile and writes it with a report.
    ///
    /// - Throws: `TooFewSpeakers`, `OpenedProfile` if the final speakers of the folder were heard,
    ///   `SharedRecording`, `TuningStopped`, or an error of reading and writing.
    package func tune() throws -> String {
        let rows = rows
        guard !rows.isEmpty else { throw EmptySet(path: manifest.path, set: manifest.setNames) }
        manifest.doubts(in: rows).forEach(say)
        let split = try SpeakerSplit(rows, seed: seed)
        if let old = try? HearingProfile(contentsOf: output, digest: ContentDigest.ofFile),
            let opening = old.card.openings.first
        {
            throw OpenedProfile(folder: output, at: opening.at, isTuned: true)
        }
        try checkUnshared(split, rows)
        let folder = try ResultFolder(output)
        let work = output + "/" + Self.workFolder
        try FileManager.default.createDirectory(
            atPath: work, withIntermediateDirectories: true)
        let journal = try TuningJournal(
            work + "/journal.jsonl", deciding: deciding(rows, split), check: check)
        let recordings = TuningRecordings(
            folder: work + "/heard", rows: Dictionary(grouping: rows, by: \.speaker),
            file: { [path = manifest.path] in $0.file(of: path) }, recording: recording,
            channel: channel, jobs: jobs, check: check)
        let search = TuningSearch(
            ear: ear, recordings: recordings, journal: journal, split: split,
            wrongAtMost: wrongAtMost, jobs: jobs, say: say, complain: complain)
        let counts = SpeakerSplit.Part.allCases.map { split.speakers($0).count }
        say(
            "\(split.parts.count.counting("speaker")): \(counts[0]) to train, \(counts[1]) to"
                + " validate, \(counts[2]) kept for the proof and not heard now")
        let usual = ear.usual
        try warnOfOpenings(split, rows)
        let first = TuningSearch.State(
            parts: usual, train: try search.heard(.train, usual),
            check: try search.heard(.check, usual))
        let before = try rowsHeard(first)
        let (grammar, names) = try ear.words()
        let phones = PronunciationSearch(grammar: grammar, names: names)
            .phones(of: first.train + first.check)
        let (last, results) = try search.run(stages, from: first)
        let after = try rowsHeard(last)
        var parts = last.parts
        if parts.answers != nil, let operating = search.operating(after) {
            parts.answers?.operating = operating
        }
        parts.answers?.source = "\(name): fitted by 'aloud-workbench tune' to \(counts[0]) speakers"
        let card = ProfileCard(
            name: name, made: now(), program: ear.program, model: ear.model,
            letters: ear.letters, accept: parts.accept,
            split: ProfileCard.Split(
                seed: seed, train: counts[0], check: counts[1], final: counts[2],
                finalDigest: split.finalDigest(of: rows)))
        var profile = parts.profile(card)
        profile.card.endpoint = endpoint == .loss ? nil : endpoint
        try write(&profile, to: folder)
        let gate = gate(before, after, usual, parts)
        let report = TuningReport(
            profile: profile, stages: results, phones: phones, gate: gate, before: before,
            after: after, thresholds: [ear.thresholds(usual), ear.thresholds(parts)],
            isProof: false, comparison: nil,
            outputs: Dictionary(
                (last.train + last.check).flatMap(\.recordings).map {
                    ($0.row.line, $0.utterances)
                },
                uniquingKeysWith: { first, _ in first }), sound: sound)
        try folder.write(report.html, to: Self.reportFile)
        return report.text
            + "Next: aloud-workbench tune --prove \(manifest.path.asShellWord) --output \(output.asShellWord)\n"
    }

    /// Warns if final speakers were heard for other profiles.
    private func warnOfOpenings(_ split: SpeakerSplit, _ rows: [ReferenceRow]) throws {
        guard let log else { return }
        let finals = finals(split, rows)
        let card = ProfileCard(
            name: name, made: "", program: "", model: "", letters: ear.letters, accept: 0,
            split: .init(seed: seed, train: 0, check: 0, final: 0, finalDigest: ""))
        for opening in try OpeningLog(in: log).earlier(finals, for: card) {
            say(
                "Note: \(opening.words(of: finals.count)) This profile cannot be proven on them:"
                    + " add other people.")
        }
    }

    /// The final speakers by the content of their recordings.
    private func finals(_ split: SpeakerSplit, _ rows: [ReferenceRow]) -> [OpeningLog.Speaker] {
        OpeningLog.speakers(split.speakers(.final), of: rows) { $0.file(of: manifest.path) }
    }

    private func checkUnshared(
        _ split: SpeakerSplit, _ rows: [ReferenceRow]
    ) throws(SharedRecording) {
        try split.checkUnshared(of: rows, in: manifest.path) { $0.file(of: manifest.path) }
    }

    private func rowsHeard(_ state: TuningSearch.State) throws -> [HeardRow] {
        try ear.read(
            state.train + state.check, with: state.parts, searching: false, jobs: jobs
        ).flatMap(\.self)
    }

    private func gate(
        _ before: [HeardRow], _ after: [HeardRow], _ usual: TunedParts, _ parts: TunedParts
    ) -> TuningGate {
        func tallies(_ rows: [HeardRow], _ parts: TunedParts) -> [String: LetterTally] {
            Dictionary(counting: rows, by: \.row.speaker) {
                $0.tuningTally(at: ear.thresholds(parts))
            }
        }
        let groups = Dictionary(
            before.map { ($0.row.speaker, $0.row.groups) }, uniquingKeysWith: { first, _ in first })
        return TuningGate(
            before: tallies(before, usual), after: tallies(after, parts), groups: groups,
            bound: bound, endpoint: endpoint)
    }

    /// The samples of a recording; nil if it cannot be read.
    private var sound: (ReferenceRow) -> [Float]? {
        { row in try? recording(row).readWhole() }
    }

    /// Writes the files of a profile, the card last.
    private func write(_ profile: inout HearingProfile, to folder: ResultFolder) throws {
        profile.card.files = [:]
        for (name, text) in [
            (HearingProfile.dictionaryFile, profile.dictionaryText),
            (HearingProfile.answersFile, try profile.answers.map(Self.json)),
        ] {
            guard let text else {
                folder.remove(name)
                continue
            }
            try folder.write(text, to: name)
            profile.card.files[name] = try ContentDigest.ofFile(output + "/" + name)
        }
        try folder.write(profile.card.json, to: HearingProfile.cardFile)
    }

    private static func json(_ model: AnswerModel) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(model), as: UTF8.self) + "\n"
    }
}

extension TuningRun {
    /// Hears the final speakers, once, and judges the profile.
    ///
    /// - Returns: the verdict in words, and whether the gain is proven.
    /// - Throws: `OpenedProfile` if they were heard before, `OtherSpeakers` if the manifest has
    ///   changed, `UnreadableFile` if a recording is missing, `SharedRecording`, or an error of
    ///   reading and writing.
    package func prove() throws -> (text: String, isProven: Bool) {
        let rows = rows
        var profile = try HearingProfile(contentsOf: output, digest: ContentDigest.ofFile)
        try profile.check(in: output, model: ear.model, unproven: true)
        let split = try SpeakerSplit(rows, seed: profile.card.split.seed)
        guard split.finalDigest(of: rows) == profile.card.split.finalDigest,
            profile.card.letters == ear.letters
        else { throw OtherSpeakers(manifest: manifest.path, folder: output) }
        if let opening = profile.card.openings.first(where: \.isFinished) {
            throw OpenedProfile(folder: output, at: opening.at, isTuned: false)
        }
        try split.checkFinals(of: rows) { $0.file(of: manifest.path) }
        try checkUnshared(split, rows)
        let folder = try ResultFolder(output)
        // The opening is logged before anything is heard, so that an interrupted proof counts, too.
        let time = now()
        profile.card.openings.append(ProfileCard.Opening(at: time, isFinished: false))
        profile.card.earlier = try logOpening(of: profile.card, finals(split, rows), at: time)
        try folder.write(profile.card.json, to: HearingProfile.cardFile)
        let finals = split.speakers(.final)
        say("Hearing \(finals.count.counting("final speaker")), before and after")
        let sessions = finals.map { speaker in
            let own = rows.filter { $0.speaker == speaker }
            return ManifestHearing.Session(rows: own, recordings: own.map(recording))
        }
        func hear(_ listeners: ListenerFactory) throws -> [HeardRow] {
            let hearing = ManifestHearing(alone: false, jobs: jobs, keepsEvidence: false)
            let all = try hearing.hear(sessions) { RecordingListener(try listeners.make()) }
            for failure in all.failures { complain(failure) }
            return ear.counted(all.heard)
        }
        let usual = ear.usual
        let before = try hear(try ear.listeners(usual))
        try check()
        let after = try hear(try ear.listeners(profile))
        try check()
        var parts = usual
        parts.accept = profile.card.accept
        var gate = gate(before, after, usual, parts)
        gate.endpoint = profile.card.endpoint ?? .loss
        gate.doubts = (profile.card.earlier ?? []).map { $0.words(of: finals.count) }
        let proof = gate.proof
        profile.card.proof = proof
        profile.card.openings[profile.card.openings.count - 1].isFinished = true
        let comparison = ScliteComparison.text(
            before: before, after: after,
            thresholds: [ear.thresholds(usual), ear.thresholds(parts)])
        let report = TuningReport(
            profile: profile, stages: [], phones: nil, gate: gate, before: before,
            after: after, thresholds: [ear.thresholds(usual), ear.thresholds(parts)], isProof: true,
            comparison: comparison, sound: sound)
        try folder.write(report.html, to: Self.proofFile)
        try folder.write(profile.card.json, to: HearingProfile.cardFile)
        return (report.text, proof.isProven)
    }

    /// Logs that the final speakers are heard, for all profiles of this user.
    ///
    /// - Returns: earlier openings for other profiles; nil if there were none.
    private func logOpening(
        of card: ProfileCard, _ speakers: [OpeningLog.Speaker], at time: String
    ) throws -> [ProfileCard.EarlierOpening]? {
        guard let log else {
            say("Note: There is no home folder, so this proof is logged in the profile only.")
            return nil
        }
        let openings = try OpeningLog(in: log)
        let earlier = openings.earlier(speakers, for: card)
        try openings.add(speakers, for: card, at: time)
        for opening in earlier { say("Note: " + opening.words(of: speakers.count)) }
        return earlier.isEmpty ? nil : earlier
    }

    /// The file of the report of a proof.
    package static let proofFile = "proof.html"
}

/// A profile whose final speakers were heard before.
struct OpenedProfile: Error, Equatable, CustomStringConvertible {
    var folder: String
    var at: String
    /// Whether a new tuning was refused; otherwise, a new proof was.
    var isTuned: Bool

    var description: String {
        isTuned
            ? "The final speakers of '\(folder)' were heard on \(at). Another tuning would be fitted"
                + " to that result: give '--output' another folder, and record other people for"
                + " its proof."
            : "The final speakers of '\(folder)' were heard on \(at), and may be heard only once."
                + " Its verdict is in \(HearingProfile.cardFile). To prove a changed profile, record"
                + " other people."
    }
}

/// A manifest that is not the one that the profile was tuned on.
struct OtherSpeakers: Error, Equatable, CustomStringConvertible {
    var manifest: String
    var folder: String

    var description: String {
        "The final recordings of '\(manifest)' are not those of the profile '\(folder)'. Give the"
            + " manifest, '--set' and '--letters' with which it was tuned."
    }
}
