/* The version: MAJOR breaks sources or objects, MINOR adds, PATCH mends. The build files read it from here. */
#ifndef LANEWISE_VERSION_H
#define LANEWISE_VERSION_H

#define LW_VERSION_MAJOR 0
#define LW_VERSION_MINOR 1
#define LW_VERSION_PATCH 0
#define LW_VERSION "0.1.0"

#endif
