#include <lanewise/kernel.h>

#include "B_load.h"

#define LDG(field, type) to->field = __ldg(&from->field);
#define LDCG(field, type) to->field = __ldcg(&from->field);
#define LDCA(field, type) to->field = __ldca(&from->field);
#define LDCS(field, type) to->field = __ldcs(&from->field);
#define LDLU(field, type) to->field = __ldlu(&from->field);
#define LDCV(field, type) to->field = __ldcv(&from->field);
#define STWB(field, type) __stwb(&to->field, from->field);
#define STCG(field, type) __stcg(&to->field, from->field);
#define STCS(field, type) __stcs(&to->field, from->field);
#define STWT(field, type) __stwt(&to->field, from->field);
#define HINT(number, of_one)                                                                                           \
    case number: B_LOAD_TYPES(of_one) break;

LW_KERNEL(b_load, (int, hint), (const b_numbers *, from), (b_numbers *, to))
{
    switch (hint) {
        HINT(B_LDG, LDG)
        HINT(B_LDCG, LDCG)
        HINT(B_LDCA, LDCA)
        HINT(B_LDCS, LDCS)
        HINT(B_LDLU, LDLU)
        HINT(B_LDCV, LDCV)
        HINT(B_STWB, STWB)
        HINT(B_STCG, STCG)
        HINT(B_STCS, STCS)
        HINT(B_STWT, STWT)
    }
}
