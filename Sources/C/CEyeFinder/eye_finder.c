#include "eye_finder.h"

#include "alignment.h"
#include "limits.h"
#include "net.h"
#include "picture.h"

// BlazeFace (Bazarevsky et al. 2019, https://arxiv.org/abs/1907.05047) and the iris net of MediaPipe
// (Ablavatski et al. 2020, https://arxiv.org/abs/2006.11341).

enum { FACE_SIZE = 128, EYE_SIZE = 64, ANCHORS = 896, POINTS = 6, SIGNATURE = 12 };
enum { RIGHT_EYE, LEFT_EYE, NOSE };

typedef struct {
    float score, x, y, width, height;
    aloud_point points[POINTS];
} face;

struct aloud_finder {
    net faces, irises;
    /// The square to look at first; side 0 if no face is known.
    square known;
    /// The next part of the picture to search; -1 for the whole picture.
    int32_t next_part;
    /// The face as it was found last, the pictures since then, and whether others are in the way.
    face before;
    int32_t missed, is_crowd;
    /// The focal length of the camera, in pixels; 0 if it is not known.
    float focal;
    /// The face with both eyes open.
    known_face remembered;
    float remembered_width, remembered_turned;
    /// The last pose that was found; of length 0 without one.
    pose last;
    float signatures[2][SIGNATURE * SIGNATURE];
    aloud_point anchors[ANCHORS];
    face found[ANCHORS];
};

static const char magic[8] = {'A', 'L', 'O', 'U', 'D', 'E', 'Y', 'E'};

/// Reads the head of the file and its two nets.
static int read_file(
    net *faces, net *irises, const uint8_t *file, size_t size, const uint8_t **weights,
    int32_t *count) {
    if (file == 0 || size < sizeof magic) return 0;
    for (size_t i = 0; i < sizeof magic; i++)
        if (file[i] != (uint8_t)magic[i]) return 0;
    reader at = {file + sizeof magic, file + size};
    if (read_int(&at) != 1 || read_int(&at) != 2) return 0;
    *count = read_int(&at);
    if (*count < 0) return 0;
    if (!read_net(faces, &at, *count) || !read_net(irises, &at, *count)) return 0;
    if ((size_t)(at.end - at.at) != 2 * (size_t)*count) return 0;
    *weights = at.at;
    const tensor *in = &faces->tensor[faces->input], *eye = &irises->tensor[irises->input];
    if (in->height != FACE_SIZE || in->width != FACE_SIZE || in->channels != 3) return 0;
    if (eye->height != EYE_SIZE || eye->width != EYE_SIZE || eye->channels != 3) return 0;
    if (faces->outputs != 2 || irises->outputs != 2) return 0;
    const tensor *boxes = &faces->tensor[faces->output[0]];
    const tensor *scores = &faces->tensor[faces->output[1]];
    const tensor *iris = &irises->tensor[irises->output[1]];
    return boxes->width == ANCHORS && boxes->channels == 16 && scores->width == ANCHORS
           && iris->channels == 15;
}

/// A finder is followed by the floats of its nets.
static size_t head_bytes(void) { return (sizeof(aloud_finder) + 15) & ~(size_t)15; }

/// The tables of the nets take too much room for the stack of WebAssembly.
static net scratch_faces, scratch_irises;

size_t aloud_finder_bytes(const uint8_t *file, size_t size) {
    const uint8_t *weights;
    int32_t count;
    if (!read_file(&scratch_faces, &scratch_irises, file, size, &weights, &count)) return 0;
    size_t floats = net_floats(&scratch_faces) + net_floats(&scratch_irises) + (size_t)count;
    return head_bytes() + floats * sizeof(float);
}

