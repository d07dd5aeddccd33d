/** @file
 * Preprocessor arithmetic for the declaration macros: counting arguments and applying a macro to up to 128 of them.
 *
 * Names here are for these headers, not for programs. Kernels take 64 parameters; a longer list is counted, too, so that one
 * line can refuse it.
 */
#ifndef LANEWISE_PREPROCESSOR_H
#define LANEWISE_PREPROCESSOR_H

/* Diagnostics about these macros name the line that uses them, without the macros' own lines. */
#pragma GCC system_header

#define LW_PP_CAT(a, b) LW_PP_CAT_(a, b)
#define LW_PP_CAT_(a, b) a##b
#define LW_PP_UNWRAP(...) __VA_ARGS__
#define LW_PP_FIRST(...) LW_PP_FIRST_(__VA_ARGS__, )
#define LW_PP_FIRST_(first, ...) first
#define LW_PP_SECOND(...) LW_PP_SECOND_(__VA_ARGS__, , )
#define LW_PP_SECOND_(first, second, ...) second

/* Conditions of assertions begin with !!: clang points to the operator, not to where a deep macro spells the 0. */
#if defined(__cplusplus) && __cplusplus < 201103L
#define LW_PP_ASSERT(condition, text) typedef char lw__assertion[(condition) ? 1 : -1]
#elif defined(__cplusplus)
#define LW_PP_ASSERT static_assert
#else
#define LW_PP_ASSERT _Static_assert
#endif

/* The argument after the 128th. A table behind the arguments thus has its last entry picked for one argument, the one
 * before it for two, and so on. */
#define LW_PP_PICK(...) LW_PP_PICK_(__VA_ARGS__)
/* clang-format off */
#define LW_PP_PICK_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21,    \
                   a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40,      \
                   a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59,      \
                   a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a70, a71, a72, a73, a74, a75, a76, a77, a78,      \
                   a79, a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a90, a91, a92, a93, a94, a95, a96, a97,      \
                   a98, a99, a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111, a112, a113,       \
                   a114, a115, a116, a117, a118, a119, a120, a121, a122, a123, a124, a125, a126, a127, a128, picked,   \
                   ...)                                                                                                \
    picked

/* The number of arguments, 1 to 128. */
#define LW_PP_COUNT(...)                                                                                               \
    LW_PP_PICK(__VA_ARGS__, 128, 127, 126, 125, 124, 123, 122, 121, 120, 119, 118, 117, 116, 115, 114, 113, 112,       \
               111, 110, 109, 108, 107, 106, 105, 104, 103, 102, 101, 100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90,     \
               89, 88, 87, 86, 85, 84, 83, 82, 81, 80, 79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 69, 68, 67, 66, 65,     \
               64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40,     \
               39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15,     \
               14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, )
/* clang-format on */

/* 1 where there is more than one argument, 0 for one. */
#define LW_PP_MORE(...)                                                                                                \
    LW_PP_PICK(__VA_ARGS__, LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1),        \
               LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), 1, 1,   \
               1, 1, 1, 1, 1, 0, )

/* 1 where there are more than 64 arguments, else 0. */
#define LW_PP_IS_MANY(...)                                                                                             \
    LW_PP_PICK(__VA_ARGS__, LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1), LW_PP_8(1),        \
               LW_PP_8(1), LW_PP_8(0), LW_PP_8(0), LW_PP_8(0), LW_PP_8(0), LW_PP_8(0), LW_PP_8(0), LW_PP_8(0),         \
               LW_PP_8(0), )
#define LW_PP_8(x) x, x, x, x, x, x, x, x

/* 1 where the argument starts with a parenthesis, else 0. */
#define LW_PP_IS_PAREN(x) LW_PP_SECOND(LW_PP_PROBE x, 0)
#define LW_PP_PROBE(...) ~, 1,

/* macro(context, item), macro(context, item), ... */
#define LW_PP_MAP_IN(macro, context, ...) LW_PP_EACH(macro, context, (, ), __VA_ARGS__)
#define LW_PP_MAP(macro, ...) LW_PP_EACH(macro, , (, ), __VA_ARGS__)
/* The same with nothing between. */
#define LW_PP_JOIN(macro, ...) LW_PP_EACH(macro, , (), __VA_ARGS__)

/* By eights, so that no item lies deep in macros: what the compilers print about one has a line for each. */
#define LW_PP_EACH(macro, context, separator, ...)                                                                     \
    LW_PP_CAT(LW_PP_EIGHTS_, LW_PP_EIGHTS(__VA_ARGS__))                                                                \
    (LW_PP_REST(__VA_ARGS__), macro, context, separator, __VA_ARGS__)
