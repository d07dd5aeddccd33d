// Textures: of linear memory, rows, arrays of each kind and mipmapped arrays; every fetch; what objects and arrays are.
// > linear memory: 0 0 0 0 0 wrong
// > one dimension: 0 0 0 0 wrong
// > two dimensions: 0 0 0 0 0 0 wrong
// > read as floats: 0 0 0 wrong
// > rows of memory: 0 wrong
// > three dimensions: 0 0 wrong
// > layers: 0 0 wrong
// > cubemaps: 0 0 wrong
// > levels: 0 0 0 0 0 wrong
// > layers with levels: 0 0 0 0 wrong
// > gather: 0 0 wrong
// > objects in structures, constants and memory: 0 wrong
// > destroyed after a launch: 0 wrong
// > copies: 0 0 0 0 0 wrong
// > captured: 0 wrong
// > array: 8 x 6, 32 0 0 0 bits of kind 2, flags 8
// > level: 4 x 2 x 1
// > object: of an array 1, linear 1, border 0.5, address 3 1, levels 0 to 2
// > views: cudaErrorInvalidValue
// > limits: 512 32 bytes, attributes 1 1 1, arrays 1 0
// > refused: 1 1 1 1 1 1
#include <cstdio>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                                                \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

template <class T, class F> __global__ void call(T *out, int n, F function)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = function(i);
}

// How many of the results of the calls 0 to n - 1 are not the expected ones.
template <class T, class F, class Expected> int wrong(int n, F function, Expected expected)
{
    T *out;
    int count = 0;
    CHECK(cudaMallocManaged(&out, n * sizeof(T)));
    call<<<2, 64>>>(out, n, function);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) {
        T value = expected(i);
        count += memcmp(&value, &out[i], sizeof value) != 0;
    }
    CHECK(cudaFree(out));
    return count;
}

static cudaTextureDesc how(cudaTextureAddressMode address = cudaAddressModeClamp, cudaTextureFilterMode filter = cudaFilterModePoint,
                           bool normalized = false, cudaTextureReadMode read = cudaReadModeElementType)
{
    cudaTextureDesc made = {};
    made.addressMode[0] = made.addressMode[1] = made.addressMode[2] = address;
    made.filterMode = filter;
    made.normalizedCoords = normalized;
    made.readMode = read;
    return made;
}
static cudaTextureObject_t make(const cudaResourceDesc &resource, const cudaTextureDesc &texture)
{
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    return object;
}
static cudaResourceDesc of_array(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}
// An array of numbers 0, 1, ...: `factor` times the place in the array.
template <class T> cudaArray_t numbered(cudaExtent extent, unsigned flags = 0, int factor = 1)
{
    static T numbers[4096];
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array;
    cudaMemcpy3DParms copy = {};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        numbers[i] = (T)(factor * i);
    CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
    copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1);
    copy.srcPtr = make_cudaPitchedPtr(numbers, extent.width * sizeof(T), extent.width, copy.extent.height);
    copy.dstArray = array;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

