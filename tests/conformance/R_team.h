/* Devices with a multicast object: each has memory of its own, which is bound, and the object is mapped for each. */
#ifndef R_TEAM_H
#define R_TEAM_H

#include <lanewise/launch.h>
#include <lanewise/multicast.h>
#include <tests/harness/test.h>

enum { R_TEAM_MOST = 4 };
struct r_team {
    lw_device *device[R_TEAM_MOST];
    unsigned count;
    size_t unit; /* the granularity; sizes of memory and object */
    lw_multicast *object;
    char *own[R_TEAM_MOST]; /* where a device has mapped its own memory */
    char *all[R_TEAM_MOST]; /* where it has mapped the object */
};

/* `count` devices of the team, which is zeros beside them. */
void r_team_make(struct test *t, struct r_team *team);
void r_team_drop(struct test *t, struct r_team *team);
/* Copies of the memory at an offset of a device's own, to the host and back. */
void r_team_read(struct test *t, const struct r_team *team, unsigned device, size_t offset, void *to, size_t size);
void r_team_write(struct test *t, const struct r_team *team, unsigned device, size_t offset, const void *from,
                  size_t size);
/* Grants a device access to a mapping of the object in the addresses of another one, or takes it. */
lw_status r_team_access(const struct r_team *team, unsigned whose, unsigned device, lw_memory_access access);

#endif
