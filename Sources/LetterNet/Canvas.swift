/// A sound on a canvas: one row a mel bin, one column a frame, of those frames that are of the sound.
struct Canvas {
    /// Which frames of the canvas those are. All others are silence.
    let heard: Range<Int>
    let values: Matrix
}
