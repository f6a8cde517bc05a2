package import Audio
package import HTTP
package import PhoneticMapping
package import Recognition
package import SimulatedPatient

/// The real parts that verbs work with, as factories; chosen only by the module RealInstruments.
package struct Instruments: Sendable {
    /// Opens a microphone by its ALSA name, nil for the system's default. The channel is counted
    /// from 1; nil for the mean of all channels.
    package var microphone:
        @Sendable (_ device: String?, _ channel: Int?) throws -> any LiveAudioSource
    /// The connected microphones.
    package var devices: @Sendable () -> [ListedDevice]
    /// The advice if there is no microphone.
    package var adviceForNoDevice: @Sendable () -> String
    /// Opens a recording by its path. The channel is counted from 1; nil for the mean of all
    /// channels.
    package var recording: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// Makes the resamplers of recordings that are varied.
    package var resampler: ResamplerFactory
    /// The length of a recording by its header, seconds; nil if it is unknown.
    package var recordingSeconds: @Sendable (_ path: String) -> Double?
    /// Opens the speech encoder and the search.
    package var engines: ListenerFactory.Engines
    /// Guesses the sound of a word that is in no dictionary.
    package var pronouncer: any Pronouncing
    /// Makes a microphone that hears the program's own speech.
    package var virtualMicrophone: @Sendable () throws -> SoundLoop
    /// The voice of a simulated patient.
    package var voice: @Sendable (PatientVoice.Name) -> any Speaking
    /// A loudspeaker by its ALSA name; nil for the system's default.
    package var loudspeaker: @Sendable (_ device: String?) -> any Loudspeaker
    /// The nets that find the eyes in a camera's picture, for the pages.
    package var eyeNets: @Sendable () -> [UInt8]
    /// The programs that use the microphones of a device, by its ALSA name.
    package var microphoneHolders: @Sendable (_ device: String) -> [String]
    /// Starts a server of pages.
    package var webServer: @Sendable (ServerSettings, any Responder) throws -> any RunningServer

    /// Sets each property from the parameter of its name.
    package init(
        microphone:
            @escaping @Sendable (_ device: String?, _ channel: Int?) throws -> any LiveAudioSource,
        devices: @escaping @Sendable () -> [ListedDevice],
        adviceForNoDevice: @escaping @Sendable () -> String,
        recording: @escaping @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource,
        resampler: @escaping ResamplerFactory,
        recordingSeconds: @escaping @Sendable (_ path: String) -> Double?,
        engines: ListenerFactory.Engines,
        pronouncer: any Pronouncing,
        virtualMicrophone: @escaping @Sendable () throws -> SoundLoop,
        voice: @escaping @Sendable (PatientVoice.Name) -> any Speaking,
        loudspeaker: @escaping @Sendable (_ device: String?) -> any Loudspeaker,
        eyeNets: @escaping @Sendable () -> [UInt8],
        microphoneHolders: @escaping @Sendable (_ device: String) -> [String] = { _ in [] },
        webServer: @escaping @Sendable (ServerSettings, any Responder) throws -> any RunningServer
    ) {
        self.microphone = microphone
        self.devices = devices
        self.adviceForNoDevice = adviceForNoDevice
        self.recording = recording
        self.resampler = resampler
        self.recordingSeconds = recordingSeconds
        self.engines = engines
        self.pronouncer = pronouncer
        self.virtualMicrophone = virtualMicrophone
        self.voice = voice
        self.loudspeaker = loudspeaker
        self.eyeNets = eyeNets
        self.microphoneHolders = microphoneHolders
        self.webServer = webServer
    }
}

extension Instruments {
    /// The advice if there is no microphone at all; nil if there is one, or if a device was named,
    /// because the name may be wrong.
    package func adviceWithoutMicrophone(named device: String?) -> String? {
        device == nil && devices().isEmpty ? adviceForNoDevice() : nil
    }
}
