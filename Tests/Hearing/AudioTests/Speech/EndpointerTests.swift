import Audio
import FliteVoice
import TestSpeech
import Testing

@Suite("Finding speech", .timeLimit(.minutes(1)))
struct EndpointerTests {
    /// All stretches of speech in a sound.
    static func segments(_ samples: [Float], piece: Int = 320) -> [SpeechSegment] {
        var endpointer = Endpointer()
        var found: [SpeechSegment] = []
        let source = PieceSource(samples, size: piece)
        while let chunk = source.read() { found += endpointer.take(chunk.samples) }
        if let last = endpointer.finish() { found.append(last) }
        return found
    }

    /// Expects that each stretch is at the place of a sound, within a tolerance in seconds at
    /// either end.
    static func expect(
        _ segments: [SpeechSegment], at places: [ClosedRange<Double>], tolerance: Double = 0.06,
        _ comment: Comment, location: SourceLocation = #_sourceLocation
    ) {
        #expect(segments.count == places.count, comment, sourceLocation: location)
        for (segment, place) in zip(segments, places) {
            #expect(
                abs(segment.start - place.lowerBound) <= tolerance
                    && abs(segment.end - place.upperBound) <= tolerance,
                "\(comment): \(segment.start)...\(segment.end) is not \(place)",
                sourceLocation: location)
        }
    }

    @Test("letters with pauses are cut out at their places", arguments: FliteVoice.Name.allCases)
    func letters(voice: FliteVoice.Name) throws {
        let scene = try Scene.saying(["C", "D", "H", "K", "O"], by: FliteVoice(voice), pause: 0.6)
        // The reverberation of the synthesiser's vowels may fall under the noise a little early.
        Self.expect(
            Self.segments(scene.inRoom()), at: scene.places, tolerance: 0.12, "\(voice)")
    }

    @Test("the closure inside \"aitch\" is bridged, the pause after it is not")
    func closure() throws {
        var scene = Scene()
        scene.pause(0.5)
        // A vowel, 150 ms of closure and the burst; then a pause, and another vowel.
        let vowel = Tone.sine(220, seconds: 0.2, amplitude: 0.2)
        var generator = SeededNoise(seed: 4)
        let burst = generator.white(rms: 0.05, count: 1_600)
        scene.add(vowel + [Float](repeating: 0, count: 2_400) + burst)
        scene.pause(0.3)
        scene.add(vowel)
        scene.pause(0.5)
        Self.expect(Self.segments(scene.inRoom()), at: scene.places, "closure")
    }

    @Test("the context of a stretch is the sound up to the stretch before")
    func context() throws {
        let scene = try Scene.saying(["C", "K", "O"], pause: 0.3)
        let sound = scene.inRoom()
        var before = 0.0
        let segments = Self.segments(sound)
        #expect(segments.count == 3)
        for segment in segments {
            let from = Int(((segment.start - segment.lead) * Double(speechRate)).rounded())
            #expect(Array(sound[from..<from + segment.samples.count]) == segment.samples)
            #expect(segment.start - segment.lead >= before - 0.001)
            #expect(segment.lead > 0.1)
            before = segment.end
        }
    }

    @Test("a click, hiss, hum, digital silence and a steady offset are not speech")
    func noSpeech() {
        var generator = SeededNoise(seed: 9)
        let room = generator.white(rms: Scene.quietRoom, count: 5 * speechRate)
        var click = room
        for index in 40_000..<40_080 { click[index] = index % 2 == 0 ? 0.9 : -0.9 }
        let sounds: [(String, [Float])] = [
            ("room", room), ("click", click),
            ("hiss", generator.white(rms: 0.01, count: 5 * speechRate)),
            ("hum", zip(room, Tone.sine(50, seconds: 5, amplitude: 0.05)).map(+)),
            ("digital silence", [Float](repeating: 0, count: 5 * speechRate)),
            ("offset", room.map { $0 + 0.3 }),
            ("nothing", []), ("one sample", [0.5]),
        ]
        for (name, sound) in sounds {
            let times = Self.segments(sound).map { $0.start...$0.end }
            #expect(times == [], "\(name)")
        }
    }

    @Test("an offset and samples that are not numbers change nothing about the letters")
    func spoilt() throws {
        let scene = try Scene.saying(["C", "K", "O"])
        let sound = scene.inRoom()
        var spoilt = sound.map { $0 + 0.2 }
        for index in stride(from: 1_000, to: spoilt.count, by: 7_919) { spoilt[index] = .nan }
        spoilt[3_000] = .infinity
        Self.expect(
            Self.segments(sound), at: scene.places, tolerance: 0.12, "as it was")
        // A sample that is missing from an offset is a click of its own.
        var holes = sound
        for index in stride(from: 1_000, to: holes.count, by: 7_919) { holes[index] = .nan }
        Self.expect(Self.segments(holes), at: scene.places, tolerance: 0.12, "holes")
        Self.expect(
            Self.segments(sound.map { $0 + 0.2 }), at: scene.places, tolerance: 0.12, "offset")
        #expect(Self.segments(spoilt).allSatisfy { $0.end <= scene.time })
    }

    @Test("sound longer than any answer is skipped, and the speech after it is found")
    func tooLong() throws {
        var scene = Scene()
        scene.pause(1)
        // Talk without an end: ten seconds that rise and fall like syllables.
        let syllable = Tone.sine(180, seconds: 0.25, amplitude: 0.2)
        let gap = [Float](repeating: 0, count: 1_600)
        scene.add((0..<30).flatMap { _ in syllable + gap })
        scene.pause(1.5)
        try scene.say("K")
        scene.pause(1)
        Self.expect(
            Self.segments(scene.inRoom()), at: [scene.places[1]], tolerance: 0.12, "after talk")
    }

    @Test("after a steady noise begins, louder letters are found again")
    func lastingNoise() throws {
        var generator = SeededNoise(seed: 12)
        var scene = Scene()
        scene.pause(2)
        scene.pause(12)
        for text in ["C", "K", "O"] {
            try scene.say(text)
            scene.pause(1)
        }
        let fan = generator.white(rms: 0.006, count: scene.samples.count - 2 * speechRate)
        var sound = scene.inRoom()
        for index in fan.indices { sound[2 * speechRate + index] += fan[index] }
        // While it is quiet but for the fan, nobody is speaking.
        var endpointer = Endpointer()
        _ = endpointer.take(Array(sound.prefix(12 * speechRate)))
        #expect(!endpointer.isSpeaking)
        let late = Self.segments(sound).filter { $0.start > 10 }
        Self.expect(late, at: scene.places, tolerance: 0.15, "in the noise of a fan")
    }

    @Test("a stretch cut off by the end of the sound is returned once")
    func cutOff() throws {
        let scene = try Scene.saying(["O"], after: 0)
        var endpointer = Endpointer()
        let early = endpointer.take(scene.inRoom())
        #expect(early.isEmpty)
        #expect(endpointer.isSpeaking)
        let ended = endpointer.finish()
        let last = try #require(ended)
        Self.expect([last], at: scene.places, tolerance: 0.12, "cut off")
        #expect(last.end <= scene.time)
        let again = endpointer.finish()
        #expect(again == nil)
    }

    @Test("after a reset no earlier sound returns")
    func reset() throws {
        let word = try Scene.saying(["seven"], before: 1, after: 0)
        let half = word.inRoom().dropLast(3_000)
        var endpointer = Endpointer()
        let early = endpointer.take(Array(half))
        #expect(early.isEmpty)
        #expect(endpointer.isSpeaking)
        endpointer.reset()
        #expect(!endpointer.isSpeaking)
        let lost = endpointer.time
        let rest = try Scene.saying(["K"], before: 0.05).inRoom()
        let found = endpointer.take(rest) + [endpointer.finish()].compactMap(\.self)
        let segment = try #require(found.first)
        #expect(found.count == 1)
        #expect(segment.start - segment.lead >= lost - 0.03, "to a frame")
    }

    /// All stretches of a sound, with the time at which each was given.
    private func segments(
        _ samples: [Float], piece: Int, isEnough: (SpeechSegment) -> Bool
    ) -> [(segment: SpeechSegment, known: Double)] {
        var endpointer = Endpointer()
        var found: [(segment: SpeechSegment, known: Double)] = []
        let source = PieceSource(samples, size: piece)
        while let chunk = source.read() {
            for segment in endpointer.take(chunk.samples, isEnough: isEnough) {
                found.append((segment, endpointer.time))
            }
        }
        return found
    }

    @Test("a sufficient stretch ends after a short pause, however the sound arrives")
    func enough() throws {
        let sound = try Scene.saying(["C", "D", "K", "O"], by: FliteVoice(.rms), pause: 0.6)
            .inRoom()
        let usual = segments(sound, piece: 160) { _ in false }
        let early = segments(sound, piece: 160) { _ in true }
        #expect(early.count == 4 && usual.count == 4)
        for (early, usual) in zip(early, usual) {
            #expect(early.segment.start == usual.segment.start)
            // Noise is known a little better later.
            #expect(abs(early.segment.end - usual.segment.end) <= 0.02)
            // Sooner by the pause instead of the whole hang.
            #expect(abs(usual.known - early.known - (Endpointer.hang - Endpointer.pause)) < 0.03)
        }
        for piece in [320, 1_000, 4_000] {
            #expect(
                segments(sound, piece: piece) { _ in true }.map(\.segment)
                    == early.map(\.segment), "\(piece)")
        }
    }

    @Test(
        "after an early end the last burst is not a stretch, but the next word is",
        arguments: [320, 1_600])
    func release(piece: Int) throws {
        var scene = Scene()
        scene.pause(0.5)
        let vowel = Tone.sine(220, seconds: 0.3, amplitude: 0.2)
        // The closure of an "aitch" said slowly: longer than the pause, shorter than the hang.
        let closure = 0.17
        var generator = SeededNoise(seed: 4)
        scene.add(vowel)
        let letter = scene.places
        scene.pause(closure)
        scene.add(generator.white(rms: 0.05, count: 1_600))
        scene.pause(1)
        var asked = 0
        let found = segments(scene.inRoom(), piece: piece) { _ in
            asked += 1
            return true
        }
        Self.expect(found.map(\.segment), at: letter, "the burst is dropped")
        #expect(asked == 1)

        scene = Scene()
        scene.pause(0.5)
        scene.add(vowel)
        let between = scene.time
        scene.pause(closure)
        scene.add(vowel)
        scene.pause(1)
        let both = segments(scene.inRoom(), piece: piece) { _ in true }
        Self.expect(
            both.map(\.segment), at: scene.places, "what follows is as long as a letter")
        let second = try #require(both.last).segment
        #expect(second.start - second.lead >= between - 0.03, "none of the first is in it")
    }

    @Test("each pause asks once to end the stretch; if refused, it stays whole")
    func notEnough() throws {
        var scene = Scene()
        scene.pause(0.5)
        let vowel = Tone.sine(220, seconds: 0.2, amplitude: 0.2)
        let gap = [Float](repeating: 0, count: 2_880)  // 180 ms
        scene.add(vowel + gap + vowel + gap + vowel)
        scene.pause(0.5)
        var asked: [Double] = []
        let found = segments(scene.inRoom(), piece: 320) { segment in
            asked.append(segment.end - segment.start)
            return false
        }
        Self.expect(found.map(\.segment), at: scene.places, "whole")
        #expect(asked.count == 3)
        for (length, expected) in zip(asked, [0.2, 0.58, 0.96]) {
            #expect(abs(length - expected) < 0.06)
        }
    }

    @Test("continuous speech longer than any answer is reported, and is not a stretch")
    func tooLongIsTold() throws {
        let letters = Array(repeating: ["K", "O", "R", "N"], count: 10).flatMap(\.self)
        let scene = try Scene.saying(letters, by: FliteVoice(.rms), pause: 0, before: 2, after: 2)
        let spoken = scene.places[0].lowerBound...scene.places[letters.count - 1].upperBound
        try #require(spoken.upperBound - spoken.lowerBound > 9)
        var endpointer = Endpointer()
        #expect(endpointer.take(scene.inRoom()).isEmpty)
        let told = endpointer.takeTooLong()
        try #require(told.count == 1)
        #expect(abs(told[0].lowerBound - spoken.lowerBound) < 0.2)
        #expect(abs(told[0].upperBound - spoken.upperBound) < 0.3)
        #expect(endpointer.takeTooLong().isEmpty)
    }
}
