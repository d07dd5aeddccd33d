// cuBLAS's functions of each type against plain loops. Vectors and matrices hold small integers, so products are exact.
// > float: 0 wrong of 119
// > double: 0 wrong of 119
// > complex float: 0 wrong of 119
// > complex double: 0 wrong of 119
#include <complex>
#include <cstdio>
#include <cublas_v2.h>
#include <type_traits>
#include <vector>

typedef std::complex<double> Z;
static Z wide(float x)
{
    return x;
}
static Z wide(double x)
{
    return x;
}
static Z wide(cuComplex x)
{
    return {x.x, x.y};
}
static Z wide(cuDoubleComplex x)
{
    return {x.x, x.y};
}
static void narrow(float &to, Z x)
{
    to = (float)x.real();
}
static void narrow(double &to, Z x)
{
    to = x.real();
}
static void narrow(cuComplex &to, Z x)
{
    to = {(float)x.real(), (float)x.imag()};
}
static void narrow(cuDoubleComplex &to, Z x)
{
    to = {x.real(), x.imag()};
}
template <class T> static T number(double real, double imaginary = 0)
{
    T made;
    narrow(made, Z(real, imaginary));
    return made;
}

// The functions that all types have, those of real types, and of complex ones by the same names.
template <class T> struct blas;
#define COMMON(L, l, N)                                                                                                \
    static constexpr auto axpy = cublas##L##axpy;                                                                      \
    static constexpr auto scal = cublas##L##scal;                                                                      \
    static constexpr auto copy = cublas##L##copy;                                                                      \
    static constexpr auto swap = cublas##L##swap;                                                                      \
    static constexpr auto nrm2 = cublas##N##nrm2;                                                                      \
    static constexpr auto asum = cublas##N##asum;                                                                      \
    static constexpr auto amax = cublasI##l##amax;                                                                     \
    static constexpr auto amin = cublasI##l##amin;                                                                     \
    static constexpr auto gemv = cublas##L##gemv;                                                                      \
    static constexpr auto trmv = cublas##L##trmv;                                                                      \
    static constexpr auto trsv = cublas##L##trsv;                                                                      \
    static constexpr auto gemm = cublas##L##gemm;                                                                      \
    static constexpr auto batched = cublas##L##gemmBatched;                                                            \
    static constexpr auto strided = cublas##L##gemmStridedBatched;                                                     \
    static constexpr auto symm = cublas##L##symm;                                                                      \
    static constexpr auto syrk = cublas##L##syrk;                                                                      \
    static constexpr auto syr2k = cublas##L##syr2k;                                                                    \
    static constexpr auto trsm = cublas##L##trsm;                                                                      \
    static constexpr auto trmm = cublas##L##trmm;                                                                      \
    static constexpr auto trsms = cublas##L##trsmBatched;                                                              \
    static constexpr auto geam = cublas##L##geam;                                                                      \
    static constexpr auto dgmm = cublas##L##dgmm;                                                                      \
    static constexpr auto getrf = cublas##L##getrfBatched;                                                             \
    static constexpr auto getrs = cublas##L##getrsBatched;                                                             \
    static constexpr auto getri = cublas##L##getriBatched;                                                             \
    static constexpr auto matinv = cublas##L##matinvBatched;                                                           \
    static constexpr auto gels = cublas##L##gelsBatched;
#define OWN(L, u, c, he)                                                                                               \
    static constexpr auto dotu = cublas##L##dot##u;                                                                    \
    static constexpr auto dotc = cublas##L##dot##c;                                                                    \
    static constexpr auto geru = cublas##L##ger##u;                                                                    \
    static constexpr auto gerc = cublas##L##ger##c;                                                                    \
    static constexpr auto hemv = cublas##L##he##mv;                                                                    \
    static constexpr auto her = cublas##L##he##r;                                                                      \
    static constexpr auto her2 = cublas##L##he##r2;                                                                    \
    static constexpr auto hemm = cublas##L##he##mm;                                                                    \
    static constexpr auto herk = cublas##L##he##rk;                                                                    \
    static constexpr auto her2k = cublas##L##he##r2k;
