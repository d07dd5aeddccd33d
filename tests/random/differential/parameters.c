#include "parameters.h"

#define ROW(name, declaration, kind, type) {#name, declaration, PARAMETER_##kind, TYPE_##type},
const parameter parameters[PARAMETERS] = {PARAMETER_LIST(ROW)};