static void linear_memory()
{
    enum { N = 100 };
    unsigned char *memory;
    CHECK(cudaMallocManaged(&memory, 2048));
    for (int i = 0; i < 2048; i++)
        memory[i] = i % 127;
    auto read = [&](cudaChannelFormatDesc format, int size) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = memory;
        resource.res.linear.desc = format;
        resource.res.linear.sizeInBytes = N * size;
        return make(resource, how());
    };
    // Outside, zeros.
    auto element = [&](auto zero, int i) { return i < N ? ((decltype(zero) *)memory)[i] : zero; };
    cudaTextureObject_t bytes = read(cudaCreateChannelDesc<unsigned char>(), 1);
    cudaTextureObject_t shorts = read(cudaCreateChannelDesc<short2>(), 4), ints = read(cudaCreateChannelDesc<int1>(), 4);
    cudaTextureObject_t floats = read(cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindFloat), 16);
    cudaTextureObject_t chars = read(cudaCreateChannelDesc<char4>(), 4);
    int a = wrong<unsigned char>(N + 9, [=] __device__(int i) { return tex1Dfetch<unsigned char>(bytes, i); },
                                 [&](int i) { return element((unsigned char)0, i); });
    int b = wrong<short2>(N + 9, [=] __device__(int i) { return tex1Dfetch<short2>(shorts, i); },
                          [&](int i) { return element(short2{0, 0}, i); });
    int c = wrong<int>(N + 9, [=] __device__(int i) { return tex1Dfetch<int>(ints, i); }, [&](int i) { return element(0, i); });
    int d = wrong<float4>(
        N + 9,
        [=] __device__(int i) {
            float4 value;
            tex1Dfetch(&value, floats, i);
            return value;
        },
        [&](int i) { return element(float4{0, 0, 0, 0}, i); });
    int e = wrong<char4>(N + 9, [=] __device__(int i) { return tex1Dfetch<char4>(chars, i); },
                         [&](int i) { return element(char4{0, 0, 0, 0}, i); });
    printf("linear memory: %d %d %d %d %d wrong\n", a, b, c, d, e);
    for (cudaTextureObject_t object : {bytes, shorts, ints, floats, chars})
        CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFree(memory));
}

static void one_and_two_dimensions()
{
    cudaArray_t line = numbered<float>(make_cudaExtent(16, 0, 0), 0, 4);
    cudaTextureObject_t points = make(of_array(line), how()), mixed = make(of_array(line), how(cudaAddressModeClamp, cudaFilterModeLinear));
    cudaTextureObject_t wrapped = make(of_array(line), how(cudaAddressModeWrap, cudaFilterModePoint, true));
    int a = wrong<float>(20, [=] __device__(int i) { return tex1D<float>(points, i - 2 + 0.5f); },
                         [](int i) { return 4.0f * (i < 2 ? 0 : i < 18 ? i - 2 : 15); });
    int b = wrong<float>(60, [=] __device__(int i) { return tex1D<float>(mixed, i / 4.0f + 0.5f); }, [](int i) { return 1.0f * i; });
    int c = wrong<float>(48, [=] __device__(int i) { return tex1D<float>(wrapped, (i - 16 + 0.5f) / 16); },
                         [](int i) { return 4.0f * (i % 16); });
    // A table of one row, as NVIDIA's volumeRender makes it.
    cudaArray_t row = numbered<float>(make_cudaExtent(16, 1, 0), 0, 4);
    cudaTextureObject_t table = make(of_array(row), how(cudaAddressModeClamp, cudaFilterModeLinear, true));
    int t = wrong<float>(60, [=] __device__(int i) { return tex1D<float>(table, (i / 4.0f + 0.5f) / 16); }, [](int i) { return 1.0f * i; });
    printf("one dimension: %d %d %d %d wrong\n", a, b, c, t);
    CHECK(cudaDestroyTextureObject(table));
    CHECK(cudaFreeArray(row));

    enum { W = 8, H = 4 };
    cudaArray_t plane = numbered<float>(make_cudaExtent(W, H, 0), 0, 4);
    cudaTextureDesc border = how(cudaAddressModeBorder);
    border.borderColor[0] = -1;
    cudaTextureObject_t whole = make(of_array(plane), how());
    cudaTextureObject_t outside = make(of_array(plane), border), between = make(of_array(plane), how(cudaAddressModeClamp, cudaFilterModeLinear));
    cudaTextureObject_t again = make(of_array(plane), how(cudaAddressModeWrap, cudaFilterModePoint, true));
    cudaTextureObject_t mirror = make(of_array(plane), how(cudaAddressModeMirror, cudaFilterModePoint, true));
    auto at = [](int x, int y) { return 4.0f * (y * W + x); };
    a = wrong<float>(W * H, [=] __device__(int i) { return tex2D<float>(whole, i % W, i / W); }, [=](int i) { return at(i % W, i / W); });
    b = wrong<float>(
        3 * W * H,
        [=] __device__(int i) {
            float value;
            tex2D(&value, outside, i % (3 * W) - W + 0.5f, i / (3 * W) + 0.5f);
            return value;
        },
        [=](int i) {
            int x = i % (3 * W) - W;
            return x >= 0 && x < W ? at(x, i / (3 * W)) : -1.0f;
        });
    c = wrong<float>(28, [=] __device__(int i) { return tex2D<float>(between, i / 4.0f + 0.5f, 2.0f); },
                     [=](int i) { return i + (at(0, 1) + at(0, 2)) / 2; });
    int d = wrong<float>(2 * W * H, [=] __device__(int i) { return tex2D<float>(again, (i % (2 * W) + 0.5f) / W, (i / (2 * W) - H + 0.5f) / H); },
                         [=](int i) { return at(i % (2 * W) % W, i / (2 * W)); });
    int e = wrong<float>(2 * W * H, [=] __device__(int i) { return tex2D<float>(mirror, (i % (2 * W) + 0.5f) / W, (i / (2 * W) + 0.5f) / H); },
                         [=](int i) { return at(i % (2 * W) < W ? i % W : W - 1 - i % W, i / (2 * W)); });
    int f = wrong<float>(W, [=] __device__(int i) { return tex2D<float>(whole, i + 100.0f, -3.0f); }, [=](int) { return at(W - 1, 0); });
    printf("two dimensions: %d %d %d %d %d %d wrong\n", a, b, c, d, e, f);
    for (cudaTextureObject_t object : {points, mixed, wrapped, whole, outside, between, again, mirror})
        CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(line));
    CHECK(cudaFreeArray(plane));
}

