#ifndef ALOUD_ALIGNMENT_H
#define ALOUD_ALIGNMENT_H

#include <stdint.h>

#include "picture.h"

// A face that is known is its own ruler: the part around the eyes is laid on how it looked with both
// eyes open. A cover of an eye differs and gets no weight (iteratively reweighted least squares).
// The face is a relief: it may turn, nod and come nearer. Its lengths are in distances between the eyes.

/// Cells of the remembered part of a face: 0.04 of the distance between the eyes each.
enum { FACE_COLUMNS = 53, FACE_ROWS = 31 };
/// Cells cut from a picture: those, and ten more on each side.
enum { PART_MARGIN = 10, PART_CELLS = (FACE_COLUMNS + 20) * (FACE_ROWS + 20) };

/// The pose of a face in a picture: the middle of the eyes, and the vector from the right eye to the left
/// one, in pixels.
typedef struct {
    float x, y, across, down;
    /// The sines of the angles that the face is turned to its left, and nodded down.
    float aside, nod;
} pose;

/// The part of a face around the eyes, without its light, and its slopes.
typedef struct {
    int32_t is_known;
    float values[FACE_ROWS * FACE_COLUMNS];
    float slopes[2][FACE_ROWS * FACE_COLUMNS];
    /// How far the camera was, and the distance between the eyes in the picture, in pixels.
    float distance, apart;
    /// Room for a part of a picture, with its light and without.
    float lit[PART_CELLS], part[PART_CELLS];
} known_face;

/// Remembers a face with both eyes open, seen straight from about this distance.
void remember_face(known_face *face, const picture *in, pose at, float distance);

/// The place in the picture of an eye of a face: side -0.5 for the right one, 0.5 for the left one.
void eye_place(const known_face *face, pose at, float side, float *x, float *y);

/// Lays a remembered face on a picture, from about where it is.
///
/// Returns the part of its better half that agrees, 0 to 1, and its pose: the other eye may be covered.
float align_face(known_face *face, const picture *in, pose *at);

#endif
