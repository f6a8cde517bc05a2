// The C library's parser of command lines. Swift's own module of that library leaves this header
// out.
#pragma once
#include <getopt.h>
