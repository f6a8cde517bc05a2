/// A sound on a canvas: one row a frame, one column a mel bin, of those frames that are of the
/// sound.
struct Canvas {
    /// Which frames of the canvas those are. All others are silence.
    let heard: Range<Int>
    let values: Matrix
}
