internal import ALSACapture
internal import Audio
internal import FliteVoice
public import Recognition
internal import SimulatedPatient
internal import SoundFiles
internal import SpeechEncoder
internal import SphinxRecognizer
internal import WebServer

extension Instruments {
    /// ALSA, libsndfile, soxr, oneDNN, PocketSphinx and flite.
    static let real = Instruments(
        microphone: { name, channel in
            let device = CaptureDevice(
                name ?? CaptureDevice.systemDefault.name, channel: channel)
            return try ALSACapture(device) {
                try SoxrResampler(from: $0, to: $1)
            }
        },
        devices: { ALSADevices.list() },
        adviceForNoDevice: { ALSADevices.adviceForNone },
        recording: { try SoundFileSource($0, channel: $1) },
        engines: ListenerFactory.Engines(
            encoder: { try SpeechEncoder(contentsOf: $0) },
            search: { try TokenSearch(model: $1, grammar: $0, letters: $2) }),
        pronouncer: FlitePronouncer(),
        virtualMicrophone: {
            let microphone = try VirtualMicrophone()
            let capture = try ALSACapture(microphone.device) {
                try SoxrResampler(from: $0, to: $1)
            }
            return SoundLoop(mouth: microphone, ear: capture)
        },
        voice: { FliteVoice($0) },
        loudspeaker: { ALSALoudspeaker($0) },
        webServer: { try HTTPServer($0, responder: $1) })
}

// Here, because files know nothing of listening.
extension SoundFileSource: RecordedSource {}

extension FliteVoice {
    /// The voice that a patient has by this name.
    fileprivate init(_ name: PatientVoice.Name) {
        switch name {
        case .slt: self.init(FliteVoice.Name.slt)
        case .awb: self.init(FliteVoice.Name.awb)
        case .rms: self.init(FliteVoice.Name.rms)
        case .kal16: self.init(FliteVoice.Name.kal16)
        }
    }
}
