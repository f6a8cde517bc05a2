public import Acuity
public import Audio
public import LetterSpeech
public import SimulatedPatient
public import WebDisplay

/// The real parts that verbs work with, as factories; chosen by the executable alone.
public struct Instruments: Sendable {
    /// Opens a microphone by its ALSA name; nil for the system's default.
    public var microphone: @Sendable (_ device: String?) throws -> any LiveAudioSource
    /// The microphones that there are.
    public var devices: @Sendable () -> [ListedDevice]
    /// What to do where there is none.
    public var adviceForNoDevice: @Sendable () -> String
    /// Opens a recording by its path; of its channels one, counted from 1, or nil for their mean.
    public var recording: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// Opens the net that hears, from its file of weights.
    public var encoder: @Sendable (_ weights: String) throws -> sending any SpeechEncoding
    /// Starts a search for the words of a grammar, with the model in a folder; some words name
    /// letters.
    public var search:
        @Sendable (_ grammar: ListeningGrammar, _ model: String, _ letters: [String: Letter]) throws
            -> any WordSearching
    /// Guesses how a word sounds that no dictionary has.
    public var pronouncer: any Pronouncing
    /// Makes a microphone that hears what the program itself says.
    public var virtualMicrophone: @Sendable () throws -> SoundLoop
    /// The voice of a simulated patient.
    public var voice: @Sendable (PatientVoice.Name) -> any Speaking
    /// A loudspeaker by its ALSA name; nil for the system's default.
    public var loudspeaker: @Sendable (_ device: String?) -> any Loudspeaker
    /// Starts a server of pages.
    public var webServer: @Sendable (ServerSettings, any Responder) throws -> any RunningServer

    /// The parameters as the properties of their names. Nothing is opened until a verb asks for it.
    public init(
        microphone: @escaping @Sendable (_ device: String?) throws -> any LiveAudioSource,
        devices: @escaping @Sendable () -> [ListedDevice],
        adviceForNoDevice: @escaping @Sendable () -> String,
        recording:
            @escaping @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource,
        encoder: @escaping @Sendable (_ weights: String) throws -> sending any SpeechEncoding,
        search:
            @escaping @Sendable (
                _ grammar: ListeningGrammar, _ model: String, _ letters: [String: Letter]
            ) throws -> any WordSearching, pronouncer: any Pronouncing,
        virtualMicrophone: @escaping @Sendable () throws -> SoundLoop,
        voice: @escaping @Sendable (PatientVoice.Name) -> any Speaking,
        loudspeaker: @escaping @Sendable (_ device: String?) -> any Loudspeaker,
        webServer:
            @escaping @Sendable (ServerSettings, any Responder) throws -> any RunningServer
    ) {
        self.microphone = microphone
        self.devices = devices
        self.adviceForNoDevice = adviceForNoDevice
        self.recording = recording
        self.encoder = encoder
        self.search = search
        self.pronouncer = pronouncer
        self.virtualMicrophone = virtualMicrophone
        self.voice = voice
        self.loudspeaker = loudspeaker
        self.webServer = webServer
    }
}
