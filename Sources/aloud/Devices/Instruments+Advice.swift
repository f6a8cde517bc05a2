extension Instruments {
    /// What to do where there is no microphone at all; nil where a device is named, which may be the wrong
    /// one, and where there are some.
    func adviceWithoutMicrophone(named device: String?) -> String? {
        device == nil && devices().isEmpty ? adviceForNoDevice() : nil
    }
}