aloud_finder *aloud_make_finder(void *memory, const uint8_t *file, size_t size) {
    aloud_finder *finder = memory;
    const uint8_t *halves;
    int32_t count;
    if (!read_file(&finder->faces, &finder->irises, file, size, &halves, &count)) return 0;
    float *floats = (float *)((uint8_t *)memory + head_bytes());
    float *weights = floats + net_floats(&finder->faces) + net_floats(&finder->irises);
    for (int32_t i = 0; i < count; i++)
        weights[i] = half_value((uint16_t)(halves[2 * i] | halves[2 * i + 1] << 8));
    floats = place_net(&finder->faces, floats, weights);
    place_net(&finder->irises, floats, weights);
    int at = 0;
    const int grids[2][2] = {{16, 2}, {8, 6}};
    for (int g = 0; g < 2; g++)
        for (int y = 0; y < grids[g][0]; y++)
            for (int x = 0; x < grids[g][0]; x++)
                for (int i = 0; i < grids[g][1]; i++) {
                    finder->anchors[at].x = ((float)x + 0.5f) / (float)grids[g][0];
                    finder->anchors[at].y = ((float)y + 0.5f) / (float)grids[g][0];
                    at++;
                }
    finder->focal = 0;
    aloud_forget(finder);
    return finder;
}

void aloud_set_focal(aloud_finder *finder, float focal) { finder->focal = focal; }

void aloud_forget(aloud_finder *finder) {
    finder->known.side = 0;
    finder->next_part = -1;
    finder->remembered.is_known = 0;
    finder->before.score = 0;
    finder->last = (pose){0};
}

/// 1 / (1 + e^-x). The exponential is (1 + x / 1024)^1024.
static float sigmoid(float x) {
    if (x > 20) return 1;
    if (x < -20) return 0;
    float power = 1 - x / 1024;
    for (int i = 0; i < 10; i++) power *= power;
    return 1 / (1 + power);
}

static float length(float x, float y) { return __builtin_sqrtf(x * x + y * y); }

static float overlap(const face *a, const face *b) {
    float left = a->x > b->x ? a->x : b->x, top = a->y > b->y ? a->y : b->y;
    float ar = a->x + a->width, br = b->x + b->width, ab = a->y + a->height, bb = b->y + b->height;
    float w = (ar < br ? ar : br) - left, h = (ab < bb ? ab : bb) - top;
    if (w <= 0 || h <= 0) return 0;
    return w * h / (a->width * a->height + b->width * b->height - w * h);
}

/// Whether a face may be one from before.
static int is_near(const face *one, const face *before) {
    float far = length(
        one->x + one->width / 2 - before->x - before->width / 2,
        one->y + one->height / 2 - before->y - before->height / 2);
    return far < moved_by * before->width && one->width < grown_by * before->width
           && before->width < grown_by * one->width;
}

