// cuRAND's host functions: numbers of generators and orders against those of NVIDIA's libcurand 10.4; order in streams; refusals.
// > numbers: 0 wrong
// > calls: 0 wrong
// > Poisson: 0 wrong
// > streams: 0 wrong
// > refusals: 0 wrong
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <vector>

static int wrong;
static void check(int line, bool good)
{
    if (good)
        return;
    wrong++;
    printf("line %d is wrong\n", line);
}
#define CHECK(...) check(__LINE__, __VA_ARGS__)
#define DONE(...) CHECK((__VA_ARGS__) == CURAND_STATUS_SUCCESS)
#define REFUSED(status, ...) CHECK((__VA_ARGS__) == CURAND_STATUS_##status)

enum { N = 100000, PLACES = 7 };
static const int places[PLACES] = {0, 1, 4095, 4096, 5001, 81920, 99999};

// With the seed and the offset of create(): normal numbers of mean 1 and deviation 2, log-normal of 0 and 0.5, Poisson of 3000.
static const struct reference {
    curandRngType_t type;
    curandOrdering_t order;
    unsigned words[PLACES];
    float uniform[PLACES];
    double uniform_double[PLACES];
    float normal[PLACES];
    double normal_double[PLACES];
    float log_normal[PLACES];
    double log_normal_double[PLACES];
    unsigned poisson[PLACES];
} references[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     CURAND_ORDERING_PSEUDO_DEFAULT,
     {694985079u, 1305666177u, 3285420210u, 2915937769u, 2924956760u, 4128465758u, 1521104172u},
     {0x1.4b650cp-3f, 0x1.374b8ap-2f, 0x1.87a712p-1f, 0x1.5b9b5cp-1f, 0x1.5cae98p-1f, 0x1.ec26c6p-1f, 0x1.6aa8d4p-2f},
     {0x1.5b9b5944ca178p-1, 0x1.0c2aa3672e282p-1, 0x1.55ba3907388b2p-1, 0x1.f9ce62f38e62dp-2, 0x1.7d18276373d39p-2,
      0x1.84e9ea4e1ca94p-4, 0x1.d030c85ec789cp-1},
     {-2.44272971f, -0.648661137f, -0.511559486f, -0.631864786f, 0.887384176f, 0.48966217f, -6.23251057f},
     {1.0668767062925133, -0.7588485291244198, 3.0775180515160856, 0.73773313383851291, 1.407852942635301,
      -1.3737718817938722, 3.6831945371765444},
     {0.422873408f, 0.662214816f, 0.685305953f, 0.665001333f, 0.97223866f, 0.880219042f, 0.163960844f},
     {1.0168597241933988, 0.64422184506607294, 1.6809842969320701, 0.93653656219591275, 1.1073427602525374,
      0.55242203401742151, 1.9557986649676564},
     {2906u, 2987u, 2965u, 2955u, 2950u, 2986u, 2981u}},
    {CURAND_RNG_PSEUDO_XORWOW,
     CURAND_ORDERING_PSEUDO_SEEDED,
     {2922577600u, 2429841003u, 4200320982u, 1133155627u, 3751453667u, 1517077814u, 89322652u},
     {0x1.5c65fep-1f, 0x1.21a8dcp-1f, 0x1.f4b7ap-1f, 0x1.0e2a54p-2f, 0x1.bf3548p-1f, 0x1.69b314p-2f, 0x1.54bd28p-6f},
     {0x1.0e2a416a5fd81p-2, 0x1.7ca2834946e6cp-1, 0x1.b9a88861bcfd6p-1, 0x1.61ec0de97ca48p-1, 0x1.09b27b375a738p-1,
      0x1.7c0399d038c66p-1, 0x1.a323f1f39430cp-1},
     {2.74831772f, 0.847656608f, -2.07958889f, 0.597891092f, 2.97435403f, -0.914480686f, -2.00734234f},
     {-2.0449944034376277, -0.17792982129090795, 2.7220370946611006, 2.8869397232184295, 0.33603503936991652,
      -0.07657893143733574, 4.013141345705451},
     {1.54817903f, 0.962630332f, 0.463060647f, 0.904360473f, 1.63818431f, 0.619637787f, 0.471500278f},
     {0.46708286270249172, 0.74491701555558898, 1.5380406077069155, 1.6027724818027076, 0.84705365421348278,
      0.76403266701296602, 2.1239665112551367},
     {3048u, 2942u, 2991u, 2996u, 3096u, 2948u, 3054u}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     CURAND_ORDERING_PSEUDO_DEFAULT,
     {709043044u, 1300184911u, 705163761u, 1211254868u, 2964444588u, 2448937064u, 1080056534u},
     {0x1.52191cp-3f, 0x1.35fcfep-2f, 0x1.503f9p-3f, 0x1.20c922p-2f, 0x1.6163acp-1f, 0x1.23efap-1f, 0x1.01816cp-2f},
     {0x1.52191b24067f3p-3, 0x1.35fcfd3d138acp-2, 0x1.503f8f8a83e43p-3, 0x1.20c92153c4344p-2, 0x1.6163ab58825efp-1,
      0x1.23efa0d056a25p-1, 0x1.01816b5a3aa8bp-2},
     {-0.62034142f, -2.43289351f, 3.98184681f, 5.15248728f, -4.66172123f, -1.57595539f, 1.34816265f},
     {-0.62034193547422722, -2.4328932231720999, 3.9818470142047437, 5.1524871257630735, -4.6617210679472905,
      -1.5759551925155386, 1.3481622992675588},
     {0.666919887f, 0.423914552f, 2.10741425f, 2.82390833f, 0.242821097f, 0.525193334f, 1.09094107f},
     {0.66691979753733888, 0.42391458021939837, 2.1074143163921319, 2.823908113645714, 0.24282111306016768,
      0.52519335018270452, 1.0909409435492952},
     {2956u, 3048u, 3054u, 2990u, 3008u, 2906u, 2999u}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     CURAND_ORDERING_PSEUDO_LEGACY,
     {709043044u, 1300184911u, 1301334717u, 2448937064u, 2217859718u, 1458854919u, 1786389245u},
     {0x1.52191cp-3f, 0x1.35fcfep-2f, 0x1.36432ap-2f, 0x1.23efap-1f, 0x1.0863b6p-1f, 0x1.5bd17p-2f, 0x1.a9e88cp-2f},
     {0x1.52191b24067f3p-3, 0x1.35fcfd3d138acp-2, 0x1.36432af54cd62p-2, 0x1.23efa0d056a25p-1, 0x1.0863b50dd966dp-1,
      0x1.5bd1701ff5fc9p-2, 0x1.a9e88bf7b6da5p-2},
     {-0.62034142f, -2.43289351f, 3.98184681f, 5.15248728f, -4.66172123f, -0.877580285f, 0.685182691f},
     {-0.62034193547422722, -2.4328932231720999, 3.9818470142047437, 5.1524871257630735, -4.6617210679472905,
      -0.87757974727782861, 0.68518276974010817},
     {0.666919887f, 0.423914552f, 2.10741425f, 2.82390833f, 0.242821097f, 0.625380456f, 0.924313188f},
     {0.66691979753733888, 0.42391458021939837, 2.1074143163921319, 2.823908113645714, 0.24282111306016768,
      0.62538054857319147, 0.92431319646065091},
     {2956u, 3048u, 3061u, 2906u, 2941u, 2949u, 2928u}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     CURAND_ORDERING_PSEUDO_DEFAULT,
     {2055536633u, 4204658526u, 1492004328u, 2317593949u, 4174354477u, 4040129259u, 4236232253u},
     {0x1.ea14p-2f, 0x1.f53bfep-1f, 0x1.63b8b8p-2f, 0x1.14475ap-1f, 0x1.f19f3p-1f, 0x1.e19ef6p-1f, 0x1.f8ff8cp-1f},
     {0x1.6533b22a01426p-1, 0x1.b0420e7fbfebdp-2, 0x1.3f424a65ff53ep-3, 0x1.51cb235ef7ba4p-1, 0x1.61f691aef982ep-1,
      0x1.7dc86e733f4d6p-1, 0x1.0064e480657c8p-1},
     {-3.44698524f, 1.19378972f, 0.283679307f, -1.8187716f, 0.55470264f, 1.97736001f, 0.744851947f},
     {0.026587976398743218, 1.3577427675213838, -2.2525387156191332, -1.0712130787908549, 1.2122978941575284,
      0.96580524865108841, 3.3404814575354198},
     {0.328983963f, 1.04964018f, 0.836038888f, 0.494260341f, 0.894648552f, 1.27677834f, 0.938204825f},
     {0.78399471015927535, 1.0935570064562614, 0.44346576237996138, 0.59582798479052657, 1.0545081751512257,
      0.99148774829368169, 1.7952070516269756},
     {2878u, 3005u, 2980u, 2923u, 2988u, 3027u, 2993u}},
};

