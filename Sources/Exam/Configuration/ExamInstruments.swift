package import Audio
package import CommandLineKit
package import PhoneticMapping
package import Recognition
package import Records
package import TestPages

/// The real parts that an exam works with, as factories.
package struct ExamInstruments: Sendable {
    /// Opens a microphone by its ALSA name, nil for the system's default; of its channels one,
    /// counted from 1, or nil for their mean.
    package var microphone:
        @Sendable (_ device: String?, _ channel: Int?) throws -> any LiveAudioSource
    /// The advice where there is no microphone at all; nil where there is one, or where the device
    /// that was named may be the wrong one.
    package var adviceWithoutMicrophone: @Sendable (_ device: String?) -> String?
    /// Opens a recording by its path; of its channels one, counted from 1, or nil for their mean.
    package var recording: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// Opens the speech encoder and the search.
    package var engines: ListenerFactory.Engines
    /// Guesses how a word sounds that no dictionary has.
    package var pronouncer: any Pronouncing
    /// A loudspeaker by its ALSA name; nil for the system's default.
    package var loudspeaker: @Sendable (_ device: String?) -> any Loudspeaker
    /// Starts a server of pages.
    package var webServer: @Sendable (ServerSettings, any Responder) throws -> any RunningServer

    /// The parameters as the properties of their names.
    package init(
        microphone:
            @escaping @Sendable (_ device: String?, _ channel: Int?) throws ->
            any LiveAudioSource,
        adviceWithoutMicrophone: @escaping @Sendable (_ device: String?) -> String?,
        recording: @escaping @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource,
        engines: ListenerFactory.Engines, pronouncer: any Pronouncing,
        loudspeaker: @escaping @Sendable (_ device: String?) -> any Loudspeaker,
        webServer: @escaping @Sendable (ServerSettings, any Responder) throws -> any RunningServer
    ) {
        self.microphone = microphone
        self.adviceWithoutMicrophone = adviceWithoutMicrophone
        self.recording = recording
        self.engines = engines
        self.pronouncer = pronouncer
        self.loudspeaker = loudspeaker
        self.webServer = webServer
    }
}

extension Console {
    /// Writes one object of JSON Lines to standard output.
    package func emit(_ object: JSONValue) throws(OutputError) {
        try output.write(object.text + "\n")
    }
}
