#ifndef ALOUD_CVIRTUALKEYBOARD_H
#define ALOUD_CVIRTUALKEYBOARD_H

// In C because ioctl takes a variable number of arguments, and because the libraries of X are loaded
// only if they are there.

/// Makes a keyboard of the kernel (uinput). Returns its descriptor, or an errno as a negative number.
int aloud_uinput_open(void);

/// Presses a key by its code in linux/input-event-codes.h and lets it go. Returns 0, or an errno as a
/// negative number.
int aloud_uinput_press(int keyboard, unsigned short code);

/// Removes the keyboard.
void aloud_uinput_close(int keyboard);

/// A connection to an X server.
struct aloud_xtest;

/// Reasons that keys cannot be typed at an X server.
enum aloud_xtest_fault {
    ALOUD_XTEST_NO_LIBRARY = 1,
    ALOUD_XTEST_NO_DISPLAY,
    ALOUD_XTEST_NO_EXTENSION,
};

/// Connects to the server that DISPLAY names. Returns 0 and sets *fault if it cannot.
struct aloud_xtest *aloud_xtest_open(enum aloud_xtest_fault *fault);

/// Presses a key by the name of its symbol (X11/keysymdef.h), with Shift if the symbol needs it, and
/// lets it go. Returns 1; 0 if the server's keyboard does not have the symbol, or only with other
/// modifiers; -1 if it has it with another state of Num Lock.
int aloud_xtest_press(struct aloud_xtest *server, const char *name);

/// Disconnects.
void aloud_xtest_close(struct aloud_xtest *server);

#endif
