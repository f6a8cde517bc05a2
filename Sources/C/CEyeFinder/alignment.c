#include "alignment.h"

#include "limits.h"

enum { MARGIN = PART_MARGIN, COLUMNS = FACE_COLUMNS + 2 * MARGIN, ROWS = FACE_ROWS + 2 * MARGIN };
/// The middle of the eyes, in cells from the upper left corner of the remembered part.
static const float middle_column = (FACE_COLUMNS - 1) / 2.0f, middle_row = 16;
static float root(float x) { return __builtin_sqrtf(x); }

/// Cuts the part of a picture around the eyes.
static void cut_part(const picture *in, pose at, float *values) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float u = ((float)(j - MARGIN) - middle_column) * cell_side;
            float v = ((float)(i - MARGIN) - middle_row) * cell_side;
            values[i * COLUMNS + j] = grey_cell(
                in, at.x + u * at.across - v * at.down, at.y + u * at.down + v * at.across,
                cell_side * at.across, cell_side * at.down);
        }
}

/// Takes the light away: the mean around each cell, and the contrast there.
static void even_out(const float *plain, float *values) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0, squares = 0, count = 0;
            for (int y = i - LIGHT_REACH; y <= i + LIGHT_REACH; y++)
                for (int x = j - LIGHT_REACH; x <= j + LIGHT_REACH; x++) {
                    if (y < 0 || x < 0 || y >= ROWS || x >= COLUMNS) continue;
                    float value = plain[y * COLUMNS + x];
                    sum += value;
                    squares += value * value;
                    count++;
                }
            float mean = sum / count, variance = squares / count - mean * mean;
            float spread = root((variance > 0 ? variance : 0) + least_contrast * least_contrast);
            values[i * COLUMNS + j] = (plain[i * COLUMNS + j] - mean) / spread;
        }
}

void remember_face(known_face *face, const picture *in, pose at) {
    float *part = face->part;
    cut_part(in, at, face->lit);
    even_out(face->lit, part);
    for (int i = 0; i < FACE_ROWS; i++)
        for (int j = 0; j < FACE_COLUMNS; j++) {
            int from = (i + MARGIN) * COLUMNS + j + MARGIN, to = i * FACE_COLUMNS + j;
            face->values[to] = part[from];
            face->slopes[0][to] = (part[from + 1] - part[from - 1]) / 2;
            face->slopes[1][to] = (part[from + COLUMNS] - part[from - COLUMNS]) / 2;
        }
    face->is_known = 1;
}

/// The value at a place between cells; 0 outside.
static float value_at(const float *part, float x, float y, int *is_inside) {
    *is_inside = x >= 0 && y >= 0 && x < COLUMNS - 1 && y < ROWS - 1;
    if (!*is_inside) return 0;
    int j = (int)x, i = (int)y;
    float right = x - (float)j, below = y - (float)i;
    const float *at = part + i * COLUMNS + j;
    return (at[0] * (1 - right) + at[1] * right) * (1 - below)
           + (at[COLUMNS] * (1 - right) + at[COLUMNS + 1] * right) * below;
}

/// Solves four equations, which are symmetric; 0 if they have no single solution.
static int solve(float m[4][5]) {
    for (int i = 0; i < 4; i++) {
        if (!(m[i][i] > 1e-6f)) return 0;
        for (int k = 0; k < 4; k++) {
            if (k == i) continue;
            float f = m[k][i] / m[i][i];
            for (int j = i; j < 5; j++) m[k][j] -= f * m[i][j];
        }
    }
    for (int i = 0; i < 4; i++) m[i][4] /= m[i][i];
    return 1;
}

float align_face(known_face *face, const picture *in, pose *at) {
    float *part = face->part;
    cut_part(in, *at, face->lit);
    even_out(face->lit, part);
    // The map from the remembered face to the part, both in cells from the middle of the eyes.
    float a = 1, b = 0, x = 0, y = 0, agreeing = 0;
    for (int look = 0; look < LOOKS; look++) {
        float share = (float)look / (float)(LOOKS - 1);
        float limit = first_limit + share * (last_limit - first_limit);
        float m[4][5] = {{0}};
        agreeing = 0;
        for (int i = 0; i < FACE_ROWS; i++)
            for (int j = 0; j < FACE_COLUMNS; j++) {
                float u = (float)j - middle_column, v = (float)i - middle_row;
                int is_inside;
                float value = value_at(
                    part, a * u - b * v + x + middle_column + MARGIN,
                    b * u + a * v + y + middle_row + MARGIN, &is_inside);
                if (!is_inside) continue;
                int cell = i * FACE_COLUMNS + j;
                float off = value - face->values[cell];
                float weight = limit * limit / (limit * limit + off * off);
                weight *= weight;
                agreeing += weight;
                float sx = face->slopes[0][cell], sy = face->slopes[1][cell];
                float slopes[4] = {sx * u + sy * v, sy * u - sx * v, sx, sy};
                for (int k = 0; k < 4; k++) {
                    for (int l = 0; l < 4; l++) m[k][l] += weight * slopes[k] * slopes[l];
                    m[k][4] += weight * slopes[k] * off;
                }
            }
        agreeing /= FACE_ROWS * FACE_COLUMNS;
        if (!solve(m)) return 0;
        // The remembered face would have to move by this; the map moves the other way.
        float da = 1 + m[0][4], db = m[1][4], size = da * da + db * db;
        float na = (a * da + b * db) / size, nb = (b * da - a * db) / size;
        x -= na * m[2][4] - nb * m[3][4];
        y -= nb * m[2][4] + na * m[3][4];
        a = na;
        b = nb;
        if (!(a > 1 / most_change && a < most_change)) return 0;
    }
    pose moved = {
        at->x + cell_side * (x * at->across - y * at->down), at->y + cell_side * (x * at->down + y * at->across),
        a * at->across - b * at->down, b * at->across + a * at->down,
    };
    *at = moved;
    return agreeing;
}