template <> struct blas<float> {
    typedef float real;
    static constexpr const char *name = "float";
    COMMON(S, s, S) OWN(S, , , sy)
};
template <> struct blas<double> {
    typedef double real;
    static constexpr const char *name = "double";
    COMMON(D, d, D) OWN(D, , , sy)
};
template <> struct blas<cuComplex> {
    typedef float real;
    static constexpr const char *name = "complex float";
    COMMON(C, c, Sc) OWN(C, u, c, he)
};
template <> struct blas<cuDoubleComplex> {
    typedef double real;
    static constexpr const char *name = "complex double";
    COMMON(Z, z, Dz) OWN(Z, u, c, he)
};

// Device memory beside what it should hold.
static unsigned seed;
template <class T> struct memory {
    std::vector<Z> is;
    T *device;
    explicit memory(size_t n, int most = 3) : is(n)
    {
        for (Z &x : is) {
            seed = seed * 1664525 + 1013904223;
            int a = (int)(seed >> 24) % (2 * most + 1) - most, b = (int)(seed >> 16 & 255) % (2 * most + 1) - most;
            x = wide(number<T>(a, b));
        }
        cudaMalloc(&device, n * sizeof(T));
        put();
    }
    ~memory() { cudaFree(device); }
    void put()
    {
        std::vector<T> raw(is.size());
        for (size_t i = 0; i < raw.size(); i++)
            narrow(raw[i], is[i]);
        cudaMemcpy(device, raw.data(), raw.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    bool equal(double tolerance = 0) const
    {
        std::vector<T> raw(is.size());
        cudaMemcpy(raw.data(), device, raw.size() * sizeof(T), cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < raw.size(); i++)
            if (!(std::abs(wide(raw[i]) - is[i]) <= tolerance) && !(is[i] != is[i]))
                return false;
        return true;
    }
    void fill(Z x)
    {
        for (Z &each : is)
            each = x;
        put();
    }
};

static int checks, wrong;
static const char *type;
static void check(const char *name, bool good)
{
    checks++;
    if (good)
        return;
    wrong++;
    printf("%s: %s is wrong\n", type, name);
}
static bool done(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS;
}

// op(M) at row i and column j.
static Z at(const std::vector<Z> &m, int ld, cublasOperation_t op, int i, int j)
{
    Z x = op == CUBLAS_OP_N ? m[i + j * ld] : m[j + i * ld];
    return op == CUBLAS_OP_C ? std::conj(x) : x;
}
static bool in_triangle(cublasFillMode_t uplo, int i, int j)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
}
// A triangular, symmetric or Hermitian matrix at i, j, from the triangle that is stored.
static Z triangular(const std::vector<Z> &m, int ld, cublasFillMode_t uplo, cublasDiagType_t diag, int i, int j)
{
    return i == j && diag == CUBLAS_DIAG_UNIT ? 1 : in_triangle(uplo, i, j) ? m[i + j * ld] : 0;
}
static Z symmetric(const std::vector<Z> &m, int ld, cublasFillMode_t uplo, bool hermitian, int i, int j)
{
    if (i == j && hermitian)
        return m[i + j * ld].real();
    Z x = in_triangle(uplo, i, j) ? m[i + j * ld] : m[j + i * ld];
    return hermitian && !in_triangle(uplo, i, j) ? std::conj(x) : x;
}

static const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasDiagType_t diagonals[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
static const cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
static const Z nan_(__builtin_nan(""), 0);

template <class T> static void vectors(cublasHandle_t handle)
{
    typedef blas<T> of;
    typedef typename of::real real;
    const int n = 300;
    T alpha = number<T>(2, -1), *on_device, result;
    const Z a = wide(alpha);
    real norm;
    int place;
    cudaMalloc(&on_device, sizeof(T));
    memory<T> x(2 * n), y(n);
    bool good = done(of::axpy(handle, n, &alpha, x.device, 2, y.device, -1));
    for (int i = 0; i < n; i++)
        y.is[n - 1 - i] += a * x.is[2 * i];
    check("axpy", good && y.equal());
    cudaMemcpy(on_device, &alpha, sizeof alpha, cudaMemcpyHostToDevice);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    good = done(of::scal(handle, n, on_device, x.device, 2));
    for (int i = 0; i < n; i++)
        x.is[2 * i] *= a;
    check("scal", good && x.equal());
    good = done(of::copy(handle, n / 2, x.device, -2, y.device, 2));
    for (int i = 0; i < n / 2; i++)
        y.is[2 * i] = x.is[2 * (n / 2 - 1 - i)];
    check("copy", good && y.equal());
    good = done(of::swap(handle, n, x.device, 1, y.device, 1));
    for (int i = 0; i < n; i++)
        std::swap(x.is[i], y.is[i]);
    check("swap", good && x.equal() && y.equal());

    Z plain = 0, conjugated = 0;
    double sum = 0, squares = 0, most = -1, least = 1e9;
    int largest = 0, smallest = 0;
    for (int i = 0; i < n; i++) {
        plain += x.is[i] * y.is[i];
        conjugated += std::conj(x.is[i]) * y.is[i];
        double size = std::fabs(x.is[i].real()) + std::fabs(x.is[i].imag());
        sum += size;
        squares += std::norm(x.is[i]);
        if (size > most)
            most = size, largest = i + 1;
        if (size < least)
            least = size, smallest = i + 1;
    }
    good = done(of::dotu(handle, n, x.device, 1, y.device, 1, on_device));
    cudaMemcpy(&result, on_device, sizeof result, cudaMemcpyDeviceToHost);
    check("dot to the device", good && wide(result) == plain);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    check("dot", done(of::dotc(handle, n, x.device, 1, y.device, 1, &result)) && wide(result) == conjugated);
    check("dot of nothing", done(of::dotu(handle, 0, x.device, 1, y.device, 1, &result)) && wide(result) == 0.0);
    check("nrm2", done(of::nrm2(handle, n, x.device, 1, &norm)) && std::fabs(norm * norm / squares - 1) < 1e-5);
    check("asum", done(of::asum(handle, n, x.device, 1, &norm)) && norm == sum);
    check("amax", done(of::amax(handle, n, x.device, 1, &place)) && place == largest);
    check("amin", done(of::amin(handle, n, x.device, 1, &place)) && place == smallest);
    check("amax of nothing", done(of::amax(handle, 0, x.device, 1, &place)) && place == 0);
    cudaFree(on_device);
}

template <class T> static void matrix_vectors(cublasHandle_t handle)
{
    typedef blas<T> of;
    typedef typename of::real real;
    const int m = 7, n = 5, ld = 9;
    const bool complex = !std::is_same<T, real>::value;
    T alpha = number<T>(-2, 1), beta = number<T>(3, 1), zero = number<T>(0);
    real factor = 2;
    const Z a = wide(alpha), b = wide(beta);
    for (cublasOperation_t op : operations) {
        int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
        memory<T> A(ld * n), x(2 * columns), y(rows), fresh(rows);
        fresh.fill(nan_);
        bool good = done(of::gemv(handle, op, m, n, &alpha, A.device, ld, x.device, 2, &beta, y.device, -1)) &&
                    done(of::gemv(handle, op, m, n, &alpha, A.device, ld, x.device, 2, &zero, fresh.device, 1));
        for (int i = 0; i < rows; i++) {
            Z sum = 0;
            for (int j = 0; j < columns; j++)
                sum += at(A.is, ld, op, i, j) * x.is[2 * j];
            y.is[rows - 1 - i] = a * sum + b * y.is[rows - 1 - i];
            fresh.is[i] = a * sum;
        }
        check("gemv", good && y.equal() && fresh.equal());
    }
    for (bool conjugated : {false, true}) {
        memory<T> A(ld * n), x(m), y(n);
        bool good =
            done((conjugated ? of::gerc : of::geru)(handle, m, n, &alpha, x.device, 1, y.device, 1, A.device, ld));
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                A.is[i + j * ld] += a * x.is[i] * (conjugated ? std::conj(y.is[j]) : y.is[j]);
        check("ger", good && A.equal());
    }
    for (cublasFillMode_t uplo : fills) {
        memory<T> A(ld * n, 1), x(n), y(n), first(n);
        first.is = x.is;
        first.put();
        for (cublasOperation_t op : operations)
            for (cublasDiagType_t diag : diagonals) {
                for (int i = 0; i < n; i++)
                    A.is[i + i * ld] = i % 2 ? 1 : -1;
                A.put();
                bool good = done(of::trmv(handle, uplo, op, diag, n, A.device, ld, x.device, 1));
                for (int i = 0; i < n; i++) {
                    x.is[i] = 0;
                    for (int j = 0; j < n; j++) {
                        Z t = op == CUBLAS_OP_N ? triangular(A.is, ld, uplo, diag, i, j)
                                                : triangular(A.is, ld, uplo, diag, j, i);
                        x.is[i] += (op == CUBLAS_OP_C ? std::conj(t) : t) * first.is[j];
                    }
                }
                check("trmv", good && x.equal());
                good = done(of::trsv(handle, uplo, op, diag, n, A.device, ld, x.device, 1));
                x.is = first.is;
                check("trsv", good && x.equal());
            }
        bool good = done(of::hemv(handle, uplo, n, &alpha, A.device, ld, x.device, 1, &beta, y.device, 1));
        for (int i = 0; i < n; i++) {
            Z sum = 0;
            for (int j = 0; j < n; j++)
                sum += symmetric(A.is, ld, uplo, complex, i, j) * x.is[j];
            y.is[i] = a * sum + b * y.is[i];
        }
        check("symv, hemv", good && y.equal());
        good = done(of::her(handle, uplo, n, &factor, x.device, 1, A.device, ld)) &&
               done(of::her2(handle, uplo, n, &alpha, x.device, 1, first.device, 1, A.device, ld));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (in_triangle(uplo, i, j))
                    A.is[i + j * ld] += (double)factor * x.is[i] * std::conj(x.is[j]) +
                                        a * x.is[i] * std::conj(first.is[j]) +
                                        std::conj(a) * first.is[i] * std::conj(x.is[j]);
        check("syr, her", good && A.equal());
    }
}

template <class T> static void products(cublasHandle_t handle)
{
    typedef blas<T> of;
    const int m = 7, n = 5, k = 6, ld = 9, count = 3;
    T alpha = number<T>(2, 1), beta = number<T>(-1, 2), zero = number<T>(0);
    const Z a = wide(alpha), b = wide(beta);
    for (cublasOperation_t op : operations)
        for (cublasOperation_t op2 : operations) {
            memory<T> A(ld * 8 * count), B(ld * 8 * count), C(ld * n * count), batch(ld * n * count), fresh(ld * n);
            fresh.fill(nan_);
            batch.is = C.is;
            batch.put();
            T *pointers[3][count], **arrays;
            for (int i = 0; i < count; i++) {
                pointers[0][i] = A.device + i * ld * 8;
                pointers[1][i] = B.device + i * ld * 8;
                pointers[2][i] = batch.device + i * ld * n;
            }
            cudaMalloc(&arrays, sizeof pointers);
            cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
            bool good = done(of::strided(handle, op, op2, m, n, k, &alpha, A.device, ld, ld * 8, B.device, ld, ld * 8,
                                         &beta, C.device, ld, ld * n, count));
            bool good_batch = done(of::batched(handle, op, op2, m, n, k, &alpha, arrays, ld, arrays + count, ld, &beta,
                                               arrays + 2 * count, ld, count));
            bool good_fresh =
                done(of::gemm(handle, op, op2, m, n, k, &alpha, A.device, ld, B.device, ld, &zero, fresh.device, ld));
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    for (int each = 0; each < count; each++) {
                        std::vector<Z> A_(A.is.begin() + each * ld * 8, A.is.end());
                        std::vector<Z> B_(B.is.begin() + each * ld * 8, B.is.end());
                        Z sum = 0, &c = C.is[i + j * ld + each * ld * n];
                        for (int l = 0; l < k; l++)
                            sum += at(A_, ld, op, i, l) * at(B_, ld, op2, l, j);
                        c = a * sum + b * c;
                        if (each == 0)
                            fresh.is[i + j * ld] = a * sum;
                    }
            batch.is = C.is;
            check("gemmStridedBatched", good && C.equal());
            check("gemmBatched", good_batch && batch.equal());
            check("gemm", good_fresh && fresh.equal());
            cudaFree(arrays);
        }
    memory<T> A(ld * k), C(ld * n);
    bool good = done(
        of::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, 0, &alpha, A.device, ld, A.device, ld, &beta, C.device, ld));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C.is[i + j * ld] *= b;
    check("gemm of no columns", good && C.equal());
}

template <class T> static void matrices(cublasHandle_t handle)
{
    typedef blas<T> of;
    typedef typename of::real real;
    const int m = 7, n = 5, ld = 9;
    const bool complex = !std::is_same<T, real>::value;
    T alpha = number<T>(2, 1), beta = number<T>(-1, 2), one = number<T>(1);
    const Z a = wide(alpha), b = wide(beta);
    real factor = 2, other = -1;
    for (cublasSideMode_t side : sides)
        for (cublasFillMode_t uplo : fills) {
            bool left = side == CUBLAS_SIDE_LEFT;
            int order = left ? m : n;
            memory<T> A(ld * 8, 1), B(ld * n), C(ld * n), D(ld * n);
            D.is = C.is;
            D.put();
            bool good =
                done(of::symm(handle, side, uplo, m, n, &alpha, A.device, ld, B.device, ld, &beta, C.device, ld));
            bool good_he =
                done(of::hemm(handle, side, uplo, m, n, &alpha, A.device, ld, B.device, ld, &beta, D.device, ld));
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    Z sum = 0, sum_he = 0, &c = C.is[i + j * ld], &d = D.is[i + j * ld];
                    for (int l = 0; l < order; l++) {
                        Z x = left ? B.is[l + j * ld] : B.is[i + l * ld];
                        sum += symmetric(A.is, ld, uplo, false, left ? i : l, left ? l : j) * x;
                        sum_he += symmetric(A.is, ld, uplo, complex, left ? i : l, left ? l : j) * x;
                    }
                    c = a * sum + b * c;
                    d = a * sum_he + b * d;
                }
            check("symm", good && C.equal());
            check("hemm", good_he && D.equal());

            for (int i = 0; i < order; i++)
                A.is[i + i * ld] = i % 2 ? 1 : -1;
            A.put();
            memory<T> solved(ld * n), again(ld * n);
            again.is = solved.is = B.is;
            again.put();
            good = done(of::trmm(handle, side, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, m, n, &one, A.device, ld,
                                 B.device, ld, solved.device, ld));
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    Z sum = 0;
                    for (int l = 0; l < order; l++)
                        sum += left ? triangular(A.is, ld, uplo, CUBLAS_DIAG_NON_UNIT, l, i) * B.is[l + j * ld]
                                    : B.is[i + l * ld] * triangular(A.is, ld, uplo, CUBLAS_DIAG_NON_UNIT, j, l);
                    solved.is[i + j * ld] = sum;
                }
            std::vector<T> raw(ld * n); // the rows that are no part of the matrix are as they were
            cudaMemcpy(raw.data(), solved.device, raw.size() * sizeof(T), cudaMemcpyDeviceToHost);
            for (int j = 0; j < n; j++)
                for (int i = m; i < ld; i++)
                    solved.is[i + j * ld] = wide(raw[i + j * ld]);
            check("trmm", good && solved.equal());
            T *pointers[] = {A.device, solved.device}, **arrays;
            cudaMalloc(&arrays, sizeof pointers);
            cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
            good = done(of::trsm(handle, side, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, m, n, &one, A.device, ld,
                                 solved.device, ld)) &&
                   done(of::trmm(handle, side, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, m, n, &one, A.device, ld,
                                 again.device, ld, again.device, ld));
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    solved.is[i + j * ld] = B.is[i + j * ld];
            check("trsm", good && solved.equal());
            pointers[1] = again.device;
            cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
            good = done(of::trsms(handle, side, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, m, n, &one, arrays, ld,
                                  arrays + 1, ld, 1));
            check("trsmBatched", good && again.equal());
            cudaFree(arrays);
        }
    for (cublasFillMode_t uplo : fills)
        for (bool turned : {false, true}) {
            const int order = 6, k = 4;
            cublasOperation_t op = turned ? CUBLAS_OP_T : CUBLAS_OP_N, op_he = !turned   ? CUBLAS_OP_N
                                                                               : complex ? CUBLAS_OP_C
                                                                                         : CUBLAS_OP_T;
            memory<T> A(ld * 8), B(ld * 8), C(ld * order), D(ld * order), E(ld * order), F(ld * order);
            for (memory<T> *each : {&D, &F})
                for (int i = 0; i < order; i++)
                    each->is[i + i * ld] = each->is[i + i * ld].real();
            D.put();
            F.put();
            bool good = done(of::syrk(handle, uplo, op, order, k, &alpha, A.device, ld, &beta, C.device, ld));
            bool good_he = done(of::herk(handle, uplo, op_he, order, k, &factor, A.device, ld, &other, D.device, ld));
            bool good_2 =
                done(of::syr2k(handle, uplo, op, order, k, &alpha, A.device, ld, B.device, ld, &beta, E.device, ld));
            bool good_he_2 = done(
                of::her2k(handle, uplo, op_he, order, k, &alpha, A.device, ld, B.device, ld, &other, F.device, ld));
            for (int i = 0; i < order; i++)
                for (int j = 0; j < order; j++) {
                    Z sum = 0, sum_he = 0, sum_2 = 0, sum_he_2 = 0;
                    int place = i + j * ld;
                    for (int l = 0; l < k && in_triangle(uplo, i, j); l++) {
                        Z ai = at(A.is, ld, op, i, l), aj = at(A.is, ld, op, j, l);
                        Z bi = at(B.is, ld, op, i, l), bj = at(B.is, ld, op, j, l);
                        Z hai = at(A.is, ld, op_he, i, l), haj = at(A.is, ld, op_he, j, l);
                        Z hbi = at(B.is, ld, op_he, i, l), hbj = at(B.is, ld, op_he, j, l);
                        sum += ai * aj;
                        sum_2 += ai * bj + bi * aj;
                        sum_he += hai * std::conj(haj);
                        sum_he_2 += a * hai * std::conj(hbj) + std::conj(a) * hbi * std::conj(haj);
                    }
                    if (!in_triangle(uplo, i, j))
                        continue;
                    C.is[place] = a * sum + b * C.is[place];
                    D.is[place] = (double)factor * sum_he + (double)other * D.is[place];
                    E.is[place] = a * sum_2 + b * E.is[place];
                    F.is[place] = sum_he_2 + (double)other * F.is[place];
                }
            check("syrk", good && C.equal());
            check("herk", good_he && D.equal());
            check("syr2k", good_2 && E.equal());
            check("her2k", good_he_2 && F.equal());
        }
    memory<T> A(ld * 8), B(ld * 8), C(ld * n), x(2 * 8);
    C.is = B.is;
    C.is.resize(ld * n);
    C.put();
    bool good =
        done(of::geam(handle, CUBLAS_OP_C, CUBLAS_OP_N, m, n, &alpha, A.device, ld, &beta, C.device, ld, C.device, ld));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C.is[i + j * ld] = a * at(A.is, ld, CUBLAS_OP_C, i, j) + b * B.is[i + j * ld];
    check("geam", good && C.equal());
    for (cublasSideMode_t side : sides) {
        good = done(of::dgmm(handle, side, m, n, A.device, ld, x.device, -2, C.device, ld));
        int last = side == CUBLAS_SIDE_LEFT ? m - 1 : n - 1;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                C.is[i + j * ld] = A.is[i + j * ld] * x.is[2 * (last - (side == CUBLAS_SIDE_LEFT ? i : j))];
        check("dgmm", good && C.equal());
    }
}

