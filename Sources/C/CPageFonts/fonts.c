// The fonts are embedded here, not as Swift resources: the Swift compiler takes minutes for them.
#include "CPageFonts.h"

static const unsigned char atkinson_regular[] = {
#embed "atkinson-regular.woff2"
};
static const unsigned char atkinson_bold[] = {
#embed "atkinson-bold.woff2"
};
static const unsigned char devanagari_regular[] = {
#embed "devanagari-regular.woff2"
};
static const unsigned char licence[] = {
#embed "LICENSE.txt"
};

#define FONT(name, bytes) { name, bytes, sizeof(bytes) }

static const struct aloud_font fonts[] = {
    FONT("atkinson-regular.woff2", atkinson_regular),
    FONT("atkinson-bold.woff2", atkinson_bold),
    FONT("devanagari-regular.woff2", devanagari_regular),
    FONT("fonts.txt", licence),
};

struct aloud_font aloud_font_at(size_t index) {
    static const struct aloud_font none = { "", atkinson_regular, 0 };
    return index < sizeof(fonts) / sizeof(*fonts) ? fonts[index] : none;
}
