// Surfaces: reads and writes of arrays of each kind, of each size, inside and outside.
// > one dimension: 0 0 wrong
// > two dimensions: 0 0 0 wrong
// > outside: 0 0 0 0 wrong
// > three dimensions: 0 0 wrong
// > layers: 0 0 0 wrong
// > cubemaps: 0 0 wrong
// > level: 0 0 0 wrong
// > read by a texture: 0 wrong
// > object: the same array 1
// > refused: 1
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                                                \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

template <class F> __global__ void each(int n, F function)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        function(i);
}
template <class F> void run(int n, F function)
{
    each<<<2, 64>>>(n, function);
    CHECK(cudaDeviceSynchronize());
}

enum { W = 8, H = 4, D = 6 };
struct image {
    cudaArray_t array;
    cudaSurfaceObject_t object;
};
static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t object;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&object, &resource));
    return object;
}
template <class T> image make(cudaExtent size, unsigned flags = 0)
{
    image made;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMalloc3DArray(&made.array, &format, size, flags | cudaArraySurfaceLoadStore));
    made.object = surface_of(made.array);
    return made;
}
// How many of the array's elements are not the expected ones.
template <class T, class F> int differ(cudaArray_t array, F expected)
{
    static T host[D * 2 * H * W];
    cudaMemcpy3DParms copy = {};
    CHECK(cudaArrayGetInfo(nullptr, &copy.extent, nullptr, array));
    size_t rows = copy.extent.height ? copy.extent.height : 1, slices = copy.extent.depth ? copy.extent.depth : 1;
    copy.extent = make_cudaExtent(copy.extent.width, rows, slices);
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(host, copy.extent.width * sizeof(T), copy.extent.width, rows);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    int count = 0;
    for (size_t i = 0; i < copy.extent.width * rows * slices; i++) {
        T value = expected((int)i);
        count += memcmp(&value, &host[i], sizeof value) != 0;
    }
    return count;
}
static void end(image of)
{
    CHECK(cudaDestroySurfaceObject(of.object));
    CHECK(cudaFreeArray(of.array));
}

static void one_and_two_dimensions()
{
    image line = make<float4>(make_cudaExtent(W, 0, 0)), bytes = make<unsigned char>(make_cudaExtent(W, H, 0));
    image plane = make<float>(make_cudaExtent(W, H, 0)), pairs = make<short2>(make_cudaExtent(W, H, 0));
    run(W, [=] __device__(int i) { surf1Dwrite(float4{i + 0.5f, 1, 2, (float)-i}, line.object, i * (int)sizeof(float4)); });
    auto numbers = [](int i) { return float4{i + 0.5f, 1, 2, (float)-i}; };
    int a = differ<float4>(line.array, numbers);
    run(W, [=] __device__(int i) {
        float4 value = surf1Dread<float4>(line.object, i * (int)sizeof(float4)), again;
        surf1Dread(&again, line.object, i * (int)sizeof(float4));
        value.y += again.z;
        surf1Dwrite(value, line.object, i * (int)sizeof(float4));
    });
    printf("one dimension: %d %d wrong\n", a, differ<float4>(line.array, [](int i) { return float4{i + 0.5f, 3, 2, (float)-i}; }));
    run(W * H, [=] __device__(int i) {
        int x = i % W, y = i / W;
        surf2Dwrite((unsigned char)(2 * i), bytes.object, x, y);
        surf2Dwrite(3.0f * i, plane.object, x * (int)sizeof(float), y, cudaBoundaryModeZero);
        surf2Dwrite(short2{(short)i, (short)-i}, pairs.object, x * (int)sizeof(short2), y);
    });
    printf("two dimensions: %d %d %d wrong\n", differ<unsigned char>(bytes.array, [](int i) { return (unsigned char)(2 * i); }),
           differ<float>(plane.array, [](int i) { return 3.0f * i; }), differ<short2>(pairs.array, [](int i) { return short2{(short)i, (short)-i}; }));

    // Outside: reads of zeros, and of the edge; writes of nothing, and of the edge.
    run(W * H, [=] __device__(int i) {
        int x = i % W * 4, y = i / W;
        float beyond = surf2Dread<float>(plane.object, x + W * 4, y, cudaBoundaryModeZero), above;
        surf2Dread(&above, plane.object, x, -1, cudaBoundaryModeZero);
        surf2Dwrite(short2{(short)(beyond + above), 7}, pairs.object, x, y, cudaBoundaryModeClamp);
    });
    a = differ<short2>(pairs.array, [](int) { return short2{0, 7}; });
    run(W * H, [=] __device__(int i) {
        surf2Dwrite(short2{(short)surf2Dread<float>(plane.object, i % W * 4, i / W + H, cudaBoundaryModeClamp), 8}, pairs.object, i % W * 4, i / W);
    });
    int b = differ<short2>(pairs.array, [](int i) { return short2{(short)(3 * ((H - 1) * W + i % W)), 8}; });
    run(W, [=] __device__(int i) { surf2Dwrite(-1.0f, plane.object, i * 4, H, cudaBoundaryModeZero); });
    int c = differ<float>(plane.array, [](int i) { return 3.0f * i; });
    run(H, [=] __device__(int i) { surf2Dwrite(-1.0f, plane.object, -4, i, cudaBoundaryModeClamp); });
    printf("outside: %d %d %d %d wrong\n", a, b, c, differ<float>(plane.array, [](int i) { return i % W ? 3.0f * i : -1.0f; }));
    for (image each : {line, bytes, plane, pairs})
        end(each);
}

