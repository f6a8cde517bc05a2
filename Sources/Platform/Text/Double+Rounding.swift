extension Double {
    /// To three digits after the point: confidences are told apart no further.
    package var toThousandths: Double { (self * 1000).rounded() / 1000 }
}
