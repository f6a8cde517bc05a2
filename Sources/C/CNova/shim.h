#include <libnova/lunar.h>
#include <libnova/nutation.h>
#include <libnova/sidereal_time.h>
