#include "picture.h"

/// The most samples that are averaged along one side of a point.
enum { MOST_SAMPLES = 4 };

static int between(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

/// Adds the colour at a place between pixels.
static void sample(const picture *from, float x, float y, float *sums) {
    int column = (int)__builtin_floorf(x), row = (int)__builtin_floorf(y);
    if (column < -1 || row < -1 || column >= from->width || row >= from->height) return;
    float right = x - (float)column, below = y - (float)row;
    int left = between(column, 0, from->width - 1), next = between(column + 1, 0, from->width - 1);
    int top = between(row, 0, from->height - 1), bottom = between(row + 1, 0, from->height - 1);
    const uint8_t *a = from->rgba + 4 * (top * from->width + left);
    const uint8_t *b = from->rgba + 4 * (top * from->width + next);
    const uint8_t *c = from->rgba + 4 * (bottom * from->width + left);
    const uint8_t *d = from->rgba + 4 * (bottom * from->width + next);
    float wa = (1 - right) * (1 - below), wb = right * (1 - below), wc = (1 - right) * below,
          wd = right * below;
    for (int k = 0; k < 3; k++)
        sums[k] += (float)a[k] * wa + (float)b[k] * wb + (float)c[k] * wc + (float)d[k] * wd;
}

void cut_square(
    const picture *from, square part, int size, float scale, float offset, int is_mirrored,
    float *values) {
    float step = part.side / (float)size;
    float left = part.x - part.side / 2, top = part.y - part.side / 2;
    int samples = between((int)(step + 0.5f), 1, MOST_SAMPLES);
    float gain = scale / (float)(samples * samples);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            float sums[3] = {0, 0, 0};
            for (int u = 0; u < samples; u++)
                for (int v = 0; v < samples; v++) {
                    float x = left + ((float)j + ((float)v + 0.5f) / (float)samples) * step - 0.5f;
                    float y = top + ((float)i + ((float)u + 0.5f) / (float)samples) * step - 0.5f;
                    sample(from, x, y, sums);
                }
            float *to = values + 3 * (i * size + (is_mirrored ? size - 1 - j : j));
            for (int k = 0; k < 3; k++) to[k] = sums[k] * gain + offset;
        }
}

float grey_cell(const picture *from, float x, float y, float across, float down) {
    float side = __builtin_sqrtf(across * across + down * down);
    int samples = between((int)(side + 0.5f), 1, MOST_SAMPLES);
    float sums[3] = {0, 0, 0};
    for (int i = 0; i < samples; i++)
        for (int j = 0; j < samples; j++) {
            float u = ((float)j + 0.5f) / (float)samples - 0.5f;
            float v = ((float)i + 0.5f) / (float)samples - 0.5f;
            sample(from, x + u * across - v * down - 0.5f, y + u * down + v * across - 0.5f, sums);
        }
    return (sums[0] + sums[1] + sums[2]) / (float)(3 * samples * samples);
}