static curandGenerator_t create(const reference &of, bool host)
{
    curandGenerator_t made;
    DONE(host ? curandCreateGeneratorHost(&made, of.type) : curandCreateGenerator(&made, of.type));
    DONE(curandSetGeneratorOrdering(made, of.order));
    DONE(curandSetPseudoRandomGeneratorSeed(made, 0x123456789abcdefull));
    DONE(curandSetGeneratorOffset(made, 3));
    return made;
}

// `fill` makes N numbers; they are on the device or the host, and the expected ones up to `error`, relative.
template <class T, class Fill>
static void compare(int line, const reference &of, bool host, const T *expected, double error, Fill fill)
{
    std::vector<T> numbers(N);
    T *to = numbers.data();
    if (!host)
        cudaMalloc(&to, N * sizeof(T));
    curandGenerator_t generator = create(of, host);
    check(line, fill(generator, to) == CURAND_STATUS_SUCCESS);
    if (!host) {
        cudaMemcpy(numbers.data(), to, N * sizeof(T), cudaMemcpyDeviceToHost);
        cudaFree(to);
    }
    DONE(curandDestroyGenerator(generator));
    for (int i = 0; i < PLACES; i++)
        check(line,
              std::fabs((double)numbers[places[i]] - (double)expected[i]) <= error * std::fabs((double)expected[i]));
}
#define COMPARE(host, expected, error, T, ...)                                                                         \
    compare<T>(__LINE__, of, host, of.expected, error, [](curandGenerator_t g, T *to) { return __VA_ARGS__; })

