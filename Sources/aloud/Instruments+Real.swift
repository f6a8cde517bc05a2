internal import ALSACapture
internal import AloudCommands
internal import FliteVoice
internal import SoundFiles
internal import SphinxRecognizer

extension Instruments {
    /// ALSA, libsndfile, soxr, PocketSphinx and flite.
    static let real = Instruments(
        microphone: { name in
            try ALSACapture(name.map { CaptureDevice($0) } ?? .systemDefault) {
                try SoxrResampler(from: $0, to: $1)
            }
        },
        devices: { ALSADevices.list() },
        adviceForNoDevice: { ALSADevices.adviceForNone },
        recording: { try SoundFileSource($0) },
        recognizer: { grammar, model in
            try SphinxRecognizer(SphinxConfiguration(model: model, grammar: grammar))
        },
        usualModel: SphinxConfiguration.debianModel,
        pronouncer: FlitePronouncer(),
        voices: FliteVoice.Name.allCases.map { name in
            SyntheticVoice(name: name.rawValue) { try FliteVoice(name).say($0) }
        })
}
