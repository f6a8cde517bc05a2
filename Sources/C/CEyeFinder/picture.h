#ifndef ALOUD_PICTURE_H
#define ALOUD_PICTURE_H

#include <stdint.h>

// A picture, and squares cut out of it.

typedef struct {
    const uint8_t *rgba;
    int32_t width, height;
} picture;

/// A square of a picture by its centre and side, in pixels.
typedef struct {
    float x, y, side;
} square;

/// Writes a square of a picture as size x size x 3 values of scale * byte + offset; black where it
/// leaves the picture. A large square is averaged down.
void cut_square(
    const picture *from, square part, int size, float scale, float offset, int is_mirrored,
    float *values);

/// The mean grey value, 0 to 255, of a square cell about a point; its upper side is (across, down) long.
float grey_cell(const picture *from, float x, float y, float across, float down);

#endif