static void numbers()
{
    for (const reference &of : references) {
        COMPARE(false, words, 0, unsigned, curandGenerate(g, to, N));
        COMPARE(true, words, 0, unsigned, curandGenerate(g, to, N));
        COMPARE(false, uniform, 0, float, curandGenerateUniform(g, to, N));
        COMPARE(true, uniform_double, 0, double, curandGenerateUniformDouble(g, to, N));
        COMPARE(false, normal, 1e-5, float, curandGenerateNormal(g, to, N, 1, 2));
        COMPARE(true, normal_double, 1e-12, double, curandGenerateNormalDouble(g, to, N, 1, 2));
        COMPARE(true, log_normal, 1e-5, float, curandGenerateLogNormal(g, to, N, 0, 0.5f));
        COMPARE(false, log_normal_double, 1e-12, double, curandGenerateLogNormalDouble(g, to, N, 0, 0.5));
        COMPARE(true, poisson, 0, unsigned, curandGeneratePoisson(g, to, N, 3000));
    }
}

// Several calls make what one does; a new seed keeps the position, counted in units.
static void calls()
{
    std::vector<unsigned> all(N), parts(N);
    for (const reference &of : references) {
        curandGenerator_t one = create(of, true), more = create(of, true);
        DONE(curandGenerate(one, all.data(), N));
        DONE(curandGenerate(more, parts.data(), 7));
        DONE(curandGenerate(more, parts.data() + 7, 0));
        DONE(curandGenerateSeeds(one));
        DONE(curandGenerate(more, parts.data() + 7, 5000));
        DONE(curandSetPseudoRandomGeneratorSeed(more, 0x123456789abcdefull)); // the same
        DONE(curandGenerate(more, parts.data() + 5007, N - 5007));
        CHECK(all == parts);
        DONE(curandSetGeneratorOffset(more, 4099));
        DONE(curandGenerate(more, parts.data(), 9));
        for (int i = 0; i < 9; i++)
            CHECK(parts[i] == all[4096 + i]);
        std::vector<float> pairs(80);
        DONE(curandSetGeneratorOffset(more, 3));
        DONE(curandGenerateNormal(more, pairs.data(), 80, 0, 1));
        DONE(curandSetPseudoRandomGeneratorSeed(more, 1));
        DONE(curandSetPseudoRandomGeneratorSeed(more, 0x123456789abcdefull));
        DONE(curandGenerate(more, parts.data(), 9));
        int units = of.type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? 20 : 40;
        for (int i = 0; i < 9; i++)
            CHECK(parts[i] == all[units + i]);
        DONE(curandDestroyGenerator(one));
        DONE(curandDestroyGenerator(more));
    }
}

