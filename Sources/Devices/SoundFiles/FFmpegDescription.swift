/// The description that ffmpeg gives of a file before it decodes.
struct FFmpegDescription {
    private let text: String
    /// The tracks of sound, in order, without those of codecs that ffmpeg does not know.
    let tracks: [SoundTrack]

    /// The latest start that counts if no length is given, s. A part of a broadcast may count from
    /// a beginning hours ago. Chosen, not measured.
    private static let latestStart = 600.0
    /// Containers whose times count from the start of the file, by their names in ffmpeg. The times
    /// of others, such as a transport stream, start at any number.
    private static let timed: Set = ["asf", "flv", "matroska", "mov", "nut", "webm"]

    init(text: String) {
        self.text = text
        var tracks: [SoundTrack] = []
        let lines = text.matches(
            of: /Stream #0:(\d+)(?:\[[^\]]*\])?(?:\((\w+)\))?: Audio: ([^\n]*)/)
        for line in lines {
            let place = Int(line.1) ?? 0
            // A transport stream lists a track for each of its programmes.
            guard !line.3.hasPrefix("none"), !tracks.contains(where: { $0.place == place }) else {
                continue
            }
            let language = line.2.map(String.init)
            let rate = line.3.firstMatch(of: /(\d+) Hz/).flatMap { Int($0.1) }
            tracks.append(
                SoundTrack(
                    place: place, language: language == "und" ? nil : language,
                    isDefault: line.3.contains("(default)"), sampleRate: rate ?? 0))
        }
        self.tracks = tracks
    }

    /// Seconds; nil where ffmpeg gives no length or a guess.
    var duration: Double? {
        guard !text.contains("Estimating duration"),
            let match = text.firstMatch(of: /Duration: (\d+):(\d+):(\d+\.\d+)/),
            let hours = Double(match.1), let minutes = Double(match.2),
            let seconds = Double(match.3)
        else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }

    /// Whether its first sound or picture comes later than the file starts.
    var startsLate: Bool {
        guard isTimed,
            let start = text.firstMatch(of: /, start: (\d+\.\d+)/).flatMap({ Double($0.1) })
        else { return false }
        return start > 0 && start < duration ?? Self.latestStart
    }

    /// Whether its times count from the start of the file.
    var isTimed: Bool { !Self.timed.isDisjoint(with: containers) }

    /// Whether it is MPEG's transport stream, whose packets have one length.
    var isBroadcast: Bool { containers == ["mpegts"] }
    var isAVI: Bool { containers == ["avi"] }

    /// The names of its container in ffmpeg, such as "mov" and "mp4".
    private var containers: Set<String> {
        let names = text.firstMatch(of: /Input #0, ([\w,]+), from/)?.1 ?? ""
        return Set(names.split(separator: ",").map(String.init))
    }

    var hasPictures: Bool { text.contains(#/Stream #0:.*Video: (?!.*attached pic)/#) }
    /// Whether the codec is AMR, of telephones. ffmpeg takes the frames in its pauses for damaged.
    var isAMR: Bool { text.contains("Audio: amr_") }
    /// Raw formats, in which packet borders mean nothing.
    var isBare: Bool { text.contains(#/Audio: (ad)?pcm_/#) }
}

/// A track of sound, parallel to the others of a file, such as a language of a film.
struct SoundTrack: Equatable {
    /// Its place among all tracks of the file, pictures included, from 0.
    let place: Int
    /// The language as the file names it, such as "eng"; nil if it names none.
    let language: String?
    /// Whether a player chooses it.
    let isDefault: Bool
    /// Hz; 0 if ffmpeg gives none.
    let sampleRate: Int
}

/// The choice of the tracks of a file.
struct TrackChoice {
    /// Those that are heard, in their order in the file.
    let heard: [SoundTrack]
    /// A note for people about the other tracks; nil for one track.
    let note: String?

    /// Maximum number of tracks that are heard: each is decoded by its own program. Chosen, not
    /// measured.
    static let most = 32

    /// Tracks are parallel like channels, and are mixed like them, because each may have its own
    /// microphone. Tracks in several languages are versions of one sound, which are unintelligible
    /// when mixed, so only one is heard.
    ///
    /// - Parameters:
    ///   - isEach: whether all are requested, because one of their channels is heard alone.
    ///   - hasSound: whether a track is not silent.
    init<Failure: Error>(
        of tracks: [SoundTrack], isEach: Bool, hasSound: (SoundTrack) throws(Failure) -> Bool
    ) throws(Failure) {
        guard tracks.count > 1, !isEach else {
            (heard, note) = (Array(tracks.prefix(Self.most)), nil)
            return
        }
        let languages = tracks.compactMap(\.language)
        guard Set(languages).count > 1 else {
            heard = Array(tracks.prefix(Self.most))
            let part = tracks.count > Self.most ? "the first \(Self.most) are mixed" : "mixed"
            note =
                "\(tracks.count) tracks: \(part). To hear only one, give --channel; channels"
                + " are numbered across all tracks."
            return
        }
        let wished = tracks.filter(\.isDefault) + tracks.filter { !$0.isDefault }
        var chosen = wished[0]
        for track in wished where try hasSound(track) {
            chosen = track
            break
        }
        heard = [chosen]
        let number = (tracks.firstIndex(of: chosen) ?? 0) + 1
        note =
            "\(tracks.count) tracks"
            + " (\(tracks.map { $0.language ?? "?" }.joined(separator: ", "))): only track"
            + " \(number) is heard. To hear another, give --channel; channels are numbered"
            + " across all tracks."
    }
}
