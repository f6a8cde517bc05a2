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
    /// Starts a recogniser for a grammar with the acoustic model in a folder.
    public var recognizer:
        @Sendable (_ grammar: ListeningGrammar, _ model: String) throws -> any Recognizing
    /// Starts the classifier that gives a second opinion, from its file of weights.
    public var classifier: @Sendable (_ weights: String) throws -> sending any LetterClassifying
    /// The folder of the acoustic model where none is named.
    public var usualModel: String
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
        recognizer:
            @escaping @Sendable (_ grammar: ListeningGrammar, _ model: String) throws ->
            any Recognizing,
        classifier: @escaping @Sendable (_ weights: String) throws -> sending any LetterClassifying,
        usualModel: String, pronouncer: any Pronouncing,
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
        self.recognizer = recognizer
        self.classifier = classifier
        self.usualModel = usualModel
        self.pronouncer = pronouncer
        self.virtualMicrophone = virtualMicrophone
        self.voice = voice
        self.loudspeaker = loudspeaker
        self.webServer = webServer
    }
}