// Two systems, the second of which needs an exchange of rows.
template <class T> static void solvers(cublasHandle_t handle)
{
    typedef blas<T> of;
    const int n = 4, ld = 5, count = 2, columns = 2, rows = 6;
    memory<T> A(ld * n * count), X(ld * columns * count), B(ld * columns * count), inverse(ld * n * count);
    for (int each = 0; each < count; each++)
        for (int i = 0; i < n; i++)
            A.is[each * ld * n + i + i * ld] = each && i == 0 ? 0 : 9;
    A.put();
    for (int each = 0; each < count; each++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < columns; j++) {
                Z sum = 0;
                for (int l = 0; l < n; l++)
                    sum += A.is[each * ld * n + i + l * ld] * X.is[each * ld * columns + l + j * ld];
                B.is[each * ld * columns + i + j * ld] = sum;
            }
    B.put();
    T *pointers[3][count], **arrays;
    int *pivots, *infos, info = -1, ends[count];
    for (int i = 0; i < count; i++) {
        pointers[0][i] = A.device + i * ld * n;
        pointers[1][i] = B.device + i * ld * columns;
        pointers[2][i] = inverse.device + i * ld * n;
    }
    cudaMalloc(&arrays, sizeof pointers);
    cudaMalloc(&pivots, n * count * sizeof(int));
    cudaMalloc(&infos, count * sizeof(int));
    cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);

    // A times its inverse is the identity.
    auto inverts = [&] {
        std::vector<T> raw(inverse.is.size());
        cudaMemcpy(raw.data(), inverse.device, raw.size() * sizeof(T), cudaMemcpyDeviceToHost);
        cudaMemcpy(ends, infos, sizeof ends, cudaMemcpyDeviceToHost);
        double most = ends[0] || ends[1];
        for (int each = 0; each < count; each++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    Z sum = i == j ? -1 : 0;
                    for (int l = 0; l < n; l++)
                        sum += A.is[each * ld * n + i + l * ld] * wide(raw[each * ld * n + l + j * ld]);
                    most = std::max(most, std::abs(sum));
                }
        return most < 1e-4;
    };
    bool good = done(of::matinv(handle, n, arrays, ld, arrays + 2 * count, ld, infos, count));
    check("matinvBatched", good && inverts() && A.equal());
    good = done(of::getrf(handle, n, arrays, ld, pivots, infos, count)) &&
           done(of::getrs(handle, CUBLAS_OP_N, n, columns, arrays, ld, pivots, arrays + count, ld, &info, count));
    for (int each = 0; each < count; each++)
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < n; i++)
                B.is[each * ld * columns + i + j * ld] = X.is[each * ld * columns + i + j * ld];
    check("getrfBatched, getrsBatched", good && info == 0 && B.equal(1e-4));
    inverse.fill(nan_);
    good = done(of::getri(handle, n, arrays, ld, pivots, arrays + 2 * count, ld, infos, count));
    check("getriBatched", good && inverts());
    A.put();
    good = done(of::getrf(handle, n, arrays, ld, nullptr, infos, count));
    cudaMemcpy(ends, infos, sizeof ends, cudaMemcpyDeviceToHost);
    check("getrfBatched without pivots", good && ends[0] == 0 && ends[1] == 1);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < n; i++) {
            Z &sum = B.is[i + j * ld] = 0;
            for (int l = 0; l < n; l++)
                sum += A.is[i + l * ld] * X.is[l + j * ld];
        }
    B.put();
    good = done(of::getrs(handle, CUBLAS_OP_N, n, columns, arrays, ld, nullptr, arrays + count, ld, &info, 1));
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < n; i++)
            B.is[i + j * ld] = X.is[i + j * ld];
    check("getrsBatched without pivots", good && B.equal(1e-4));
    good = done(of::getrs(handle, CUBLAS_OP_N, n, 0, arrays, ld, nullptr, arrays + count, ld, &info, count)) &&
           of::getrs(handle, CUBLAS_OP_N, n, columns, arrays, ld - 2, nullptr, arrays + count, ld, &info, count) ==
               CUBLAS_STATUS_INVALID_VALUE;
    check("getrsBatched names the argument", good && info == -5);

    memory<T> tall(rows * n), right(rows), left(n);
    for (int i = 0; i < n; i++)
        tall.is[i + i * rows] = 9;
    tall.put();
    for (int i = 0; i < rows; i++) {
        right.is[i] = 0;
        for (int j = 0; j < n; j++)
            right.is[i] += tall.is[i + j * rows] * left.is[j];
    }
    right.put();
    pointers[0][0] = tall.device;
    pointers[1][0] = right.device;
    cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
    good = done(of::gels(handle, CUBLAS_OP_N, rows, n, 1, arrays, rows, arrays + count, rows, &info, infos, 1));
    for (int i = 0; i < rows; i++)
        right.is[i] = i < n ? left.is[i] : nan_; // what is below is not said
    cudaMemcpy(ends, infos, sizeof(int), cudaMemcpyDeviceToHost);
    check("gelsBatched", good && info == 0 && ends[0] == 0 && right.equal(1e-4));
    cudaFree(arrays);
    cudaFree(pivots);
    cudaFree(infos);
}

template <class T> static void run(cublasHandle_t handle)
{
    checks = wrong = 0;
    type = blas<T>::name;
    vectors<T>(handle);
    matrix_vectors<T>(handle);
    products<T>(handle);
    matrices<T>(handle);
    solvers<T>(handle);
    printf("%s: %d wrong of %d\n", type, wrong, checks);
}

int main()
{
    cublasHandle_t handle;
    if (!done(cublasCreate(&handle)))
        return 1;
    run<float>(handle);
    run<double>(handle);
    run<cuComplex>(handle);
    run<cuDoubleComplex>(handle);
    return !done(cublasDestroy(handle)) || cudaGetLastError() != cudaSuccess;
}
