internal import ALSACapture
internal import Audio
internal import Exam
internal import EyeFinder
internal import FliteVoice
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import SimulatedPatient
internal import SoundFiles
internal import SpeechEncoder
internal import SphinxRecognizer
internal import Synchronization
internal import TestPages
internal import WebServer

/// The real parts that verbs work with, as factories; chosen by the executable alone.
struct Instruments: Sendable {
    /// Opens a microphone by its ALSA name, nil for the system's default; of its channels one,
    /// counted from 1, or nil for their mean.
    var microphone: @Sendable (_ device: String?, _ channel: Int?) throws -> any LiveAudioSource
    /// The microphones that there are.
    var devices: @Sendable () -> [ListedDevice]
    /// The advice where there is none.
    var adviceForNoDevice: @Sendable () -> String
    /// Opens a recording by its path; of its channels one, counted from 1, or nil for their mean.
    var recording: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// The length of a recording by its header, seconds; nil if it is unknown.
    var recordingSeconds: @Sendable (_ path: String) -> Double?
    /// Opens the speech encoder and the search.
    var engines: ListenerFactory.Engines
    /// Guesses how a word sounds that no dictionary has.
    var pronouncer: any Pronouncing
    /// Makes a microphone that hears the program's own speech.
    var virtualMicrophone: @Sendable () throws -> SoundLoop
    /// The voice of a simulated patient.
    var voice: @Sendable (PatientVoice.Name) -> any Speaking
    /// A loudspeaker by its ALSA name; nil for the system's default.
    var loudspeaker: @Sendable (_ device: String?) -> any Loudspeaker
    /// The nets that find the eyes in a camera's picture, for the pages.
    var eyeNets: @Sendable () -> [UInt8]
    /// The programs that use the microphones of a device, by its ALSA name.
    var microphoneHolders: @Sendable (_ device: String) -> [String] = { _ in [] }
    /// Starts a server of pages.
    var webServer: @Sendable (ServerSettings, any Responder) throws -> any RunningServer
}

extension Instruments {
    /// The parts that an exam works with.
    var ofExam: ExamInstruments {
        ExamInstruments(
            microphone: microphone,
            adviceWithoutMicrophone: { adviceWithoutMicrophone(named: $0) },
            recording: recording, engines: engines, pronouncer: pronouncer,
            loudspeaker: loudspeaker, eyeNets: eyeNets, webServer: webServer)
    }
}

extension Instruments {
    /// ALSA, libsndfile, soxr, oneDNN, PocketSphinx and flite.
    ///
    /// - Parameter stop: ends the wait for the first sound of a pipe.
    static func real(until stop: StopRequest) -> Instruments {
        /// The recordings whose notes were shown, since a test opens one twice.
        let noted = Mutex<Set<String>>([])
        @Sendable func say(_ words: String) {
            try? FileHandle.standardError.write(contentsOf: Data((words + "\n").utf8))
        }
        return Instruments(
            microphone: { name, channel in
                let device = CaptureDevice(
                    name ?? CaptureDevice.systemDefault.name, channel: channel)
                return try ALSACapture(device) {
                    try SoxrResampler(from: $0, to: $1)
                }
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
            recordingSeconds: { SoundLength.seconds(of: $0) },
            engines: ListenerFactory.Engines(
                kernel: SpeechEncoder.kernel,
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
            eyeNets: { EyeFinder.nets },
            microphoneHolders: { CaptureHolders().names(of: $0) },
            webServer: { try HTTPServer($0, responder: $1) })
    }
}

// Declared here because the files module does not depend on the recognition module.
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
