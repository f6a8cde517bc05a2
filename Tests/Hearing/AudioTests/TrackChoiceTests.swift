import Testing

@testable import SoundFiles

/// Which of several tracks is heard, and what ffmpeg says of a file.
struct TrackChoiceTests {
    private func track(
        _ place: Int, _ language: String? = nil, isDefault: Bool = false
    ) -> SoundTrack {
        SoundTrack(place: place, language: language, isDefault: isDefault, sampleRate: 48_000)
    }

    private func choice(
        _ tracks: [SoundTrack], isEach: Bool = false, silent: Set<Int> = []
    ) -> TrackChoice {
        TrackChoice(of: tracks, isEach: isEach) { !silent.contains($0.place) }
    }

    @Test("one track has no note")
    func one() {
        let choice = choice([track(1, "eng")])
        #expect(choice.heard.map(\.place) == [1] && choice.note == nil)
    }

    @Test(
        "tracks of one language, or of none, are mixed",
        arguments: [[nil, nil], ["eng", "eng"], ["eng", nil]])
    func mixed(languages: [String?]) throws {
        let tracks = languages.enumerated().map { track($0.offset, $0.element) }
        let choice = choice(tracks, silent: [0])
        #expect(choice.heard == tracks)
        #expect(try #require(choice.note).hasPrefix("2 tracks: mixed."))
    }

    @Test("of very many tracks the first are mixed")
    func many() throws {
        let choice = choice((0..<100).map { track($0) })
        #expect(choice.heard.count == TrackChoice.most)
        #expect(try #require(choice.note).hasPrefix("100 tracks: the first 32 are mixed."))
    }

    @Test("of several languages the default one is heard, or the first with sound")
    func languages() throws {
        let tracks = [track(1, "deu"), track(2, "eng", isDefault: true), track(3, "fra")]
        let usual = choice(tracks)
        #expect(usual.heard.map(\.place) == [2])
        #expect(
            try #require(usual.note).hasPrefix("3 tracks (deu, eng, fra): only track 2 is heard."))
        #expect(choice(tracks, silent: [2]).heard.map(\.place) == [1])
        #expect(choice(tracks, silent: [1, 2]).heard.map(\.place) == [3])
        #expect(choice(tracks, silent: [1, 2, 3]).heard.map(\.place) == [2])
    }

    @Test("all tracks are read if one of their channels is asked for")
    func each() {
        let tracks = [track(1, "deu"), track(2, "eng", isDefault: true)]
        let choice = choice(tracks, isEach: true, silent: [1])
        #expect(choice.heard == tracks && choice.note == nil)
    }

    private static func description(_ head: String, _ streams: String) -> FFmpegDescription {
        FFmpegDescription(text: "\(head), bitrate: 33 kb/s\n\(streams)\n")
    }

    @Test("the description of ffmpeg gives tracks, languages and the default")
    func tracks() {
        let film = Self.description(
            """
            Input #0, matroska,webm, from 'file:/dev/stdin':
              Duration: 00:01:05.50, start: 0.000000
            """,
            """
              Stream #0:0: Video: h264 (High), yuv420p, 64x64, 25 fps (default)
              Stream #0:1(eng): Audio: aac (LC), 48000 Hz, stereo, fltp (default)
              Stream #0:2(und): Audio: ac3, 44100 Hz, 5.1(side), fltp, 448 kb/s
              Stream #0:3(und): Audio: none (apac / 0x63617061), 48000 Hz, 5.1, 384 kb/s
              Stream #0:2(und): Audio: ac3, 44100 Hz, 5.1(side), fltp, 448 kb/s
            """)
        #expect(
            film.tracks == [
                SoundTrack(place: 1, language: "eng", isDefault: true, sampleRate: 48_000),
                SoundTrack(place: 2, language: nil, isDefault: false, sampleRate: 44_100),
            ])
        #expect(film.hasPictures && film.duration == 65.5 && !film.startsLate)
    }

    @Test("an impossible length claims many frames, and an unknown one none")
    func impossible() throws {
        // The longest of ffmpeg, 2^63 µs, at the highest rate of a header.
        let film = Self.description("  Duration: 2562047788:00:54.77, start: 0.000000", "")
        let seconds = try #require(film.duration)
        #expect(seconds > 9e12)
        #expect(FFmpegDecoder.frames(in: seconds, at: Int(UInt32.max)) == 1_000_000_000_000_000)
        #expect(FFmpegDecoder.frames(in: .infinity, at: 16_000) == 1_000_000_000_000_000)
        #expect(FFmpegDecoder.frames(in: .nan, at: 16_000) == 0)
        #expect(FFmpegDecoder.frames(in: -1, at: 16_000) == 0)
        #expect(FFmpegDecoder.frames(in: 2.5, at: 16_000) == 40_000)
    }

    @Test(
        "sound starts late where times count from the start of the file",
        arguments: [
            ("mov,mp4,m4a,3gp,3g2,mj2", "00:00:05.39", "2.936000", true),
            ("matroska,webm", "N/A", "2.992000", true), ("asf", "00:00:07.99", "2.968000", true),
            // A part of a broadcast, a wrong length, and a stream that counts from anywhere.
            ("matroska,webm", "N/A", "7200.000000", false),
            ("mov,mp4,m4a,3gp,3g2,mj2", "00:00:05.00", "3600.000000", false),
            ("mpegts", "00:00:04.97", "4.369933", false),
            ("matroska,webm", "00:00:05.00", "0.000000", false),
            ("matroska,webm", "00:00:05.00", "-0.007000", false),
        ])
    func late(format: String, duration: String, start: String, isLate: Bool) {
        let description = Self.description(
            "Input #0, \(format), from 'file:/dev/stdin':\n  Duration: \(duration), start: \(start)",
            "  Stream #0:0[0x1](und): Audio: aac (LC) (mp4a / 0x6134706D), 16000 Hz, mono, fltp")
        #expect(description.startsLate == isLate)
        #expect(description.tracks.map(\.place) == [0])
    }
}