/* Of 1 to 128 items: how many eights come before the last 1 to 8, and how many these are. */
#define LW_PP_EIGHTS(...)                                                                                              \
    LW_PP_PICK(__VA_ARGS__, LW_PP_8(15), LW_PP_8(14), LW_PP_8(13), LW_PP_8(12), LW_PP_8(11), LW_PP_8(10), LW_PP_8(9),  \
               LW_PP_8(8), LW_PP_8(7), LW_PP_8(6), LW_PP_8(5), LW_PP_8(4), LW_PP_8(3), LW_PP_8(2), LW_PP_8(1),         \
               LW_PP_8(0), )
#define LW_PP_REST(...)                                                                                                \
    LW_PP_PICK(__VA_ARGS__, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8,        \
               LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8, LW_PP_TO_8,         \
               LW_PP_TO_8, )
#define LW_PP_TO_8 8, 7, 6, 5, 4, 3, 2, 1
#define LW_PP_EIGHTS_0(rest, m, k, s, ...) LW_PP_CAT(LW_PP_REST_, rest)(m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_1(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_0(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_2(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_1(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_3(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_2(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_4(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_3(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_5(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_4(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_6(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_5(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_7(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_6(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_8(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_7(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_9(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                     \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_8(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_10(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_9(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_11(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_10(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_12(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_11(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_13(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_12(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_14(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_13(rest, m, k, s, __VA_ARGS__)
#define LW_PP_EIGHTS_15(rest, m, k, s, a, b, c, d, e, f, g, h, ...)                                                    \
    LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                      \
    LW_PP_UNWRAP s LW_PP_EIGHTS_14(rest, m, k, s, __VA_ARGS__)
#define LW_PP_REST_1(m, k, s, a) m(k, a)
#define LW_PP_REST_2(m, k, s, a, b) m(k, a) LW_PP_UNWRAP s m(k, b)
#define LW_PP_REST_3(m, k, s, a, b, c)                                                                                 \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)
#define LW_PP_REST_4(m, k, s, a, b, c, d)                                                                              \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)                                                                                             \
    LW_PP_UNWRAP s m(k, d)
#define LW_PP_REST_5(m, k, s, a, b, c, d, e)                                                                           \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)                                                                                             \
    LW_PP_UNWRAP s m(k, d)                                                                                             \
    LW_PP_UNWRAP s m(k, e)
#define LW_PP_REST_6(m, k, s, a, b, c, d, e, f)                                                                        \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)                                                                                             \
    LW_PP_UNWRAP s m(k, d)                                                                                             \
    LW_PP_UNWRAP s m(k, e)                                                                                             \
    LW_PP_UNWRAP s m(k, f)
#define LW_PP_REST_7(m, k, s, a, b, c, d, e, f, g)                                                                     \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)                                                                                             \
    LW_PP_UNWRAP s m(k, d)                                                                                             \
    LW_PP_UNWRAP s m(k, e)                                                                                             \
    LW_PP_UNWRAP s m(k, f)                                                                                             \
    LW_PP_UNWRAP s m(k, g)
#define LW_PP_REST_8(m, k, s, a, b, c, d, e, f, g, h)                                                                  \
    m(k, a) LW_PP_UNWRAP s m(k, b)                                                                                     \
    LW_PP_UNWRAP s m(k, c)                                                                                             \
    LW_PP_UNWRAP s m(k, d)                                                                                             \
    LW_PP_UNWRAP s m(k, e)                                                                                             \
    LW_PP_UNWRAP s m(k, f)                                                                                             \
    LW_PP_UNWRAP s m(k, g)                                                                                             \
    LW_PP_UNWRAP s m(k, h)

/* Of a (type, name) pair, for LW_PP_MAP and LW_PP_JOIN. */
#define LW_PP_PARAMETER(context, pair) LW_PP_PARAMETER_ pair
#define LW_PP_PARAMETER_(type, name) LW_PP_PASSED(type) name
#define LW_PP_FIELD(context, pair) LW_PP_FIELD_ pair
#define LW_PP_FIELD_(type, name) LW_PP_PASSED(type) name;
#define LW_PP_NAME(context, pair) LW_PP_NAME_ pair
#define LW_PP_NAME_(type, name) name

