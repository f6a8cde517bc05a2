#include "CVirtualKeyboard.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* The time that a key is down: a short press of a person. */
static const struct timespec held = {.tv_nsec = 20 * 1000 * 1000};

int aloud_uinput_open(void) {
    int keyboard = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (keyboard < 0) return -errno;
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .version = 1}};
    strcpy(setup.name, "Aloud virtual keyboard");
    int failed = ioctl(keyboard, UI_SET_EVBIT, EV_KEY) < 0;
    /* The usual keys: udev takes a device for a keyboard only if it has all of the first 31. */
    for (int code = KEY_ESC; code <= KEY_COMPOSE && !failed; code++) {
        failed = ioctl(keyboard, UI_SET_KEYBIT, code) < 0;
    }
    failed = failed || ioctl(keyboard, UI_DEV_SETUP, &setup) < 0 ||
             ioctl(keyboard, UI_DEV_CREATE) < 0;
    if (!failed) return keyboard;
    int code = errno;
    close(keyboard);
    return -code;
}

/* Sends one event and the end of its report. Returns 0 or a negative errno. */
static int report(int keyboard, unsigned short code, int value) {
    struct input_event events[2] = {
        {.type = EV_KEY, .code = code, .value = value},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    return write(keyboard, events, sizeof events) == sizeof events ? 0 : -errno;
}

int aloud_uinput_press(int keyboard, unsigned short code) {
    int failure = report(keyboard, code, 1);
    if (failure) return failure;
    nanosleep(&held, 0);
    return report(keyboard, code, 0);
}

void aloud_uinput_close(int keyboard) {
    ioctl(keyboard, UI_DEV_DESTROY);
    close(keyboard);
}

/* The functions of libX11 and libXtst, as their headers declare them. */
struct aloud_xtest {
    void *display;
    void *libraries[2];
    int (*close_display)(void *);
    unsigned long (*symbol)(const char *);
    unsigned char (*code)(void *, unsigned long);
    unsigned long (*root)(void *);
    int (*pointer)(void *, unsigned long, unsigned long *, unsigned long *, int *, int *, int *,
                   int *, unsigned *);
    int (*look_up)(void *, unsigned char, unsigned, unsigned *, unsigned long *);
    int (*fake)(void *, unsigned, int, unsigned long);
    int (*flush)(void *);
};

void aloud_xtest_close(struct aloud_xtest *server) {
    if (server->display) server->close_display(server->display);
    for (int index = 1; index >= 0; index--) {
        if (server->libraries[index]) dlclose(server->libraries[index]);
    }
    free(server);
}

struct aloud_xtest *aloud_xtest_open(enum aloud_xtest_fault *fault) {
    struct aloud_xtest *server = calloc(1, sizeof *server);
    *fault = ALOUD_XTEST_NO_LIBRARY;
    if (!server) return 0;
    void *x11 = server->libraries[0] = dlopen("libX11.so.6", RTLD_NOW);
    void *xtst = server->libraries[1] = dlopen("libXtst.so.6", RTLD_NOW);
    void *(*open_display)(const char *) = 0;
    int (*query)(void *, int *, int *, int *, int *) = 0;
    if (x11 && xtst) {
        *(void **)&open_display = dlsym(x11, "XOpenDisplay");
        *(void **)&server->close_display = dlsym(x11, "XCloseDisplay");
        *(void **)&server->symbol = dlsym(x11, "XStringToKeysym");
        *(void **)&server->code = dlsym(x11, "XKeysymToKeycode");
        *(void **)&server->root = dlsym(x11, "XDefaultRootWindow");
        *(void **)&server->pointer = dlsym(x11, "XQueryPointer");
        *(void **)&server->look_up = dlsym(x11, "XkbLookupKeySym");
        *(void **)&server->flush = dlsym(x11, "XFlush");
        *(void **)&server->fake = dlsym(xtst, "XTestFakeKeyEvent");
        *(void **)&query = dlsym(xtst, "XTestQueryExtension");
    }
    if (open_display && server->close_display && server->symbol && server->code && server->root &&
        server->pointer && server->look_up && server->flush && server->fake && query) {
        *fault = ALOUD_XTEST_NO_DISPLAY;
        server->display = open_display(0);
        int unused[4];
        if (server->display) {
            if (query(server->display, &unused[0], &unused[1], &unused[2], &unused[3])) {
                return server;
            }
            *fault = ALOUD_XTEST_NO_EXTENSION;
        }
    }
    aloud_xtest_close(server);
    return 0;
}

/* Bits of the state that the X protocol reports: Shift, Num Lock (Mod2 by convention), and the buttons
   of the pointer. */
enum { SHIFT = 1, NUM_LOCK = 0x10, BUTTONS = 0x1f00 };

/* Whether a key gives a symbol under these modifiers. */
static int gives(struct aloud_xtest *server, unsigned char code, unsigned modifiers,
                 unsigned long symbol) {
    unsigned unused;
    unsigned long found = 0;
    return server->look_up(server->display, code, modifiers, &unused, &found) && found == symbol;
}

int aloud_xtest_press(struct aloud_xtest *server, const char *name) {
    void *display = server->display;
    unsigned long symbol = server->symbol(name);
    unsigned char code = server->code(display, symbol);
    if (!code) return 0;
    /* Digits on a French keyboard need Shift, and those of a keypad need Num Lock. */
    unsigned long window;
    int unused;
    unsigned state = 0;
    server->pointer(display, server->root(display), &window, &window, &unused, &unused, &unused,
                    &unused, &state);
    state &= ~(SHIFT | BUTTONS);
    int is_shifted = !gives(server, code, state, symbol);
    if (is_shifted && !gives(server, code, state | SHIFT, symbol)) {
        return gives(server, code, state ^ NUM_LOCK, symbol) ? -1 : 0;
    }
    unsigned char shift = is_shifted ? server->code(display, server->symbol("Shift_L")) : 0;
    if (is_shifted && !shift) return 0;
    if (is_shifted) server->fake(display, shift, 1, 0);
    server->fake(display, code, 1, 0);
    server->flush(display);
    nanosleep(&held, 0);
    server->fake(display, code, 0, 0);
    if (is_shifted) server->fake(display, shift, 0, 0);
    server->flush(display);
    return 1;
}
