/** @file
 * The version of the headers. The build files read it from here.
 */
#ifndef LANEWISE_VERSION_H
#define LANEWISE_VERSION_H

#define LW_VERSION_MAJOR 0 /**< higher: sources or kernel objects of before may not work */
#define LW_VERSION_MINOR 1 /**< higher: there is more to use */
#define LW_VERSION_PATCH 0 /**< higher: defects are mended */
/** "MAJOR.MINOR.PATCH" of the headers; lw_version() is that of the library that runs. */
#define LW_VERSION "0.1.0"

#endif