/* What a launch passes for it: LW_GRID_CONSTANT(type) is passed as that type. */
#define LW_PP_PASSED(type) LW_PP_CAT(LW_PP_PASSED_, LW_PP_IS_GRID_CONSTANT(type))(type)
#define LW_PP_PASSED_0(type) type
#define LW_PP_PASSED_1(type) LW_PP_PASSED_##type
#define LW_PP_PASSED_LW_GRID_CONSTANT(...) __VA_ARGS__
/* 1 where the type is LW_GRID_CONSTANT(type), else 0; 1 where a pair of the list has one. */
#define LW_PP_IS_GRID_CONSTANT(type) LW_PP_SECOND(LW_PP_TYPE_##type, 0)
#define LW_PP_TYPE_LW_GRID_CONSTANT(...) ~, 1
#define LW_PP_HAVE_GRID_CONSTANT(...) LW_PP_SECOND(~LW_PP_JOIN(LW_PP_FIND_GRID_CONSTANT, __VA_ARGS__), 0)
#define LW_PP_FIND_GRID_CONSTANT(context, pair) LW_PP_FIND_GRID_CONSTANT_ pair
#define LW_PP_FIND_GRID_CONSTANT_(type, name) LW_PP_CAT(LW_PP_FOUND_, LW_PP_IS_GRID_CONSTANT(type))
#define LW_PP_FOUND_0
#define LW_PP_FOUND_1 , 1
/* What the kernel's body has of it: a pointer to a grid constant, a copy of another parameter. */
#define LW_PP_BODY_PARAMETER(qualifier, pair) LW_PP_BODY_PARAMETER_(qualifier, LW_PP_UNWRAP pair)
#define LW_PP_BODY_PARAMETER_(...) LW_PP_BODY_PARAMETER__(__VA_ARGS__)
#define LW_PP_BODY_PARAMETER__(qualifier, type, name)                                                                  \
    LW_PP_CAT(LW_PP_BODY_PARAMETER_, LW_PP_IS_GRID_CONSTANT(type))(qualifier, type, name)
#define LW_PP_BODY_PARAMETER_0(qualifier, type, name) type name
#define LW_PP_BODY_PARAMETER_1(qualifier, type, name) LW_PP_PASSED(type) const *qualifier name
/* What is passed to the body: `from` stands before the parameter's name. */
#define LW_PP_BODY_ARGUMENT(from, pair) LW_PP_BODY_ARGUMENT_(from, LW_PP_UNWRAP pair)
#define LW_PP_BODY_ARGUMENT_(...) LW_PP_BODY_ARGUMENT__(__VA_ARGS__)
#define LW_PP_BODY_ARGUMENT__(from, type, name) LW_PP_CAT(LW_PP_ADDRESS_, LW_PP_IS_GRID_CONSTANT(type)) from name
#define LW_PP_ADDRESS_0
#define LW_PP_ADDRESS_1 &

/* The same of an item that need not be one: what is no pair is taken as C writes a parameter. */
#define LW_PP_ANY_PARAMETER(context, item) LW_PP_CAT(LW_PP_ANY_PARAMETER_, LW_PP_IS_PAREN(item))(item)
#define LW_PP_ANY_PARAMETER_0(item) item
#define LW_PP_ANY_PARAMETER_1(item) LW_PP_FIRST item LW_PP_SECOND item

/* 1 where every item is a (type, name) pair, else 0. */
#define LW_PP_ARE_PAIRS(...) LW_PP_SECOND(~LW_PP_JOIN(LW_PP_NO_PAIR, __VA_ARGS__), 1)
#define LW_PP_NO_PAIR(context, item) LW_PP_CAT(LW_PP_NO_PAIR_, LW_PP_IS_PAREN(item))(item)
#define LW_PP_NO_PAIR_0(item) , 0
#define LW_PP_NO_PAIR_1(item) LW_PP_CAT(LW_PP_NO_PAIR_OF_, LW_PP_COUNT item)
#define LW_PP_NO_PAIR_OF_1 , 0
#define LW_PP_NO_PAIR_OF_2
/* 1 where they are, and a kernel takes so many. */
#define LW_PP_ARE_PARAMETERS(...) LW_PP_CAT(LW_PP_ARE_PARAMETERS_, LW_PP_IS_MANY(__VA_ARGS__))(__VA_ARGS__)
#define LW_PP_ARE_PARAMETERS_0(...) LW_PP_ARE_PAIRS(__VA_ARGS__)
#define LW_PP_ARE_PARAMETERS_1(...) 0

/* Sorts what LW_KERNEL(name, [attribute, [attribute,]] item...) is given. Becomes prefix_BARE(name, attributes) without
 * items, else prefix_FULL(name, attributes, items...), where attributes is prefix_NONE(), prefix_ONE(a) or
 * prefix_TWO(a, b). */