static void three_dimensions()
{
    image box = make<int2>(make_cudaExtent(W, H, D)), words = make<unsigned>(make_cudaExtent(W, H, D));
    run(W * H * D / 2, [=] __device__(int i) { // 96 of 192: the other slices in a second launch
        surf3Dwrite(int2{i, ~i}, box.object, i % W * 8, i / W % H, i / W / H);
        surf3Dwrite((unsigned)i, words.object, i % W * 4, i / W % H, i / W / H);
    });
    run(W * H * D / 2, [=] __device__(int i) {
        int z = i / W / H, x = i % W, y = i / W % H;
        unsigned word;
        surf3Dread(&word, words.object, x * 4, y, z);
        int2 pair = surf3Dread<int2>(box.object, x * 8, y, z);
        surf3Dwrite(int2{pair.y, pair.x}, box.object, x * 8, y, z + D / 2);
        surf3Dwrite(word + 1000, words.object, x * 4, y, z + D / 2);
    });
    printf("three dimensions: %d %d wrong\n", differ<int2>(box.array, [](int i) { return i < 96 ? int2{i, ~i} : int2{~(i - 96), i - 96}; }),
           differ<unsigned>(words.array, [](int i) { return i < 96 ? i : i - 96 + 1000u; }));
    end(box);
    end(words);
}

static void layers_and_cubemaps()
{
    image lines = make<short>(make_cudaExtent(W, 0, D), cudaArrayLayered), planes = make<ushort4>(make_cudaExtent(W, H, 3), cudaArrayLayered);
    run(W * D, [=] __device__(int i) { surf1DLayeredwrite((short)i, lines.object, i % W * 2, i / W); });
    run(W * D, [=] __device__(int i) { surf1DLayeredwrite((short)(surf1DLayeredread<short>(lines.object, i % W * 2, i / W) + 5), lines.object, i % W * 2, i / W); });
    int a = differ<short>(lines.array, [](int i) { return (short)(i + 5); });
    run(W * H * 3, [=] __device__(int i) { surf2DLayeredwrite(ushort4{1, 2, 3, (unsigned short)i}, planes.object, i % W * 8, i / W % H, i / W / H); });
    int b = differ<ushort4>(planes.array, [](int i) { return ushort4{1, 2, 3, (unsigned short)i}; });
    run(W * H * 3, [=] __device__(int i) {
        ushort4 value;
        surf2DLayeredread(&value, planes.object, i % W * 8, i / W % H, i / W / H);
        value.x += value.y;
        surf2DLayeredwrite(value, planes.object, i % W * 8, i / W % H, i / W / H);
    });
    printf("layers: %d %d %d wrong\n", a, b, differ<ushort4>(planes.array, [](int i) { return ushort4{3, 2, 3, (unsigned short)i}; }));
    image cube = make<float>(make_cudaExtent(H, H, 6), cudaArrayCubemap), cubes = make<float>(make_cudaExtent(2, 2, 12), cudaArrayCubemap | cudaArrayLayered);
    run(H * H * 6, [=] __device__(int i) { surfCubemapwrite((float)i, cube.object, i % H * 4, i / H % H, i / H / H); });
    run(48, [=] __device__(int i) {
        float value = surfCubemapread<float>(cube.object, i % H * 4, i / H % H, i / H / H);
        surfCubemapLayeredwrite(value, cubes.object, i % 2 * 4, i / 2 % 2, i / 4);
    });
    run(48, [=] __device__(int i) {
        float value = surfCubemapLayeredread<float>(cubes.object, i % 2 * 4, i / 2 % 2, i / 4);
        surfCubemapLayeredwrite(value + 1, cubes.object, i % 2 * 4, i / 2 % 2, i / 4);
    });
    printf("cubemaps: %d %d wrong\n", differ<float>(cube.array, [](int i) { return (float)i; }), differ<float>(cubes.array, [](int i) { return i + 1.0f; }));
    for (image each : {lines, planes, cube, cubes})
        end(each);
}

