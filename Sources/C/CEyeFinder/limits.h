#ifndef ALOUD_LIMITS_H
#define ALOUD_LIMITS_H

// All numbers of the eye finder that were set by hand. docs/distance.md says how they were chosen.

/// The certainty from which a face counts: when it is looked for; when its place is known; when it was lost
/// and is the remembered one.
static const float least_new = 0.83f, least_known = 0.5f, least_again = 0.6f;
/// The pictures for which a lost face has its place kept.
enum { PICTURES_KEPT = 5 };
/// A face is the one from before if it lies at most this far from there, in widths of its box, and is at
/// most this many times larger or smaller.
static const float moved_by = 0.6f, grown_by = 1.4f;
/// Overlap from which two boxes are the same face.
static const float same_face = 0.3f;
/// The square around a face, in widths of its box.
static const float around_face = 2.0f;
/// The square around an eye for its iris, and for its look, in distances between the eyes.
static const float around_eye = 1.06f, around_look = 0.6f;
/// An iris lies at most this far from BlazeFace's point of its eye, in distances between the eyes.
static const float iris_off = 0.2f;
/// A nose lies at most this far from the middle of the eyes, and at least this far below them, in
/// distances between the eyes.
static const float nose_aside = 0.6f, nose_below = 0.2f;
/// Parts of the picture searched in one call, and their sides, as fractions of the picture's height.
enum { PARTS_PER_CALL = 6 };
static const float part_sides[] = {0.5f, 0.3f};

/// The side of a cell of a remembered face, in distances between the eyes.
static const float cell_side = 0.04f;
/// Cells to each side over which the light is evened out.
enum { LIGHT_REACH = 6 };
/// The least contrast that counts as a pattern, in grey levels.
static const float least_contrast = 3;
/// Times that a face is laid on a picture, and the differences, in local contrasts, up to which a cell
/// counts as the same: the first time and the last.
enum { LOOKS = 14 };
static const float first_limit = 2, last_limit = 0.4f;
/// The largest change of size from where a face is looked for.
static const float most_change = 1.4f;
/// A head before the pupils, in distances between the eyes: polynomials of the place for the head and for
/// the ridge of the nose, which is this wide.
static const float head[8] = {0.146f, -0.574f, 0.17f, -0.058f, 0.153f, 0.179f, 0.508f, 0.539f};
static const float nose_width = 0.2f;
/// The tip of the nose before the pupils, in distances between the eyes.
static const float nose_deep = 0.6f;
/// The largest sine of an angle that a face is turned or nodded, and how firmly it is held
/// straight.
static const float most_turned = 0.35f, straightness = 20;
/// The focal length of a camera that did not say, in longer sides of its picture.
static const float usual_focal = 0.8f;
/// The part of the better half of a remembered face that has to agree with the picture, and the part from
/// which no better place is looked for.
static const float least_agreeing = 0.55f, good_agreeing = 0.8f;
/// An eye that looks like the remembered one to this degree is open; without the rest of the face, it is
/// the same person's.
static const float least_open = 0.5f, least_own = 0.7f;
/// The irises hold if they are at most this far from where the remembered face has them, in distances
/// between the eyes.
static const float iris_moved = 0.06f;

#endif