/// The most certain face of a square; score 0 if none is at least this certain. Boxes of the
/// same face are averaged by their certainty.
///
/// before: only a face near this one counts; NULL for any. others: set to 1 if there is another face that
/// counts as a new one; may be NULL.
static face best_face(
    aloud_finder *finder, const picture *in, square part, float least, const face *before, int32_t *others) {
    net *net = &finder->faces;
    cut_square(in, part, FACE_SIZE, 2.0f / 255, -1, 0, net->tensor[net->input].values);
    run_net(net);
    const float *boxes = net->tensor[net->output[0]].values;
    const float *scores = net->tensor[net->output[1]].values;
    face *found = finder->found, result = {0};
    int count = 0, best = -1;
    for (int i = 0; i < ANCHORS; i++) {
        float score = sigmoid(scores[i]);
        if (score < least) continue;
        const float *box = boxes + 16 * i;
        aloud_point anchor = finder->anchors[i];
        face *one = &found[count];
        float scale = part.side / FACE_SIZE;
        float left = part.x - part.side / 2 + anchor.x * part.side;
        float top = part.y - part.side / 2 + anchor.y * part.side;
        one->score = score;
        one->width = box[2] * scale;
        one->height = box[3] * scale;
        one->x = left + box[0] * scale - one->width / 2;
        one->y = top + box[1] * scale - one->height / 2;
        for (int k = 0; k < POINTS; k++) {
            one->points[k].x = left + box[4 + 2 * k] * scale;
            one->points[k].y = top + box[5 + 2 * k] * scale;
        }
        int counts = before == 0 || is_near(one, before);
        if (counts && (best < 0 || score > found[best].score)) best = count;
        count++;
    }
    if (best < 0) return result;
    float sum = 0;
    for (int i = 0; i < count; i++) {
        const face *one = &found[i];
        float shared = overlap(one, &found[best]);
        if (others != 0 && shared <= 0 && one->score >= least_new) *others = 1;
        if (shared <= same_face) continue;
        float w = one->score;
        sum += w;
        result.x += w * one->x;
        result.y += w * one->y;
        result.width += w * one->width;
        result.height += w * one->height;
        for (int k = 0; k < POINTS; k++) {
            result.points[k].x += w * one->points[k].x;
            result.points[k].y += w * one->points[k].y;
        }
    }
    if (sum <= 0) return result;
    result.score = found[best].score;
    result.x /= sum;
    result.y /= sum;
    result.width /= sum;
    result.height /= sum;
    for (int k = 0; k < POINTS; k++) {
        result.points[k].x /= sum;
        result.points[k].y /= sum;
    }
    return result;
}

static square square_of(const face *one) {
    square part = {one->x + one->width / 2, one->y + one->height / 2, one->width * around_face};
    return part;
}

/// Whether the nose is where a nose can be.
static int is_in_order(const face *one) {
    aloud_point right = one->points[RIGHT_EYE], left = one->points[LEFT_EYE], nose = one->points[NOSE];
    float dx = left.x - right.x, dy = left.y - right.y, squared = dx * dx + dy * dy;
    float nx = nose.x - (left.x + right.x) / 2, ny = nose.y - (left.y + right.y) / 2;
    float aside = nx * dx + ny * dy, below = ny * dx - nx * dy;
    return aside < nose_aside * squared && -aside < nose_aside * squared
           && below > nose_below * squared;
}

/// The face from before, while its place is kept; NULL without one.
static const face *kept(const aloud_finder *finder) {
    return finder->before.score > 0 && finder->missed <= PICTURES_KEPT ? &finder->before : 0;
}

/// Looks at a part of the picture; a face there is looked at again in its own square. The remembered face
/// needs less certainty where it was before; what was remembered has to agree.
static face confirmed(aloud_finder *finder, const picture *in, square part) {
    const face *before = kept(finder);
    int32_t others = 0;
    face first = best_face(finder, in, part, least_known, before, &others);
    if (first.score == 0) return first;
    float least = before != 0 && finder->remembered.is_known ? least_again : least_new;
    face second = best_face(finder, in, square_of(&first), least, before, 0);
    if (!is_in_order(&second)) second.score = 0;
    // Which of several faces is meant is known by their places alone.
    if (second.score > 0 && others && finder->before.score == 0) {
        finder->is_crowd = 1;
        second.score = 0;
    }
    if (second.score > 0 && others && before == 0 && !is_near(&second, &finder->before)) {
        second = best_face(finder, in, part, least_known, &finder->before, 0);
        finder->is_crowd = second.score == 0;
    }
    return second;
}

/// The part of a number, in overlapping squares of each size; side 0 after the last.
static square part_of(const picture *in, int number) {
    square part = {0, 0, 0};
    for (unsigned size = 0; size < sizeof part_sides / sizeof part_sides[0]; size++) {
        float side = part_sides[size] * (float)in->height, step = side / 2;
        int columns = (int)__builtin_ceilf(((float)in->width - side) / step) + 1;
        int rows = (int)__builtin_ceilf(((float)in->height - side) / step) + 1;
        if (columns < 1) columns = 1;
        if (rows < 1) rows = 1;
        if (number >= columns * rows) {
            number -= columns * rows;
            continue;
        }
        part.side = side;
        part.x = side / 2 + (float)(number % columns) * step;
        part.y = side / 2 + (float)(number / columns) * step;
        return part;
    }
    return part;
}