static void read_as_floats()
{
    uchar4 colours[4] = {{0, 255, 0, 255}, {255, 255, 0, 0}, {0, 0, 255, 0}, {255, 0, 255, 255}};
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    CHECK(cudaMallocArray(&array, &format, 4, 1));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, colours, sizeof colours, sizeof colours, 1, cudaMemcpyHostToDevice));
    cudaTextureDesc as_float = how(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat), srgb = as_float;
    srgb.sRGB = 1;
    cudaTextureDesc mixed = how(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
    cudaTextureObject_t object = make(of_array(array), as_float), colour = make(of_array(array), srgb), between = make(of_array(array), mixed);
    auto expected = [&](int i) { return float4{colours[i].x / 255.0f, colours[i].y / 255.0f, colours[i].z / 255.0f, colours[i].w / 255.0f}; };
    int a = wrong<float4>(4, [=] __device__(int i) { return tex2D<float4>(object, i + 0.5f, 0.5f); }, expected);
    int b = wrong<float4>(4, [=] __device__(int i) { return tex2D<float4>(colour, i + 0.5f, 0.5f); }, expected);
    int c = wrong<float>(1, [=] __device__(int) { return tex2D<float4>(between, 0.5f, 0.5f).y; }, [](int) { return 1.0f; });
    printf("read as floats: %d %d %d wrong\n", a, b, c);
    for (cudaTextureObject_t each : {object, colour, between})
        CHECK(cudaDestroyTextureObject(each));
    CHECK(cudaFreeArray(array));
}

