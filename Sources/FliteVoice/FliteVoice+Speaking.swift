public import Audio

extension FliteVoice: Speaking {
    /// The sound of a text, at a rate beside this voice's own; the product is kept within 0.25…4.
    ///
    /// - Throws: `FliteError`.
    public func say(_ text: String, rate: Double) throws -> [Float] {
        try FliteVoice(name, rate: self.rate * rate).say(text)
    }
}