// Of smaller means the distribution is cuRAND's.
static void poisson()
{
    std::vector<unsigned> drawn(N);
    for (const reference &of : references)
        for (double lambda : {0.25, 5.0, 63.5, 1999.0}) {
            curandGenerator_t generator = create(of, true);
            DONE(curandGeneratePoisson(generator, drawn.data(), N, lambda));
            DONE(curandDestroyGenerator(generator));
            double sum = 0, squares = 0;
            for (unsigned x : drawn) {
                sum += x - lambda;
                squares += (x - lambda) * (x - lambda);
            }
            CHECK(std::fabs(sum / N) < 5 * std::sqrt(lambda / N));
            CHECK(std::fabs(squares / N / lambda - 1) < 5 * std::sqrt((2 + 1 / lambda) / N));
        }
}

// Long enough that a call which does not wait for it would come too early.
__global__ void fill(float *to, float value, int rounds)
{
    float x = value;
    for (int i = 0; i < rounds; i++)
        x = x * 0.5f + value * 0.5f;
    to[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void add(float *to, float value)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

static void streams()
{
    const reference &of = references[0];
    curandGenerator_t generator = create(of, false);
    float *numbers, got[4096];
    cudaStream_t stream;
    cudaMalloc(&numbers, sizeof got);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    DONE(curandSetStream(generator, stream));
    fill<<<64, 64, 0, stream>>>(numbers, 3, 20000);
    DONE(curandGenerateUniform(generator, numbers, 4096));
    add<<<64, 64, 0, stream>>>(numbers, 1);
    cudaMemcpyAsync(got, numbers, sizeof got, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < 3; i++)
        CHECK(got[places[i]] == of.uniform[i] + 1);
    DONE(curandDestroyGenerator(generator));
    cudaStreamDestroy(stream);
    cudaFree(numbers);
}

static void refusals()
{
    curandGenerator_t generator, philox, device;
    unsigned words[8];
    unsigned long long many[8];
    float single[8];
    double twice[8];
    int version = 0, major = 0, minor = 0;
    REFUSED(TYPE_ERROR, curandCreateGeneratorHost(&generator, (curandRngType_t)7));
    DONE(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    DONE(curandCreateGeneratorHost(&philox, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    REFUSED(LENGTH_NOT_MULTIPLE, curandGenerateNormal(generator, single, 3, 0, 1));
    REFUSED(LENGTH_NOT_MULTIPLE, curandGenerateNormalDouble(generator, twice, 3, 0, 1));
    REFUSED(LENGTH_NOT_MULTIPLE, curandGenerateLogNormal(generator, single, 1, 0, 1));
    REFUSED(LENGTH_NOT_MULTIPLE, curandGenerateLogNormalDouble(generator, twice, 5, 0, 1));
    DONE(curandGenerateNormal(philox, single, 3, 0, 1));
    REFUSED(TYPE_ERROR, curandGenerateLongLong(generator, many, 8));
    REFUSED(TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(generator, 2));
    REFUSED(OUT_OF_RANGE, curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT));
    REFUSED(OUT_OF_RANGE, curandSetGeneratorOrdering(philox, CURAND_ORDERING_PSEUDO_SEEDED));
    for (double lambda : {0.0, -1.0, 400001.0})
        REFUSED(OUT_OF_RANGE, curandGeneratePoisson(generator, words, 8, lambda));
    DONE(curandGenerate(generator, nullptr, 0));
    REFUSED(NOT_INITIALIZED, curandGenerate(nullptr, words, 8));
    REFUSED(NOT_INITIALIZED, curandGenerateSeeds(nullptr));
    REFUSED(NOT_INITIALIZED, curandSetStream(nullptr, nullptr));
    REFUSED(NOT_INITIALIZED, curandSetPseudoRandomGeneratorSeed(nullptr, 1));
    REFUSED(NOT_INITIALIZED, curandSetGeneratorOffset(nullptr, 1));
    REFUSED(NOT_INITIALIZED, curandDestroyGenerator(nullptr));
    REFUSED(OUT_OF_RANGE, curandGetProperty((libraryPropertyType)7, &major));
    DONE(curandGetVersion(&version));
    DONE(curandGetProperty(MAJOR_VERSION, &major));
    DONE(curandGetProperty(MINOR_VERSION, &minor));
    CHECK(major == 10 && version / 100 == 10 * major + minor);
#ifdef __clang__ // NVIDIA's takes these arguments for right ones, and writes there
    REFUSED(OUT_OF_RANGE, curandGenerate(generator, nullptr, 8));
    REFUSED(OUT_OF_RANGE, curandCreateGenerator(nullptr, CURAND_RNG_PSEUDO_DEFAULT));
    REFUSED(OUT_OF_RANGE, curandGetVersion(nullptr));
    REFUSED(TYPE_ERROR, curandCreateGenerator(&device, CURAND_RNG_PSEUDO_MT19937));
    REFUSED(TYPE_ERROR, curandCreateGenerator(&device, CURAND_RNG_QUASI_SOBOL32));
    float *small;
    cudaMalloc(&small, 4 * sizeof(float));
    DONE(curandCreateGenerator(&device, CURAND_RNG_PSEUDO_DEFAULT));
    DONE(curandGenerateUniform(device, small, 4));
    DONE(curandDestroyGenerator(device));
    cudaFree(small);
#else
    (void)device;
#endif
    DONE(curandDestroyGenerator(generator));
    DONE(curandDestroyGenerator(philox));
}

static void part(const char *name, void (*run)())
{
    wrong = 0;
    run();
    printf("%s: %d wrong\n", name, wrong);
}

// Memory that is too small, or not the device's: a finding in checked mode.
static int out_of_range()
{
    curandGenerator_t generator;
    float *small, host[8];
    cudaMalloc(&small, 4 * sizeof(float));
    DONE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    REFUSED(LAUNCH_FAILURE, curandGenerateUniform(generator, small, 5));
    REFUSED(LAUNCH_FAILURE, curandGenerateUniform(generator, host, 8));
    DONE(curandGenerateUniform(generator, small, 4));
    DONE(curandDestroyGenerator(generator));
    cudaFree(small);
    return wrong;
}

int main(int count, char **words)
{
    (void)words;
    if (count > 1)
        return out_of_range();
    part("numbers", numbers);
    part("calls", calls);
    part("Poisson", poisson);
    part("streams", streams);
    part("refusals", refusals);
    return cudaDeviceSynchronize() != cudaSuccess;
}
