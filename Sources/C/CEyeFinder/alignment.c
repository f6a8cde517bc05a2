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

/// How far a point of a face lies before the pupils: a round head with a nose.
static float relief(float u, float v) {
    float squared = u * u, x = u / nose_width;
    // e^-x^2 as (1 - x^2 / 16)^16.
    float nose = 1 - x * x / 16;
    nose = nose > 0 ? nose : 0;
    for (int i = 0; i < 4; i++) nose *= nose;
    return head[0] + head[1] * squared * squared + head[2] * squared * v + head[3] * v + head[4] * v * v
           + nose * (head[5] + head[6] * v + head[7] * v * v);
}

void remember_face(known_face *face, const picture *in, pose at, float distance) {
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
    face->apart = root(at.across * at.across + at.down * at.down);
    face->distance = distance;
    face->is_known = 1;
}

/// A view of a remembered face: the sines and cosines of its turn, and one over its distance.
typedef struct {
    float aside, nod, straight, level, near;
} view;

static view view_of(float aside, float nod, float near) {
    view made = {aside, nod, root(1 - aside * aside), root(1 - nod * nod), near};
    return made;
}

/// The place of a point of the relief in a view; `deep` is how far it lies before the pupils.
static void seen(view from, float across, float down, float deep, float *x, float *y) {
    float before = deep * from.straight * from.level - across * from.aside - down * from.nod;
    float larger = 1 / (1 - before * from.near);
    *x = (across * from.straight + deep * from.aside) * larger;
    *y = (down * from.level + deep * from.nod) * larger;
}

void eye_place(const known_face *face, pose at, float side, float *x, float *y) {
    float apart = root(at.across * at.across + at.down * at.down), u, v;
    seen(view_of(at.aside, at.nod, apart / (face->apart * face->distance)), side, 0, 0, &u, &v);
    *x = at.x + u * at.across - v * at.down;
    *y = at.y + u * at.down + v * at.across;
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

enum { UNKNOWNS = 6 };

/// Solves the equations, which are symmetric; 0 if they have no single solution.
static int solve(float m[UNKNOWNS][UNKNOWNS + 1]) {
    for (int i = 0; i < UNKNOWNS; i++) {
        if (!(m[i][i] > 1e-6f)) return 0;
        for (int k = 0; k < UNKNOWNS; k++) {
            if (k == i) continue;
            float f = m[k][i] / m[i][i];
            for (int j = i; j <= UNKNOWNS; j++) m[k][j] -= f * m[i][j];
        }
    }
    for (int i = 0; i < UNKNOWNS; i++) m[i][UNKNOWNS] /= m[i][i];
    return 1;
}

static float within(float value, float most) {
    return value < -most ? -most : value > most ? most : value;
}

float align_face(known_face *face, const picture *in, pose *at) {
    float *part = face->part;
    cut_part(in, *at, face->lit);
    even_out(face->lit, part);
    float began = root(at->across * at->across + at->down * at->down) / face->apart;
    // The map from the remembered face to the part, both in cells from the middle of the eyes.
    float a = 1, b = 0, x = 0, y = 0, aside = at->aside, nod = at->nod, agreeing[2];
    for (int look = 0; look < LOOKS; look++) {
        float share = (float)look / (float)(LOOKS - 1);
        float limit = first_limit + share * (last_limit - first_limit);
        float m[UNKNOWNS][UNKNOWNS + 1] = {{0}};
        view from = view_of(aside, nod, began * root(a * a + b * b) / face->distance);
        agreeing[0] = agreeing[1] = 0;
        for (int i = 0; i < FACE_ROWS; i++)
            for (int j = 0; j < FACE_COLUMNS; j++) {
                float u = (float)j - middle_column, v = (float)i - middle_row, su, sv;
                float deep = relief(u * cell_side, v * cell_side), far = 1 - deep / face->distance;
                seen(from, u * cell_side * far, v * cell_side * far, deep, &su, &sv);
                su /= cell_side;
                sv /= cell_side;
                int is_inside;
                float value = value_at(
                    part, a * su - b * sv + x + middle_column + MARGIN,
                    b * su + a * sv + y + middle_row + MARGIN, &is_inside);
                if (!is_inside) continue;
                int cell = i * FACE_COLUMNS + j;
                float off = value - face->values[cell];
                float weight = limit * limit / (limit * limit + off * off);
                weight *= weight;
                agreeing[u < 0 ? 0 : 1] += weight;
                float sx = face->slopes[0][cell], sy = face->slopes[1][cell], cells = deep / cell_side;
                float slopes[UNKNOWNS] = {
                    sx * u + sy * v, sy * u - sx * v, sx, sy, sx * cells, sy * cells};
                for (int k = 0; k < UNKNOWNS; k++) {
                    for (int l = 0; l < UNKNOWNS; l++) m[k][l] += weight * slopes[k] * slopes[l];
                    m[k][UNKNOWNS] += weight * slopes[k] * off;
                }
            }
        // A face is straight unless much of it says otherwise.
        for (int k = 4; k < UNKNOWNS; k++) {
            m[k][k] += straightness;
            m[k][UNKNOWNS] += straightness * (k == 4 ? aside : nod);
        }
        if (!solve(m)) return 0;
        // The remembered face would have to move by this; the map moves the other way.
        float da = 1 + m[0][UNKNOWNS], db = m[1][UNKNOWNS], size = da * da + db * db;
        float na = (a * da + b * db) / size, nb = (b * da - a * db) / size;
        x -= na * m[2][UNKNOWNS] - nb * m[3][UNKNOWNS];
        y -= nb * m[2][UNKNOWNS] + na * m[3][UNKNOWNS];
        a = na;
        b = nb;
        aside = within(aside - m[4][UNKNOWNS], most_turned);
        nod = within(nod - m[5][UNKNOWNS], most_turned);
        if (!(a > 1 / most_change && a < most_change)) return 0;
    }
    pose moved = {
        at->x + cell_side * (x * at->across - y * at->down),
        at->y + cell_side * (x * at->down + y * at->across),
        a * at->across - b * at->down, b * at->across + a * at->down, aside, nod,
    };
    *at = moved;
    float better = agreeing[0] > agreeing[1] ? agreeing[0] : agreeing[1];
    return 2 * better / (FACE_ROWS * FACE_COLUMNS);
}