#define LW_PP_KERNEL(prefix, ...) LW_PP_CAT(LW_PP_KERNEL_, LW_PP_MORE(__VA_ARGS__))(prefix, __VA_ARGS__)
#define LW_PP_KERNEL_0(prefix, name) prefix##_BARE(name, prefix##_NONE())
#define LW_PP_KERNEL_1(prefix, name, ...)                                                                              \
    LW_PP_CAT(LW_PP_FIRST_ITEM_, LW_PP_IS_ATTRIBUTE(LW_PP_FIRST(__VA_ARGS__)))(prefix, name, __VA_ARGS__)
#define LW_PP_FIRST_ITEM_0(prefix, name, ...) prefix##_FULL(name, prefix##_NONE(), __VA_ARGS__)
#define LW_PP_FIRST_ITEM_1(prefix, name, ...)                                                                          \
    LW_PP_CAT(LW_PP_AFTER_ONE_, LW_PP_MORE(__VA_ARGS__))(prefix, name, __VA_ARGS__)
#define LW_PP_AFTER_ONE_0(prefix, name, a) prefix##_BARE(name, prefix##_ONE(a))
#define LW_PP_AFTER_ONE_1(prefix, name, a, ...)                                                                        \
    LW_PP_CAT(LW_PP_SECOND_ITEM_, LW_PP_IS_ATTRIBUTE(LW_PP_FIRST(__VA_ARGS__)))(prefix, name, a, __VA_ARGS__)
#define LW_PP_SECOND_ITEM_0(prefix, name, a, ...) prefix##_FULL(name, prefix##_ONE(a), __VA_ARGS__)
#define LW_PP_SECOND_ITEM_1(prefix, name, a, ...)                                                                      \
    LW_PP_CAT(LW_PP_AFTER_TWO_, LW_PP_MORE(__VA_ARGS__))(prefix, name, a, __VA_ARGS__)
#define LW_PP_AFTER_TWO_0(prefix, name, a, b) prefix##_BARE(name, prefix##_TWO(a, b))
#define LW_PP_AFTER_TWO_1(prefix, name, a, b, ...) prefix##_FULL(name, prefix##_TWO(a, b), __VA_ARGS__)
/* 1 where the item is one of LW_KERNEL's attributes, else 0. */
#define LW_PP_IS_ATTRIBUTE(item) LW_PP_CAT(LW_PP_IS_ATTRIBUTE_, LW_PP_IS_PAREN(item))(item)
#define LW_PP_IS_ATTRIBUTE_0(item) LW_PP_SECOND(LW_PP_ATTRIBUTE_##item, 0)
#define LW_PP_IS_ATTRIBUTE_1(item) 0
#define LW_PP_ATTRIBUTE_LW_LAUNCH_BOUNDS(...) ~, 1
#define LW_PP_ATTRIBUTE_LW_BLOCK_SIZE(...) ~, 1
#define LW_PP_ATTRIBUTE_LW_CLUSTER_DIMS(...) ~, 1
#define LW_PP_ATTRIBUTE_LW_MAX_REGISTERS(...) ~, 1

/* For LW_PP_KERNEL: 1 where the items are pairs; where there are too many. */
#define LW_PP_PAIRS_NONE()
#define LW_PP_PAIRS_ONE(a)
#define LW_PP_PAIRS_TWO(a, b)
#define LW_PP_PAIRS_BARE(name, attributes) 1
#define LW_PP_PAIRS_FULL(name, attributes, ...) LW_PP_ARE_PAIRS(__VA_ARGS__)
#define LW_PP_MANY_NONE()
#define LW_PP_MANY_ONE(a)
#define LW_PP_MANY_TWO(a, b)
#define LW_PP_MANY_BARE(name, attributes) 0
#define LW_PP_MANY_FULL(name, attributes, ...) LW_PP_IS_MANY(__VA_ARGS__)

/* The same for LW_DECLARE_KERNEL(name, item...), which takes no attributes. */
#define LW_PP_DECLARED_PAIRS(...) LW_PP_CAT(LW_PP_DECLARED_PAIRS_, LW_PP_MORE(__VA_ARGS__))(__VA_ARGS__)
#define LW_PP_DECLARED_PAIRS_0(name) 1
#define LW_PP_DECLARED_PAIRS_1(name, ...) LW_PP_ARE_PAIRS(__VA_ARGS__)

/* What the two kernel macros say of items that they do not take. */
#define LW_PP_PAIRS_RULE(macro)                                                                                        \
    macro ": write each parameter as (type, name), as in " macro "(k, (int, n), (float *, x))"
#define LW_PP_MANY_RULE(macro) macro ": a kernel takes 64 parameters at most: put some into a structure"

#endif
