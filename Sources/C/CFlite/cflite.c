#include "CFlite.h"
