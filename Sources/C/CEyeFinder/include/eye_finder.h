#ifndef ALOUD_CEYEFINDER_H
#define ALOUD_CEYEFINDER_H

#include <stddef.h>
#include <stdint.h>

// Finds a person's face and eyes in pictures: BlazeFace and MediaPipe's iris net (models/eyes.net).
//
// The pages run it as WebAssembly, the tests natively. It has no state but the memory that it is
// given, and calls nothing.

/// A point of a picture, in pixels from its upper left corner.
typedef struct {
    float x, y;
} aloud_point;

/// The result of one picture.
typedef struct {
    /// Whether a face was found.
    int32_t is_found;
    /// Whether both irises were found; if not, `eyes` are the less exact points of BlazeFace.
    int32_t has_irises;
    /// The certainty of the face, 0 to 1.
    float score;
    /// The centre of the face and the width of its box, in pixels.
    aloud_point face;
    float width;
    /// The centres of the person's right and left eye.
    aloud_point eyes[2];
    /// The distance between them, in pixels.
    float apart;
    /// The distance between the points of BlazeFace, in pixels.
    float points_apart;
    /// How far the tip of the nose lies off the middle of the eyes, along their line, as a fraction of
    /// `apart`: 0 if the face is turned straight to the camera. Of a remembered face, by how far it has
    /// turned since.
    float turned;
    /// How well each eye agrees with the one remembered by `aloud_remember_eyes`, -1 to 1; 2 if none
    /// is remembered.
    float likeness[2];
    /// The size of the face, in times of its size when it was remembered, by the part around the eyes
    /// that is not covered; 0 if that is not known.
    float size;
    /// The part of the better half of the remembered face that is seen again, 0 to 1.
    float agreeing;
    /// How much alike the two eyes are in a mirror, -1 to 1; a covered one is unlike an open one.
    float symmetry;
    /// The measure of the size of the face that holds.
    int32_t measured_by;
    /// Whether there are several faces, and none is where the face was before: then none is found.
    int32_t is_crowd;
    /// The points of BlazeFace: right eye, left eye, nose, mouth, right ear, left ear.
    aloud_point points[6];
} aloud_eyes;

/// Measures of the size of a face: nothing; `points_apart`; `apart` of the irises; `size`.
enum { ALOUD_BY_NOTHING, ALOUD_BY_POINTS, ALOUD_BY_IRISES, ALOUD_BY_FACE };

/// The file models/eyes.net; native only.
const uint8_t *aloud_eye_nets(size_t *size);

/// A finder in the memory of its caller.
typedef struct aloud_finder aloud_finder;

/// The memory that a finder needs, in bytes; 0 if the file is not one of these nets.
size_t aloud_finder_bytes(const uint8_t *file, size_t size);

/// Makes a finder in memory aligned to 16 bytes. The file is not needed afterwards.
aloud_finder *aloud_make_finder(void *memory, const uint8_t *file, size_t size);

/// Looks for the face in a picture of 8-bit RGBA. A face found before is looked for near its place;
/// without one the whole picture is searched, a part of it in each call.
///
/// looks_at_irises: 0 for the points of BlazeFace alone, which takes a third of the time.
void aloud_find_eyes(
    aloud_finder *finder, const uint8_t *rgba, int32_t width, int32_t height,
    int32_t looks_at_irises, aloud_eyes *result);

/// Remembers how the eyes of a result look in its picture, both uncovered.
void aloud_remember_eyes(
    aloud_finder *finder, const uint8_t *rgba, int32_t width, int32_t height,
    const aloud_eyes *eyes);

/// Sets the focal length of the camera, in pixels; 0 if it is not known. A remembered face has depth, and
/// how much of it shows depends on its distance.
void aloud_set_focal(aloud_finder *finder, float focal);

/// Forgets the face and the eyes.
void aloud_forget(aloud_finder *finder);

#endif