static face search(aloud_finder *finder, const picture *in) {
    face found = {0};
    finder->is_crowd = 0;
    if (finder->known.side > 0) {
        found = best_face(finder, in, finder->known, least_known, &finder->before, 0);
        if (found.score > 0) return found;
        finder->known.side = 0;
        finder->next_part = -1;
    }
    if (finder->missed <= PICTURES_KEPT) finder->missed++;
    float longest = (float)(in->width > in->height ? in->width : in->height);
    square whole = {(float)in->width / 2, (float)in->height / 2, longest};
    // A lost face is looked for in its place; one that comes near is seen in the whole picture; a far one
    // in a part.
    if (kept(finder) != 0) found = confirmed(finder, in, square_of(&finder->before));
    if (found.score == 0) found = confirmed(finder, in, whole);
    if (found.score > 0 || finder->is_crowd) return found;
    if (finder->next_part < 0) finder->next_part = 0;
    for (int i = 0; i < PARTS_PER_CALL; i++) {
        square part = part_of(in, finder->next_part);
        if (part.side <= 0) {
            finder->next_part = 0;
            return found;
        }
        finder->next_part++;
        found = confirmed(finder, in, part);
        if (found.score > 0 || finder->is_crowd) return found;
    }
    return found;
}

/// The centre of an iris; the net knows left eyes, so right ones are mirrored.
static aloud_point iris(aloud_finder *finder, const picture *in, aloud_point eye, float side,
                        int is_right) {
    net *net = &finder->irises;
    square part = {eye.x, eye.y, side};
    cut_square(in, part, EYE_SIZE, 1.0f / 255, 0, is_right, net->tensor[net->input].values);
    run_net(net);
    const float *points = net->tensor[net->output[1]].values;
    float x = points[0] / EYE_SIZE, y = points[1] / EYE_SIZE;
    if (is_right) x = 1 - x;
    aloud_point centre = {eye.x + (x - 0.5f) * side, eye.y + (y - 0.5f) * side};
    return centre;
}

/// The look of an eye: its grey values without their mean, scaled to length 1; 0 if it is even.
static int signature(const picture *in, aloud_point eye, float apart, float *values) {
    float colours[3 * SIGNATURE * SIGNATURE];
    square part = {eye.x, eye.y, around_look * apart};
    cut_square(in, part, SIGNATURE, 1, 0, 0, colours);
    float sum = 0, squares = 0;
    for (int i = 0; i < SIGNATURE * SIGNATURE; i++) {
        values[i] = colours[3 * i] + colours[3 * i + 1] + colours[3 * i + 2];
        sum += values[i];
    }
    for (int i = 0; i < SIGNATURE * SIGNATURE; i++) {
        values[i] -= sum / (SIGNATURE * SIGNATURE);
        squares += values[i] * values[i];
    }
    if (squares < 1) return 0;
    for (int i = 0; i < SIGNATURE * SIGNATURE; i++) values[i] /= __builtin_sqrtf(squares);
    return 1;
}

static pose pose_of(aloud_point right, aloud_point left) {
    pose at = {
        .x = (right.x + left.x) / 2, .y = (right.y + left.y) / 2, .across = left.x - right.x, .down = left.y - right.y};
    return at;
}

/// How far the nose lies off the middle of the eyes, along their line, in distances between them.
static float turned(aloud_point nose, const aloud_point *eyes) {
    float dx = eyes[1].x - eyes[0].x, dy = eyes[1].y - eyes[0].y;
    float mx = (eyes[0].x + eyes[1].x) / 2, my = (eyes[0].y + eyes[1].y) / 2;
    return ((nose.x - mx) * dx + (nose.y - my) * dy) / (dx * dx + dy * dy);
}

