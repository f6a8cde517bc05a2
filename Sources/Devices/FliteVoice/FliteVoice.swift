package import Acuity
internal import Audio
internal import CFlite
internal import Glibc
internal import Synchronization

/// A synthetic voice (CMU flite, http://cmuflite.org). May be used from any thread; calls wait
/// for one another, since flite itself is not thread-safe.
package struct FliteVoice: Sendable {
    /// The voices that Debian has of it. Three are made from recordings of people by statistical
    /// models; kal16 joins recorded pairs of sounds and is the least natural.
    package enum Name: String, CaseIterable, Sendable {
        /// A woman, United States.
        case slt
        /// A man, Scotland.
        case awb
        /// A man, United States.
        case rms
        /// A man, United States.
        case kal16
    }

    /// The sample rate of every voice here, Hz.
    package static let sampleRate = 16_000

    /// The voice's parameter for slowness. flite keeps the pointer to a parameter's name instead
    /// of a copy, so the characters must live as long as the process, as a literal's do.
    private static var durationStretch: UnsafePointer<CChar> {
        let name: StaticString = "duration_stretch"
        return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// The voice's name.
    package let name: Name
    /// The speaking rate: 1 as recorded, 2 twice as fast.
    package let rate: Double

    /// A voice at a rate relative to its own.
    ///
    /// - Parameter rate: more than 0; kept within 0.25…4, where speech can be followed.
    package init(_ name: Name = .slt, rate: Double = 1) {
        self.name = name
        self.rate = min(max(rate, 0.25), 4)
    }

    /// The sound of a text: mono, 16,000 samples a second, -1…1; the same each time.
    ///
    /// Letters in a text are read as in a sentence: "A" may come out as the article. Write
    /// `FliteVoice.spelling(of:)` for a letter's name, and commas between letters for pauses.
    ///
    /// The corresponding C function is `flite_text_to_wave`.
    package func say(_ text: String) throws(FliteError) -> [Float] {
        let stretch = Float(1 / rate)
        let sound = flite.withLock { library -> (samples: [Float], rate: Int)? in
            guard let voice = library.voice(name) else { return nil }
            flite_feat_set_float(voice.pointee.features, Self.durationStretch, stretch)
            // The statistical voices excite their filter with noise from rand(); nothing else in
            // the program uses it, so a fixed seed makes the same text the same sound each time.
            srand(1)
            guard let wave = flite_text_to_wave(text, voice) else { return nil }
            defer { delete_wave(wave) }
            let samples = UnsafeBufferPointer(
                start: wave.pointee.samples, count: Int(wave.pointee.num_samples))
            return (samples.map { Float($0) / 32768 }, Int(wave.pointee.sample_rate))
        }
        guard let sound else { throw .voiceMissing(name) }
        guard sound.rate == Self.sampleRate else { throw .sampleRate(name, found: sound.rate) }
        guard !sound.samples.isEmpty else { throw .nothingToSay }
        return sound.samples
    }

    /// The sound of a letter's name.
    package func say(_ letter: Letter) throws(FliteError) -> [Float] {
        try say(Self.spelling(of: letter))
    }

    /// The text that flite reads as the letter's name, alone or in a sentence.
    ///
    /// The capital will do for all but A, which is the article in the middle of a sentence.
    package static func spelling(of letter: Letter) -> String {
        letter == .a ? "ay" : String(letter.rawValue)
    }
}

extension FliteVoice: Speaking {
    /// The sound of a text, at a rate relative to this voice's own; the product is kept within
    /// 0.25…4.
    ///
    /// - Throws: `FliteError`.
    package func say(_ text: String, rate: Double) throws -> [Float] {
        try FliteVoice(name, rate: self.rate * rate).say(text)
    }
}

/// An error of a voice.
package enum FliteError: Error, Equatable, CustomStringConvertible {
    /// The text has nothing in it that can be said.
    case nothingToSay
    /// flite could not set the voice up.
    case voiceMissing(FliteVoice.Name)
    /// The installed voice is not the one that the headers describe. Rate in Hz.
    case sampleRate(FliteVoice.Name, found: Int)

    package var description: String {
        switch self {
        case .nothingToSay:
            "the text given to the synthetic voice holds nothing to say; give it a word"
        case .voiceMissing(let name):
            "flite has no voice \(name.rawValue); install Debian's libflite1"
        case .sampleRate(let name, let found):
            "flite's voice \(name.rawValue) speaks at \(found) Hz where"
                + " \(FliteVoice.sampleRate) Hz is needed; install Debian's own libflite1"
        }
    }
}
