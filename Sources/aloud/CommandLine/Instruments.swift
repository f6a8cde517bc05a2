internal import Audio
internal import Exam
internal import PhoneticMapping
internal import Recognition
internal import SimulatedPatient
internal import TestPages

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
    /// Opens the speech encoder and the search.
    var engines: ListenerFactory.Engines
    /// Guesses how a word sounds that no dictionary has.
    var pronouncer: any Pronouncing
    /// Makes a microphone that hears what the program itself says.
    var virtualMicrophone: @Sendable () throws -> SoundLoop
    /// The voice of a simulated patient.
    var voice: @Sendable (PatientVoice.Name) -> any Speaking
    /// A loudspeaker by its ALSA name; nil for the system's default.
    var loudspeaker: @Sendable (_ device: String?) -> any Loudspeaker
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
            loudspeaker: loudspeaker, webServer: webServer)
    }
}
