internal import ALSACapture
internal import Audio
package import Exam
internal import EyeFinder
internal import FliteVoice
internal import Foundation
package import Platform
internal import Recognition
internal import SimulatedPatient
internal import SoundFiles
internal import SpeechEncoder
internal import SphinxRecognizer
internal import Synchronization
internal import TestPages
internal import WebServer

extension Instruments {
    /// ALSA, libsndfile, soxr, oneDNN, PocketSphinx and flite.
    ///
    /// - Parameter stop: ends the wait for the first sound of a pipe.
    package static func real(until stop: StopRequest) -> Instruments {
        /// The recordings whose notes were shown, since a test opens one twice.
        let noted = Mutex<Set<String>>([])
        @Sendable func say(_ words: String) {
            try? FileHandle.standardError.write(contentsOf: Data((words + "\n").utf8))
        }
        let resampler: ResamplerFactory = { try SoxrResampler(from: $0, to: $1) }
        return Instruments(
            microphone: { name, channel in
                let device = CaptureDevice(
                    name ?? CaptureDevice.systemDefault.name, channel: channel)
                return try ALSACapture(device, resampler: resampler)
            },
            devices: { ALSADevices.list() },
            adviceForNoDevice: { ALSADevices.adviceForNone },
            recording: { path, channel in
                var isTold = false
                let source = try SoundFileSource(path, channel: channel) {
                    if !isTold { say("Waiting for sound from \(FileName.shown($0)).") }
                    isTold = true
                    return !stop.isRequested
                }
                if let note = source.note, noted.withLock({ $0.insert(path).inserted }) {
                    say("Note: \(FileName.shown(path)): \(note)")
                }
                return source
            },
            resampler: resampler,
            recordingSeconds: { SoundLength.seconds(of: $0) },
            engines: ListenerFactory.Engines(
                kernel: SpeechEncoder.kernel,
                encoder: { try SpeechEncoder(contentsOf: $0) },
                search: { try TokenSearch(model: $1, grammar: $0, letters: $2) }),
            pronouncer: FlitePronouncer(),
            virtualMicrophone: {
                let microphone = try VirtualMicrophone()
                let capture = try ALSACapture(microphone.device, resampler: resampler)
                return SoundLoop(mouth: microphone, ear: capture)
            },
            voice: { FliteVoice($0) },
            loudspeaker: { ALSALoudspeaker($0) },
            eyeNets: { EyeFinder.nets },
            microphoneHolders: { CaptureHolders().names(of: $0) },
            webServer: { try HTTPServer($0, responder: $1) })
    }
}

// Declared here because the files module does not depend on the recognition module.
extension SoundFileSource: RecordedSource {}

extension FliteVoice {
    /// The patient's voice with this name.
    fileprivate init(_ name: PatientVoice.Name) {
        switch name {
        case .slt: self.init(FliteVoice.Name.slt)
        case .awb: self.init(FliteVoice.Name.awb)
        case .rms: self.init(FliteVoice.Name.rms)
        case .kal16: self.init(FliteVoice.Name.kal16)
        }
    }
}