static void levels_and_textures()
{
    cudaMipmappedArray_t mipmapped;
    image level[2];
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    CHECK(cudaMallocMipmappedArray(&mipmapped, &format, make_cudaExtent(W, H, 0), 2, cudaArraySurfaceLoadStore));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaGetMipmappedArrayLevel(&level[i].array, mipmapped, i));
        level[i].object = surface_of(level[i].array);
    }
    cudaSurfaceObject_t large = level[0].object, small = level[1].object;
    run(W * H, [=] __device__(int i) { surf2Dwrite(i, large, i % W * 4, i / W); });
    run(W * H / 4, [=] __device__(int i) {
        int x = i % (W / 2), y = i / (W / 2);
        surf2Dwrite(surf2Dread<int>(large, 2 * x * 4, 2 * y), small, x * 4, y);
    });
    // CUDA makes surfaces of every array, also of one without the flag: NVIDIA's bindlessTexture writes levels so.
    cudaMipmappedArray_t unflagged;
    image plain;
    CHECK(cudaMallocMipmappedArray(&unflagged, &format, make_cudaExtent(W, H, 0), 2));
    CHECK(cudaGetMipmappedArrayLevel(&plain.array, unflagged, 0));
    plain.object = surface_of(plain.array);
    run(W * H, [=] __device__(int i) { surf2Dwrite(5 * i, plain.object, i % W * 4, i / W); });
    int c = differ<int>(plain.array, [](int i) { return 5 * i; });
    CHECK(cudaDestroySurfaceObject(plain.object));
    CHECK(cudaFreeMipmappedArray(unflagged));
    printf("level: %d %d %d wrong\n", differ<int>(level[0].array, [](int i) { return i; }), differ<int>(level[1].array, [](int i) { return 2 * (i % (W / 2)) + 2 * W * (i / (W / 2)); }), c);
    cudaResourceDesc resource = {}, found;
    cudaTextureDesc texture = {};
    cudaTextureObject_t object;
    image copy = make<int>(make_cudaExtent(W / 2, H / 2, 0));
    resource.res.array.array = level[1].array;
    CHECK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    run(W * H / 4, [=] __device__(int i) { surf2Dwrite(tex2D<int>(object, i % (W / 2), i / (W / 2)), copy.object, i % (W / 2) * 4, i / (W / 2)); });
    printf("read by a texture: %d wrong\n", differ<int>(copy.array, [](int i) { return 2 * (i % (W / 2)) + 2 * W * (i / (W / 2)); }));
    CHECK(cudaGetSurfaceObjectResourceDesc(&found, small));
    printf("object: the same array %d\n", found.resType == cudaResourceTypeArray && found.res.array.array == level[1].array);
    resource.resType = cudaResourceTypeLinear;
    printf("refused: %d\n", cudaCreateSurfaceObject(&large, &resource) != cudaSuccess);
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaDestroySurfaceObject(level[0].object));
    CHECK(cudaDestroySurfaceObject(small));
    CHECK(cudaFreeMipmappedArray(mipmapped));
    end(copy);
}

int main()
{
    one_and_two_dimensions();
    three_dimensions();
    layers_and_cubemaps();
    levels_and_textures();
    return 0;
}