static void rows_of_memory()
{
    enum { W = 10, H = 6 };
    char *memory;
    size_t pitch;
    ushort2 host[H][W];
    for (int i = 0; i < W * H; i++)
        host[i / W][i % W] = ushort2{(unsigned short)i, (unsigned short)(1000 - i)};
    CHECK(cudaMallocPitch(&memory, &pitch, W * sizeof **host, H));
    CHECK(cudaMemcpy2D(memory, pitch, host, sizeof *host, sizeof *host, H, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<ushort2>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureObject_t object = make(resource, how());
    printf("rows of memory: %d wrong\n",
           wrong<ushort2>(W * H, [=] __device__(int i) { return tex2D<ushort2>(object, i % W + 0.25f, i / W + 0.75f); },
                          [&](int i) { return host[i / W][i % W]; }));
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFree(memory));
}

static void three_dimensions_and_layers()
{
    enum { W = 8, H = 4, D = 4 };
    cudaArray_t box = numbered<float>(make_cudaExtent(W, H, D)), line = numbered<int>(make_cudaExtent(W, 0, D), cudaArrayLayered);
    cudaArray_t plane = numbered<unsigned>(make_cudaExtent(W, H, D), cudaArrayLayered);
    cudaTextureObject_t points = make(of_array(box), how()), mixed = make(of_array(box), how(cudaAddressModeClamp, cudaFilterModeLinear));
    cudaTextureObject_t lines = make(of_array(line), how()), planes = make(of_array(plane), how());
    auto place = [](int i) { return i; };
    int a = wrong<float>(W * H * D, [=] __device__(int i) { return tex3D<float>(points, i % W + 0.5f, i / W % H + 0.5f, i / W / H + 0.5f); },
                         [](int i) { return (float)i; });
    int b = wrong<float>(D - 1, [=] __device__(int i) { return tex3D<float>(mixed, 1.0f, 1.0f, i + 1.0f); },
                         [](int i) { return 0.5f + W / 2 + (i + 0.5f) * W * H; });
    printf("three dimensions: %d %d wrong\n", a, b);
    a = wrong<int>(W * D, [=] __device__(int i) { return tex1DLayered<int>(lines, i % W + 0.5f, i / W); }, place);
    b = wrong<int>(W * H * D, [=] __device__(int i) { return (int)tex2DLayered<unsigned>(planes, i % W + 0.5f, i / W % H + 0.5f, i / W / H); }, place);
    printf("layers: %d %d wrong\n", a, b);
    for (cudaTextureObject_t object : {points, mixed, lines, planes})
        CHECK(cudaDestroyTextureObject(object));
    for (cudaArray_t array : {box, line, plane})
        CHECK(cudaFreeArray(array));
}

static __device__ float3 direction(int face)
{
    float sign = face % 2 ? -1 : 1;
    return face / 2 == 0 ? float3{sign, 0.25f, 0.25f} : face / 2 == 1 ? float3{0.25f, sign, 0.25f} : float3{0.25f, 0.25f, sign};
}
static void cubemaps()
{
    cudaArray_t one = numbered<int>(make_cudaExtent(1, 1, 6), cudaArrayCubemap);
    cudaArray_t two = numbered<int>(make_cudaExtent(1, 1, 12), cudaArrayCubemap | cudaArrayLayered);
    cudaTextureObject_t cube = make(of_array(one), how(cudaAddressModeClamp, cudaFilterModePoint, true));
    cudaTextureObject_t cubes = make(of_array(two), how(cudaAddressModeClamp, cudaFilterModePoint, true));
    int a = wrong<int>(
        6,
        [=] __device__(int i) {
            float3 to = direction(i);
            return texCubemap<int>(cube, to.x, to.y, to.z) + 100 * texCubemapLod<int>(cube, to.x, to.y, to.z, 0);
        },
        [](int i) { return 101 * i; });
    int b = wrong<int>(
        12,
        [=] __device__(int i) {
            float3 to = direction(i % 6);
            return texCubemapLayered<int>(cubes, to.x, to.y, to.z, i / 6) + 100 * texCubemapLayeredLod<int>(cubes, to.x, to.y, to.z, i / 6, 0);
        },
        [](int i) { return 101 * i; });
    printf("cubemaps: %d %d wrong\n", a, b);
    CHECK(cudaDestroyTextureObject(cube));
    CHECK(cudaDestroyTextureObject(cubes));
    CHECK(cudaFreeArray(one));
    CHECK(cudaFreeArray(two));
}

// Each level of the array has one number: 10, 20, ...; and 1 more in each further layer.
static cudaMipmappedArray_t levels_of(cudaExtent size, unsigned levels, unsigned flags = 0)
{
    cudaMipmappedArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    static float numbers[4096];
    CHECK(cudaMallocMipmappedArray(&array, &format, size, levels, flags));
    for (unsigned level = 0; level < levels; level++) {
        cudaMemcpy3DParms copy = {};
        CHECK(cudaGetMipmappedArrayLevel(&copy.dstArray, array, level));
        CHECK(cudaArrayGetInfo(nullptr, &copy.extent, nullptr, copy.dstArray));
        copy.extent = make_cudaExtent(copy.extent.width, copy.extent.height ? copy.extent.height : 1, copy.extent.depth ? copy.extent.depth : 1);
        for (size_t i = 0; i < copy.extent.width * copy.extent.height * copy.extent.depth; i++)
            numbers[i] = 10 * (level + 1) + (flags ? i / (copy.extent.width * copy.extent.height) : 0);
        copy.srcPtr = make_cudaPitchedPtr(numbers, copy.extent.width * sizeof(float), copy.extent.width, copy.extent.height);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
    }
    return array;
}
static cudaTextureObject_t of_levels(cudaMipmappedArray_t array, cudaTextureFilterMode filter)
{
    cudaResourceDesc resource = {};
    cudaTextureDesc texture = how(cudaAddressModeClamp, cudaFilterModePoint, true);
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = array;
    texture.mipmapFilterMode = filter;
    texture.maxMipmapLevelClamp = 2;
    return make(resource, texture);
}
static void levels()
{
    // Derivatives of 1.625 elements choose level 1; a GPU's level may be up to half a one higher.
    const float far = 1.625f / 16;
    cudaMipmappedArray_t line = levels_of(make_cudaExtent(16, 0, 0), 3), plane = levels_of(make_cudaExtent(16, 16, 0), 3);
    cudaMipmappedArray_t box = levels_of(make_cudaExtent(16, 16, 16), 3);
    cudaTextureObject_t one = of_levels(line, cudaFilterModePoint), two = of_levels(plane, cudaFilterModePoint);
    cudaTextureObject_t three = of_levels(box, cudaFilterModePoint), mixed = of_levels(plane, cudaFilterModeLinear);
    cudaArray_t second;
    CHECK(cudaGetMipmappedArrayLevel(&second, plane, 1));
    cudaTextureObject_t level = make(of_array(second), how());
    auto expected = [](int i) { return 10.0f * ((i < 2 ? i : 2) + 1); };
    int a = wrong<float>(4, [=] __device__(int i) { return (tex1DLod<float>(one, 0.5f, i) + tex2DLod<float>(two, 0.5f, 0.5f, i) + tex3DLod<float>(three, 0.5f, 0.5f, 0.5f, i)) / 3; }, expected);
    int b = wrong<float>(9, [=] __device__(int i) { return tex2DLod<float>(mixed, 0.5f, 0.5f, i / 4.0f); }, [](int i) { return 10 + i * 2.5f; });
    int c = wrong<float>(1, [=] __device__(int) { return tex2D<float>(two, 0.5f, 0.5f) + tex3D<float>(three, 0.5f, 0.5f, 0.5f); }, [](int) { return 20.0f; });
    int d = wrong<float>(1, [=] __device__(int) {
        return tex1DGrad<float>(one, 0.5f, far, 0) + tex2DGrad<float>(two, 0.5f, 0.5f, float2{0, far}, float2{0, 0}) +
               tex3DGrad<float>(three, 0.5f, 0.5f, 0.5f, float4{0, 0, 0, 0}, float4{0, 0, far, 0});
    }, [](int) { return 60.0f; });
    int e = wrong<float>(8, [=] __device__(int i) { return tex2D<float>(level, i, i); }, [](int) { return 20.0f; });
    printf("levels: %d %d %d %d %d wrong\n", a, b, c, d, e);

    cudaMipmappedArray_t lines = levels_of(make_cudaExtent(16, 0, 2), 3, cudaArrayLayered), planes = levels_of(make_cudaExtent(16, 16, 2), 3, cudaArrayLayered);
    cudaTextureObject_t layered = of_levels(lines, cudaFilterModePoint), sheets = of_levels(planes, cudaFilterModePoint);
    a = wrong<float>(4, [=] __device__(int i) { return tex1DLayeredLod<float>(layered, 0.5f, 1, i) - 1; }, expected);
    b = wrong<float>(4, [=] __device__(int i) { return tex2DLayeredLod<float>(sheets, 0.5f, 0.5f, 1, i) - 1; }, expected);
    c = wrong<float>(1, [=] __device__(int) { return tex1DLayeredGrad<float>(layered, 0.5f, 1, 0, far); }, [](int) { return 21.0f; });
    d = wrong<float>(1, [=] __device__(int) { return tex2DLayeredGrad<float>(sheets, 0.5f, 0.5f, 1, float2{far, 0}, float2{0, 0}); }, [](int) { return 21.0f; });
    printf("layers with levels: %d %d %d %d wrong\n", a, b, c, d);
    for (cudaTextureObject_t object : {one, two, three, mixed, level, layered, sheets})
        CHECK(cudaDestroyTextureObject(object));
    for (cudaMipmappedArray_t array : {line, plane, box, lines, planes})
        CHECK(cudaFreeMipmappedArray(array));
}

static void gather()
{
    enum { W = 8, H = 4 };
    int2 pairs[W * H];
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int2>();
    for (int i = 0; i < W * H; i++)
        pairs[i] = int2{i, -i};
    CHECK(cudaMallocArray(&array, &format, W, H, cudaArrayTextureGather));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, pairs, W * sizeof *pairs, W * sizeof *pairs, H, cudaMemcpyHostToDevice));
    cudaTextureObject_t object = make(of_array(array), how());
    auto expected = [](int i, int sign) { return int4{sign * (i + W), sign * (i + W + 1), sign * (i + 1), sign * i}; };
    int a = wrong<int4>(W - 1, [=] __device__(int i) { return tex2Dgather<int4>(object, i + 1.0f, 1.0f); }, [=](int i) { return expected(i, 1); });
    int b = wrong<int4>(W - 1, [=] __device__(int i) { return tex2Dgather<int4>(object, i + 1.0f, 1.0f, 1); }, [=](int i) { return expected(i, -1); });
    printf("gather: %d %d wrong\n", a, b);
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
}

