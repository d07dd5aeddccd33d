/* The functions that generate numbers: each puts a fill of memory into the generator's stream, or makes it at once for the host. */
#include <math.h>
#include <string.h>

#include "../../host_work.h"
#include "number.h"

/* A fill: what its work needs when the stream comes to it. */
typedef struct fill {
    random_states *states;
    random_settings settings;
    bool make; /* the states, from the settings, first */
    number_law law;
    unsigned first; /* subsequence of the first unit */
    unsigned inner; /* number of that unit, of which the ones before are drawn */
    unsigned char *to;
    size_t n;
} fill;

/* Poisson numbers of a large mean: the second number of a subsequence's pair is its next one, a round later. */
static void draw_pairs(const fill *f)
{
    unsigned count = f->states->of.count;
    for (size_t i = 0; i < f->n; i++) {
        unsigned words[2], pair[2], subsequence = (unsigned)((f->first + i) % count);
        if (i / count % 2 == 1)
            continue;
        random_words(f->states, subsequence, words, 2);
        number_poisson_pair(f->states->kind, f->law.mean, words, pair);
        memcpy(f->to + i * sizeof *pair, pair, sizeof *pair);
        if (f->n - i > count)
            memcpy(f->to + (i + count) * sizeof *pair, pair + 1, sizeof *pair);
    }
}

static void draw(const fill *f)
{
    random_kind kind = f->states->kind;
    number_unit unit = number_unit_of(kind, &f->law);
    size_t size = number_size(f->law.kind), done = 0;
    unsigned inner = f->inner;
    number_law law = f->law;
    double cumulative[NUMBER_CUMULATIVE];
    number_cumulate(&law, cumulative);
    for (unsigned subsequence = f->first; done < f->n; subsequence = (subsequence + 1) % f->states->of.count) {
        unsigned words[RANDOM_MOST_WORDS], end = unit.numbers;
        numbers made;
        random_words(f->states, subsequence, words, unit.words);
        number_make(kind, &law, words, &made);
        if (f->n - done < end - inner)
            end = inner + (unsigned)(f->n - done);
        else
            random_skip(f->states, subsequence, unit.words);
        memcpy(f->to + done * size, (const unsigned char *)&made + inner * size, (end - inner) * size);
        done += end - inner;
        inner = 0;
    }
}

static void run(void *arguments, void *scratch, lw_host_work_run *how)
{
    (void)scratch;
    (void)how;
    const fill *f = arguments;
    pthread_mutex_lock(&f->states->lock);
    if (f->make)
        random_states_make(f->states, &f->settings);
    if (f->law.kind == NUMBER_POISSON && number_unit_of(f->states->kind, &f->law).words == 2)
        draw_pairs(f);
    else if (f->n)
        draw(f);
    pthread_mutex_unlock(&f->states->lock);
}

static curandStatus_t submit(const char *function, curandGenerator_t g, const fill *f)
{
    if (g->host) {
        run((void *)f, NULL, NULL);
        return CURAND_STATUS_SUCCESS;
    }
    size_t size = f->n * number_size(f->law.kind);
    lw_host_work_range range = {
        .argument = "to", .pointer = f->to, .pitch = size, .width = size, .height = 1, .writes = true};
    lw_host_work work = {
        .function = function, .run = run, .arguments = f, .size = sizeof *f, .ranges = &range, .count = f->n != 0};
    lw_stream *stream;
    if (cudart_stream(&stream, g->stream))
        return CURAND_STATUS_PREEXISTING_FAILURE;
    lw_status status = lw_host_work_enqueue(stream, &work);
    return status == LW_SUCCESS               ? CURAND_STATUS_SUCCESS
           : status == LW_ERROR_OUT_OF_MEMORY ? CURAND_STATUS_ALLOCATION_FAILED
                                              : CURAND_STATUS_LAUNCH_FAILURE;
}

static curandStatus_t generate(const char *function, curandGenerator_t g, void *to, size_t n, number_law law)
{
    if (!g)
        return random_refuse(CURAND_STATUS_NOT_INITIALIZED, function,
                             "generator is null; curandCreateGenerator() makes one");
    if (n > SIZE_MAX / sizeof(double))
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, function, "n is %zu, more than memory has", n);
    if (n && !to)
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, function, "to is null");
    number_unit unit = number_unit_of(g->states->kind, &law);
    if (unit.numbers == 2 && n % 2)
        return random_refuse(CURAND_STATUS_LENGTH_NOT_MULTIPLE, function,
                             "n is %zu; normal numbers of this generator are pairs: expected an even n", n);
    bool groups = unit.numbers == RANDOM_PHILOX_UNIT;
    unsigned long long first = groups ? g->next.position / RANDOM_PHILOX_UNIT : g->next.position;
    fill f = {.states = g->states,
              .settings = g->next,
              .make = g->changed,
              .law = law,
              .first = (unsigned)(first % g->next.count),
              .inner = groups ? g->next.position % RANDOM_PHILOX_UNIT : 0,
              .to = to,
              .n = n};
    if (!n)
        return CURAND_STATUS_SUCCESS;
    curandStatus_t status = submit(function, g, &f);
    if (status == CURAND_STATUS_SUCCESS) {
        g->changed = false;
        g->next.position += groups ? n : n / unit.numbers;
        g->drawn += n;
    }
    return status;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    CUDART_CALLED();
    if (!generator)
        return random_refuse(CURAND_STATUS_NOT_INITIALIZED, __func__, "generator is null");
    curandStatus_t status =
        submit(__func__, generator, &(fill){.states = generator->states, .settings = generator->next, .make = true});
    if (status == CURAND_STATUS_SUCCESS)
        generator->changed = false;
    return status;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t n)
{
    CUDART_CALLED();
    return generate(__func__, generator, to, n, (number_law){.kind = NUMBER_WORD});
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to, size_t n)
{
    (void)to;
    (void)n;
    if (!generator)
        return random_refuse(CURAND_STATUS_NOT_INITIALIZED, __func__, "generator is null");
    return random_refuse(CURAND_STATUS_TYPE_ERROR, __func__, "the generator's numbers have 32 bits");
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t n)
{
    CUDART_CALLED();
    return generate(__func__, generator, to, n, (number_law){.kind = NUMBER_UNIFORM});
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t n)
{
    CUDART_CALLED();
    return generate(__func__, generator, to, n, (number_law){.kind = NUMBER_UNIFORM_DOUBLE});
}

#define NORMAL(Name, type, number)                                                                                     \
    curandStatus_t curandGenerate##Name(curandGenerator_t generator, type *to, size_t n, type mean, type stddev)       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return generate(__func__, generator, to, n, (number_law){.kind = number, .mean = mean, .stddev = stddev});     \
    }

NORMAL(Normal, float, NUMBER_NORMAL)
NORMAL(NormalDouble, double, NUMBER_NORMAL_DOUBLE)
NORMAL(LogNormal, float, NUMBER_LOG_NORMAL)
NORMAL(LogNormalDouble, double, NUMBER_LOG_NORMAL_DOUBLE)

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *to, size_t n, double lambda)
{
    CUDART_CALLED();
    if (generator && !(lambda > 0 && lambda <= NUMBER_POISSON_MOST))
        return random_refuse(CURAND_STATUS_OUT_OF_RANGE, __func__, "lambda is %g; expected above 0, up to %d", lambda,
                             NUMBER_POISSON_MOST);
    return generate(__func__, generator, to, n, (number_law){.kind = NUMBER_POISSON, .mean = lambda});
}
