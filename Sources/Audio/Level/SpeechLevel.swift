/// From which levels on speech at a microphone is heard well.
public enum SpeechLevel {
    /// Speech whose peak is under this, dB, is too quiet: where the recogniser has raised it to its
    /// peak of 12,000 of 32,768, the rounding of 16 bits (1/sqrt 12 of a step, rms: Bennett, Bell
    /// Syst Tech J 1948) has become noise of more than 30 steps, the most that was tried on letters
    /// and did no harm. 20 log10 (12000 / (sqrt(12) 30) / 32768) = -49.
    public static let quietPeak = -49.0
    /// Speech so far over the noise, dB, is heard nearly as in quiet: babble that was 20 dB under
    /// the letters took 2 of 100 from those heard right.
    public static let goodOverNoise = 20.0
    /// From here down, dB, the room is too loud: babble 10 dB under the letters took 13 of 100,
    /// 5 dB under them 24.
    public static let leastOverNoise = 10.0
}