/// How much alike the two eyes are in a mirror, -1 to 1. A covered one is unlike an open one.
static float symmetry(const picture *in, const aloud_point *eyes, float apart) {
    float looks[2][SIGNATURE * SIGNATURE], sum = 0;
    for (int eye = 0; eye < 2; eye++)
        if (!signature(in, eyes[eye], apart, looks[eye])) return 0;
    for (int i = 0; i < SIGNATURE; i++)
        for (int j = 0; j < SIGNATURE; j++)
            sum += looks[0][i * SIGNATURE + j] * looks[1][i * SIGNATURE + SIGNATURE - 1 - j];
    return sum;
}

/// Lays the remembered face on a picture from several starts: the points of the face, its last place, and
/// sizes about that of its box; a cover misleads the points. A start that agrees well ends the search.
static float align(aloud_finder *finder, const picture *in, const face *found, pose *at) {
    pose points = pose_of(found->points[RIGHT_EYE], found->points[LEFT_EYE]), sized = points;
    float scale = finder->remembered.apart * found->width / finder->remembered_width
                  / length(points.across, points.down);
    sized.across *= scale;
    sized.down *= scale;
    pose starts[] = {finder->last, points, sized, sized, sized};
    const float sizes[] = {1, 1, 1, 1.1f, 0.9f};
    float best = 0;
    for (int i = 0; i < 5 && best < good_agreeing; i++) {
        starts[i].across *= sizes[i];
        starts[i].down *= sizes[i];
        if (length(starts[i].across, starts[i].down) < 1) continue;
        float agreeing = align_face(&finder->remembered, in, &starts[i]);
        if (agreeing > 0) agreeing = align_face(&finder->remembered, in, &starts[i]);
        if (agreeing <= best) continue;
        best = agreeing;
        *at = starts[i];
    }
    return best;
}

/// Compares a face with the remembered one: which eyes look as they did, how large the face is by all
/// that is not covered, and which measure of its size holds.
static void compare(
    aloud_finder *finder, const picture *in, const face *found, aloud_eyes *result) {
    pose at = {0};
    result->agreeing = align(finder, in, found, &at);
    int is_aligned = result->agreeing >= least_agreeing;
    aloud_point places[2] = {found->points[RIGHT_EYE], found->points[LEFT_EYE]};
    finder->last = is_aligned ? at : (pose){0};
    if (is_aligned) {
        result->size = length(at.across, at.down) / finder->remembered.apart;
        for (int eye = 0; eye < 2; eye++)
            eye_place(&finder->remembered, at, eye == 0 ? -0.5f : 0.5f, &places[eye].x, &places[eye].y);
        result->turned = finder->remembered_turned + nose_deep * at.aside;
    }
    float apart = length(places[1].x - places[0].x, places[1].y - places[0].y);
    int are_open = 1, are_own = 1, are_near = 1;
    for (int eye = 0; eye < 2; eye++) {
        float look[SIGNATURE * SIGNATURE], sum = 0;
        if (signature(in, places[eye], apart, look))
            for (int i = 0; i < SIGNATURE * SIGNATURE; i++)
                sum += look[i] * finder->signatures[eye][i];
        result->likeness[eye] = sum;
        if (sum < least_open) are_open = 0;
        if (sum < least_own) are_own = 0;
        float off = length(
            result->eyes[eye].x - places[eye].x, result->eyes[eye].y - places[eye].y);
        if (off > iris_moved * apart) are_near = 0;
    }
    if (result->has_irises && (is_aligned ? are_open && are_near : are_own)) return;
    result->measured_by = is_aligned ? ALOUD_BY_FACE : are_own ? ALOUD_BY_POINTS : ALOUD_BY_NOTHING;
    if (is_aligned)
        for (int eye = 0; eye < 2; eye++) result->eyes[eye] = places[eye];
    else if (result->has_irises)
        for (int eye = 0; eye < 2; eye++)
            result->eyes[eye] = found->points[eye];
    result->apart = length(
        result->eyes[1].x - result->eyes[0].x, result->eyes[1].y - result->eyes[0].y);
}

