/* Rivals that are functions: by hand, whose blocks OpenMP's threads divide among them, and OpenMP's own loops. */
#include <string.h>

#include <bench/rivals/team.h>

#include "fused.h"
#include "rivals/hand/hand.h"
#include "rivals/openmp.h"

static bool run_hand(fused_entry *entry)
{
    const fused_subject *subject = entry->subject;
    int output = entry->data->output;
    if (subject->clears)
        memset(entry->buffer[output], 0, fused_bytes(&subject->buffer[output]));
    if (entry->threads == 1) {
        subject->hand(subject, 0, subject->blocks, entry->buffer);
        return true;
    }
#pragma omp parallel num_threads(entry->threads)
    subject->hand(subject, subject->blocks * team_member() / team_size(),
                  subject->blocks * (team_member() + 1) / team_size(), entry->buffer);
    return true;
}

static bool run_openmp(fused_entry *entry)
{
    entry->subject->openmp(entry->subject, entry->buffer, entry->threads);
    return true;
}

static const void *output(fused_entry *entry)
{
    return entry->buffer[entry->data->output];
}

const fused_way fused_by_hand = {fused_host_buffers, run_hand, output};
const fused_way fused_by_openmp = {fused_host_buffers, run_openmp, output};

bool fused_has_openmp(void)
{
    return openmp_available();
}

/* ---- the peak of the cores ---- */

enum { ROUNDS = 200000, SHARES = 64 };

static bool open_peak(fused_entry *entry)
{
    (void)entry;
    return true;
}

static bool run_peak(fused_entry *entry)
{
    (void)entry; /* without OpenMP */
#pragma omp parallel for num_threads(entry->threads) schedule(static)
    for (int share = 0; share < SHARES; share++)
        hand_multiply_add(ROUNDS);
    return true;
}

double fused_peak_flops(void)
{
    return SHARES * hand_multiply_add(ROUNDS);
}

const fused_way fused_peak = {open_peak, run_peak, NULL};