struct two_textures {
    int first;
    cudaTextureObject_t object[2];
};
__constant__ cudaTextureObject_t constant;
__device__ two_textures variable;
static void places_of_objects()
{
    cudaArray_t array = numbered<float>(make_cudaExtent(64, 0, 0));
    two_textures both;
    both.first = 10;
    both.object[0] = make(of_array(array), how());
    both.object[1] = make(of_array(array), how(cudaAddressModeClamp, cudaFilterModeLinear));
    CHECK(cudaMemcpyToSymbol(constant, &both.object[0], sizeof both.object[0]));
    CHECK(cudaMemcpyToSymbol(variable, &both, sizeof both));
    printf("objects in structures, constants and memory: %d wrong\n",
           wrong<float>(32, [=] __device__(int i) {
               return tex1D<float>(both.object[0], both.first + i) + tex1D<float>(both.object[i % 2], i + 0.5f) + tex1D<float>(constant, i) +
                      tex1D<float>(variable.object[1], i + 1.0f);
           }, [](int i) { return 10.0f + 4 * i + 0.5f; }));
    CHECK(cudaDestroyTextureObject(both.object[0]));
    CHECK(cudaDestroyTextureObject(both.object[1]));
    CHECK(cudaFreeArray(array));
}

// As programs do: the launch is not waited for.
static void hold(void *)
{
    timespec time = {0, 20000000};
    nanosleep(&time, nullptr);
}
static void destroyed()
{
    cudaArray_t array = numbered<int>(make_cudaExtent(64, 0, 0));
    cudaTextureObject_t object = make(of_array(array), how());
    cudaStream_t stream;
    int *out, count = 0;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocManaged(&out, 64 * sizeof(int)));
    CHECK(cudaLaunchHostFunc(stream, hold, nullptr));
    call<<<1, 64, 0, stream>>>(out, 64, [=] __device__(int i) { return tex1D<int>(object, i); });
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < 64; i++)
        count += out[i] != i;
    printf("destroyed after a launch: %d wrong\n", count);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(out));
    CHECK(cudaFreeArray(array));
}

