public import Audio

extension FliteVoice: Speaking {
    public func say(_ text: String, rate: Double) throws -> [Float] {
        try FliteVoice(name, rate: self.rate * rate).say(text)
    }
}
