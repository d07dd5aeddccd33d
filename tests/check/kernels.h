/* Kernels that are wrong, each in one way, and one that is not. Blocks of 64 lanes. */
#include <lanewise/launch.h>

LW_DECLARE_KERNEL(clean, (int *, g));
LW_DECLARE_KERNEL(beyond, (int *, g));               /* a write after the allocation */
LW_DECLARE_KERNEL(racing, (int *, g));               /* neighbours in shared memory, without a collective */
LW_DECLARE_KERNEL(same, (int *, g));                 /* all write the same */
LW_DECLARE_KERNEL(unset, (int *, g));                /* shared memory that nobody has written */
LW_DECLARE_KERNEL(divergent, (int *, g));            /* two barriers at once */
LW_DECLARE_KERNEL(masked, (int *, g));               /* a mask without the caller */
LW_DECLARE_KERNEL(stuck, (int *, g));                /* two lanes wait for each other in different places */
LW_DECLARE_KERNEL(endless, (int *, g));              /* after a write out of bounds, a loop without end */
LW_DECLARE_KERNEL(claiming, (int *, g));             /* an assertion that does not hold */
LW_DECLARE_KERNEL(polling, (int *, g));              /* how often and for how long each lane polls a flag */
LW_DECLARE_KERNEL(signing, (int *, g), (int, name)); /* each block notes the name; not for one block alone */
LW_DECLARE_KERNEL(chained, (int *, g));
LW_DECLARE_KERNEL(counting, (int *, g)); /* counts are lost if a thread runs between another's load and exchange */
LW_DECLARE_KERNEL(trusting, (int *, g)); /* a write out of bounds where warp 1 comes before warp 0 is done */