static void copies()
{
    enum { W = 8, H = 6 };
    cudaArray_t from = numbered<float>(make_cudaExtent(W, H, 0)), to = numbered<float>(make_cudaExtent(W, H, 0), 0, 0);
    float host[H][W], part[2][3];
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    auto read = [&](cudaArray_t array) { CHECK(cudaMemcpy2DFromArray(host, sizeof *host, array, 0, 0, sizeof *host, H, cudaMemcpyDeviceToHost)); };
    int count[5] = {};
    CHECK(cudaMemcpy2DFromArrayAsync(part, sizeof *part, from, 2 * sizeof(float), 1, sizeof *part, 2, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < 6; i++)
        count[0] += part[i / 3][i % 3] != (1 + i / 3) * W + 2 + i % 3;
    // The box of 3 x 2 goes to (4, 3).
    CHECK(cudaMemcpy2DToArrayAsync(to, 4 * sizeof(float), 3, part, sizeof *part, sizeof *part, 2, cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    read(to);
    for (int i = 0; i < W * H; i++) {
        int x = i % W - 4, y = i / W - 3;
        count[1] += host[i / W][i % W] != (x >= 0 && x < 3 && y >= 0 && y < 2 ? (1 + y) * W + 2 + x : 0);
    }
    CHECK(cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 1, W * sizeof(float), 5));
    read(to);
    for (int i = 0; i < W * 5; i++)
        count[2] += host[i / W][i % W] != W + i;
    // Bytes, from the end of one row over two to the next.
    float numbers[20], back[20] = {};
    for (int i = 0; i < 20; i++)
        numbers[i] = 500 + i;
    CHECK(cudaMemcpyToArray(to, 7 * sizeof(float), 1, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyFromArray(back, to, 7 * sizeof(float), 1, sizeof back, cudaMemcpyDeviceToHost));
    count[3] += memcmp(numbers, back, sizeof back) != 0;
    read(to);
    for (int i = 0; i < W * H; i++)
        count[3] += i >= W + 7 && i < W + 27 ? host[i / W][i % W] != 500 + i - W - 7 : i < W * 5 && host[i / W][i % W] != W + i;
    // A box of an array of three dimensions, to memory at a place in elements, and between arrays.
    cudaArray_t box = numbered<float>(make_cudaExtent(4, 4, 4)), other = numbered<float>(make_cudaExtent(4, 4, 4), 0, 0);
    float cube[2][3][4] = {};
    cudaMemcpy3DParms copy = {};
    copy.srcArray = box;
    copy.srcPos = make_cudaPos(1, 2, 3);
    copy.dstArray = other;
    copy.dstPos = make_cudaPos(0, 1, 1);
    copy.extent = make_cudaExtent(2, 2, 1);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK(cudaMemcpy3DAsync(&copy, stream));
    CHECK(cudaStreamSynchronize(stream));
    copy.srcArray = other;
    copy.srcPos = make_cudaPos(0, 1, 0);
    copy.dstArray = nullptr;
    copy.dstPtr = make_cudaPitchedPtr(cube, sizeof **cube, 4, 3);
    copy.dstPos = make_cudaPos(2, 1, 0);
    copy.extent = make_cudaExtent(2, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    for (int i = 0; i < 24; i++) {
        int x = i % 4 - 2, y = i / 4 % 3 - 1, z = i / 12;
        count[4] += cube[i / 12][i / 4 % 3][i % 4] != (x >= 0 && y >= 0 && z == 1 ? 3 * 16 + (2 + y) * 4 + 1 + x : 0);
    }
    printf("copies: %d %d %d %d %d wrong\n", count[0], count[1], count[2], count[3], count[4]);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    float *pinned;
    CHECK(cudaMallocHost(&pinned, W * sizeof(float)));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpy2DFromArrayAsync(pinned, W * sizeof(float), from, 0, 2, W * sizeof(float), 1, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    memset(pinned, 0, W * sizeof(float));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    int different = 0;
    for (int i = 0; i < W; i++)
        different += pinned[i] != 2 * W + i;
    printf("captured: %d wrong\n", different);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaStreamDestroy(stream));
    for (cudaArray_t array : {from, to, box, other})
        CHECK(cudaFreeArray(array));
}

static void queries()
{
    cudaArray_t array, level;
    cudaMipmappedArray_t mipmapped = levels_of(make_cudaExtent(16, 8, 4), 3);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), none = cudaCreateChannelDesc<float3>(), found, again;
    cudaExtent size;
    unsigned flags;
    CHECK(cudaMallocArray(&array, &format, 8, 6, cudaArrayTextureGather));
    CHECK(cudaArrayGetInfo(&found, &size, &flags, array));
    CHECK(cudaGetChannelDesc(&again, array));
    printf("array: %zu x %zu, %d %d %d %d bits of kind %d, flags %u\n", size.width, size.height, again.x, found.y, found.z, found.w, (int)found.f, flags);
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmapped, 2));
    CHECK(cudaArrayGetInfo(nullptr, &size, nullptr, level));
    printf("level: %zu x %zu x %zu\n", size.width, size.height, size.depth);

    cudaTextureDesc texture = how(cudaAddressModeClamp, cudaFilterModeLinear);
    texture.addressMode[0] = cudaAddressModeBorder;
    texture.borderColor[2] = 0.5f;
    texture.maxMipmapLevelClamp = 2;
    cudaTextureObject_t object = make(of_array(array), texture), bad;
    cudaResourceDesc resource;
    cudaTextureDesc read;
    cudaResourceViewDesc view;
    CHECK(cudaGetTextureObjectResourceDesc(&resource, object));
    CHECK(cudaGetTextureObjectTextureDesc(&read, object));
    printf("object: of an array %d, linear %d, border %g, address %d %d, levels %g to %g\n", resource.resType == cudaResourceTypeArray && resource.res.array.array == array,
           (int)read.filterMode, read.borderColor[2], (int)read.addressMode[0], (int)read.addressMode[1], read.minMipmapLevelClamp, read.maxMipmapLevelClamp);
    printf("views: %s\n", cudaGetErrorName(cudaGetTextureObjectResourceViewDesc(&view, object)));

    cudaDeviceProp limits;
    int wide, layers, side;
    cudaArray_t refused, widest;
    CHECK(cudaGetDeviceProperties(&limits, 0));
    CHECK(cudaDeviceGetAttribute(&wide, cudaDevAttrMaxTexture2DWidth, 0));
    CHECK(cudaDeviceGetAttribute(&layers, cudaDevAttrMaxTexture2DLayeredLayers, 0));
    CHECK(cudaDeviceGetAttribute(&side, cudaDevAttrMaxSurfaceCubemapWidth, 0));
    bool fits = cudaMallocArray(&widest, &format, wide, 1) == cudaSuccess;
    printf("limits: %zu %zu bytes, attributes %d %d %d, arrays %d %d\n", limits.textureAlignment, limits.texturePitchAlignment, wide == limits.maxTexture2D[0],
           layers == limits.maxTexture2DLayered[2], side == limits.maxSurfaceCubemap, fits, cudaMallocArray(&refused, &format, wide + 1, 1) == cudaSuccess);
    CHECK(cudaFreeArray(widest));
    cudaResourceDesc ints = of_array(numbered<int>(make_cudaExtent(4, 4, 0)));
    float host[64];
    printf("refused: %d %d %d %d %d %d\n", cudaMallocArray(&refused, &none, 8) != cudaSuccess, cudaMalloc3DArray(&refused, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap) != cudaSuccess,
           cudaCreateTextureObject(&bad, &ints, &texture, nullptr) != cudaSuccess,
           cudaMemcpy2DToArray(array, 0, 0, host, 16, 32, 2, cudaMemcpyHostToDevice) != cudaSuccess,
           cudaMemcpy2DToArray(array, 4, 0, host, 32, 32, 2, cudaMemcpyHostToDevice) != cudaSuccess,
           cudaGetMipmappedArrayLevel(&level, mipmapped, 3) != cudaSuccess);
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(ints.res.array.array));
    CHECK(cudaFreeMipmappedArray(mipmapped));
}

int main()
{
    linear_memory();
    one_and_two_dimensions();
    read_as_floats();
    rows_of_memory();
    three_dimensions_and_layers();
    cubemaps();
    levels();
    gather();
    places_of_objects();
    destroyed();
    copies();
    queries();
    return 0;
}
