/* The list of subjects. */
#include <string.h>

#include "fused.h"

static fused_subject *first;

static bool before(const fused_subject *a, const fused_subject *b)
{
    if (a->flat != b->flat)
        return a->flat;
    int order = strcmp(a->name, b->name);
    return order ? order < 0 : a->size > b->size;
}

void fused_register(fused_subject *subject)
{
    fused_subject **at = &first;
    while (*at && before(*at, subject))
        at = &(*at)->next;
    subject->next = *at;
    *at = subject;
}

const fused_subject *fused_subjects(void)
{
    return first;
}
