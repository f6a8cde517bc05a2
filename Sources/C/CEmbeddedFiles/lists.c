#include "files.h"

static const unsigned char common_passwords_txt[] = {
#embed "../../Clinic/Accounts/common-passwords.txt"
};
static const unsigned char next_steps_txt[] = {
#embed "../../Clinic/RecordStore/FollowUp/next-steps.txt"
};

static const struct aloud_file files[] = {
    EMBEDDED("common-passwords.txt", common_passwords_txt),
    EMBEDDED("next-steps.txt", next_steps_txt),
};

LIST(aloud_lists, files)