void aloud_find_eyes(
    aloud_finder *finder, const uint8_t *rgba, int32_t width, int32_t height,
    int32_t looks_at_irises, aloud_eyes *result) {
    picture in = {rgba, width, height};
    face found = search(finder, &in);
    *result = (aloud_eyes){.likeness = {2, 2}, .is_crowd = finder->is_crowd};
    if (found.score == 0) return;
    int is_sure = found.score >= least_new || finder->missed == 0;
    finder->known = square_of(&found);
    finder->next_part = -1;
    for (int i = 0; i < POINTS; i++) result->points[i] = found.points[i];
    result->is_found = 1;
    result->score = found.score;
    result->face.x = finder->known.x;
    result->face.y = finder->known.y;
    result->width = found.width;
    aloud_point eyes[2] = {found.points[RIGHT_EYE], found.points[LEFT_EYE]};
    float dx = eyes[1].x - eyes[0].x, dy = eyes[1].y - eyes[0].y, apart = length(dx, dy);
    if (apart < 1) {
        result->is_found = 0;
        return;
    }
    result->points_apart = apart;
    result->turned = turned(found.points[NOSE], eyes);
    if (looks_at_irises) {
        aloud_point centres[2];
        int are_near = 1;
        for (int eye = 0; eye < 2; eye++) {
            centres[eye] = iris(finder, &in, eyes[eye], around_eye * apart, eye == 0);
            float off = length(centres[eye].x - eyes[eye].x, centres[eye].y - eyes[eye].y);
            if (!(off < iris_off * apart)) are_near = 0;
        }
        if (are_near) {
            result->has_irises = 1;
            eyes[0] = centres[0];
            eyes[1] = centres[1];
        }
    }
    result->eyes[0] = eyes[0];
    result->eyes[1] = eyes[1];
    result->apart = length(eyes[1].x - eyes[0].x, eyes[1].y - eyes[0].y);
    result->symmetry = symmetry(&in, result->eyes, result->apart);
    result->measured_by = result->has_irises ? ALOUD_BY_IRISES : ALOUD_BY_POINTS;
    if (finder->remembered.is_known) compare(finder, &in, &found, result);
    if (!is_sure && result->agreeing < least_agreeing) {
        finder->known.side = 0;
        *result = (aloud_eyes){.likeness = {2, 2}};
        return;
    }
    // Another face at another place is reported, and not followed: the remembered one may come back.
    int is_stranger = finder->remembered.is_known && result->measured_by == ALOUD_BY_NOTHING;
    if (is_stranger && finder->before.score > 0 && !is_near(&found, &finder->before)) {
        finder->known.side = 0;
        return;
    }
    finder->before = found;
    finder->missed = 0;
}

void aloud_remember_eyes(
    aloud_finder *finder, const uint8_t *rgba, int32_t width, int32_t height,
    const aloud_eyes *eyes) {
    picture in = {rgba, width, height};
    int is_whole = eyes->is_found;
    for (int eye = 0; eye < 2 && is_whole; eye++)
        is_whole = signature(&in, eyes->eyes[eye], eyes->apart, finder->signatures[eye]);
    finder->remembered.is_known = 0;
    if (!is_whole) return;
    float longest = (float)(width > height ? width : height);
    float focal = finder->focal > 0 ? finder->focal : usual_focal * longest;
    remember_face(
        &finder->remembered, &in, pose_of(eyes->eyes[0], eyes->eyes[1]), focal / eyes->apart);
    finder->remembered_width = eyes->width;
    finder->remembered_turned = eyes->turned;
}
