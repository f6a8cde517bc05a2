#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// A file that is embedded in the program.
struct aloud_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// The files of a list.
struct aloud_files {
    const struct aloud_file *_Nonnull first;
    size_t count;
};

/// The files of the pages of a test.
struct aloud_files aloud_test_pages(void);
/// The files of the pages of records and accounts.
struct aloud_files aloud_clinic_pages(void);
/// The files of the page on which people judge recordings.
struct aloud_files aloud_judging_page(void);
/// Lists of words and sentences.
struct aloud_files aloud_lists(void);

#endif
