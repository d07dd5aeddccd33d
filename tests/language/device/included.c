#include <lanewise/kernel.h>

#include "included.h"

#define NAME language_included_small
#define COUNT LANGUAGE_INCLUDED_SMALL
#include "included.inc"

#define NAME language_included_large
#define COUNT LANGUAGE_INCLUDED_LARGE
#include "included.inc"

#define NAME language_included_again
#define COUNT LANGUAGE_INCLUDED_LARGE
#include "included.inc"
