/// How much of a stretch of sound is voiced: whether it swings at the pitch of a voice.
///
/// Every letter's name holds a vowel, and so a tenth of a second of voice; a door, a cough, a tap
/// and breath hold next to none. The measure is the normalised autocorrelation at the lags of a
/// voice's pitch (Boersma, IFA Proceedings 17, 1993, without its correction for the window),
/// between lags by a parabola through three of them.
public enum Voicing {
    /// The pitch of voices, Hz: deep men to children.
    static let pitch = 70.0...450.0
    /// From this correlation on a frame is voiced. Noise stays under 0.5 with this window.
    static let voiced: Float = 0.6
    /// The sound is taken at a quarter of its rate: voices keep their pitch, hiss is gone.
    static let decimation = 4
    /// Each sample is the mean of so many: what lies over 1 kHz is weakened by 8 dB and more. The
    /// first formant of an open vowel would be stronger than the pitch, and falls between two lags.
    static let smoothing = 12
    /// The length of a frame, seconds: two periods of the deepest voice.
    static let window = 0.03
    /// How far under the loudest frame a frame may be, as a ratio of power: 30 dB.
    static let quietest: Float = 0.001

    /// How many seconds of a sound are voiced.
    ///
    /// - Parameter samples: mono at 16,000 Hz. Not a number counts as silence.
    public static func seconds(of samples: [Float]) -> Double {
        let slow = decimated(samples)
        let rate = Double(speechRate / decimation)
        let size = Int(window * rate)
        let step = Int(0.01 * rate)
        let lags = Int(rate / pitch.upperBound)...Int(rate / pitch.lowerBound)
        let starts = Array(stride(from: 0, to: slow.count - size - lags.upperBound, by: step))
        let powers = starts.map { start in
            slow[start..<start + size].reduce(0) { $0 + $1 * $1 }
        }
        guard let loudest = powers.max(), loudest > 0 else { return 0 }
        // Pitch moves little from frame to frame: the lag that was found last is tried first.
        var lag = lags.lowerBound
        var count = 0
        for (start, power) in zip(starts, powers) where power > loudest * quietest {
            func correlation(_ lag: Int) -> Float {
                self.correlation(slow, at: start, size: size, power: power, lag: lag)
            }
            guard let found = correlation(lag) >= voiced ? lag : voicedLag(of: lags, correlation)
            else { continue }
            lag = found
            count += 1
        }
        return Double(count) * 0.01
    }

    /// The first lag at which, or just before which, a frame is like what follows it; nil if at
    /// none.
    private static func voicedLag(of lags: ClosedRange<Int>, _ correlation: (Int) -> Float) -> Int?
    {
        var last: Float = 0
        var beforeLast: Float = 0
        return lags.first { lag in
            let now = correlation(lag)
            defer { (beforeLast, last) = (last, now) }
            return now >= voiced || peak(beforeLast, last, now) >= voiced
        }
    }

    /// The height of the parabola through three correlations side by side; 0 where the middle one
    /// is not the greatest.
    private static func peak(_ left: Float, _ middle: Float, _ right: Float) -> Float {
        guard middle > left, middle >= right else { return 0 }
        let slope = left - right
        return middle - slope * slope / (8 * (left - 2 * middle + right))
    }

    /// Every fourth of the means over twelve: enough of a low-pass for telling pitch.
    private static func decimated(_ samples: [Float]) -> [Float] {
        let clean = samples.map { $0.isFinite ? $0 : 0 }
        let slow = stride(from: 0, to: clean.count - smoothing + 1, by: decimation).map { start in
            var sum: Float = 0
            for index in start..<start + smoothing { sum += clean[index] }
            return sum / Float(smoothing)
        }
        let mean = slow.isEmpty ? 0 : slow.reduce(0, +) / Float(slow.count)
        return slow.map { $0 - mean }
    }

    /// The normalised correlation of a frame with what follows it at a lag.
    private static func correlation(
        _ sound: [Float], at start: Int, size: Int, power here: Float, lag: Int
    ) -> Float {
        var product: Float = 0
        var there: Float = 0
        for index in start..<start + size {
            let other = sound[index + lag]
            product += sound[index] * other
            there += other * other
        }
        let power = here * there
        return power > 0 ? product / power.squareRoot() : 0
    }
}
