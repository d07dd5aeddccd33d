/** @file
 * Preprocessor arithmetic for the declaration macros: counting arguments and mapping a macro over up to 16 of them.
 *
 * Names here are for these headers, not for programs.
 */
#ifndef LANEWISE_PREPROCESSOR_H
#define LANEWISE_PREPROCESSOR_H

#define LW_PP_CAT(a, b) LW_PP_CAT_(a, b)
#define LW_PP_CAT_(a, b) a##b
#define LW_PP_FIRST(...) LW_PP_FIRST_(__VA_ARGS__, )
#define LW_PP_FIRST_(first, ...) first
#define LW_PP_SECOND(...) LW_PP_SECOND_(__VA_ARGS__, , )
#define LW_PP_SECOND_(first, second, ...) second

/* The number of arguments, 1 to 18. */
#define LW_PP_COUNT(...) LW_PP_COUNT_(__VA_ARGS__, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, )
#define LW_PP_COUNT_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, count, ...) count

/* 1 where there is more than one argument, 0 for one. */
#define LW_PP_MORE(...) LW_PP_COUNT_(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, )

/* 1 where the argument starts with a parenthesis, else 0. */
#define LW_PP_IS_PAREN(x) LW_PP_SECOND(LW_PP_PROBE x, 0)
#define LW_PP_PROBE(...) ~, 1

/* macro item, macro item, ...: each item is a parenthesised list and becomes the macro's arguments. */
#define LW_PP_MAP(macro, ...) LW_PP_CAT(LW_PP_MAP_, LW_PP_COUNT(__VA_ARGS__))(macro, __VA_ARGS__)
#define LW_PP_MAP_1(macro, item) macro item
#define LW_PP_MAP_2(macro, item, ...) macro item, LW_PP_MAP_1(macro, __VA_ARGS__)
#define LW_PP_MAP_3(macro, item, ...) macro item, LW_PP_MAP_2(macro, __VA_ARGS__)
#define LW_PP_MAP_4(macro, item, ...) macro item, LW_PP_MAP_3(macro, __VA_ARGS__)
#define LW_PP_MAP_5(macro, item, ...) macro item, LW_PP_MAP_4(macro, __VA_ARGS__)
#define LW_PP_MAP_6(macro, item, ...) macro item, LW_PP_MAP_5(macro, __VA_ARGS__)
#define LW_PP_MAP_7(macro, item, ...) macro item, LW_PP_MAP_6(macro, __VA_ARGS__)
#define LW_PP_MAP_8(macro, item, ...) macro item, LW_PP_MAP_7(macro, __VA_ARGS__)
#define LW_PP_MAP_9(macro, item, ...) macro item, LW_PP_MAP_8(macro, __VA_ARGS__)
#define LW_PP_MAP_10(macro, item, ...) macro item, LW_PP_MAP_9(macro, __VA_ARGS__)
#define LW_PP_MAP_11(macro, item, ...) macro item, LW_PP_MAP_10(macro, __VA_ARGS__)
#define LW_PP_MAP_12(macro, item, ...) macro item, LW_PP_MAP_11(macro, __VA_ARGS__)
#define LW_PP_MAP_13(macro, item, ...) macro item, LW_PP_MAP_12(macro, __VA_ARGS__)
#define LW_PP_MAP_14(macro, item, ...) macro item, LW_PP_MAP_13(macro, __VA_ARGS__)
#define LW_PP_MAP_15(macro, item, ...) macro item, LW_PP_MAP_14(macro, __VA_ARGS__)
#define LW_PP_MAP_16(macro, item, ...) macro item, LW_PP_MAP_15(macro, __VA_ARGS__)

/* The same with nothing between. */
#define LW_PP_JOIN(macro, ...) LW_PP_CAT(LW_PP_JOIN_, LW_PP_COUNT(__VA_ARGS__))(macro, __VA_ARGS__)
#define LW_PP_JOIN_1(macro, item) macro item
#define LW_PP_JOIN_2(macro, item, ...) macro item LW_PP_JOIN_1(macro, __VA_ARGS__)
#define LW_PP_JOIN_3(macro, item, ...) macro item LW_PP_JOIN_2(macro, __VA_ARGS__)
#define LW_PP_JOIN_4(macro, item, ...) macro item LW_PP_JOIN_3(macro, __VA_ARGS__)
#define LW_PP_JOIN_5(macro, item, ...) macro item LW_PP_JOIN_4(macro, __VA_ARGS__)
#define LW_PP_JOIN_6(macro, item, ...) macro item LW_PP_JOIN_5(macro, __VA_ARGS__)
#define LW_PP_JOIN_7(macro, item, ...) macro item LW_PP_JOIN_6(macro, __VA_ARGS__)
#define LW_PP_JOIN_8(macro, item, ...) macro item LW_PP_JOIN_7(macro, __VA_ARGS__)
#define LW_PP_JOIN_9(macro, item, ...) macro item LW_PP_JOIN_8(macro, __VA_ARGS__)
#define LW_PP_JOIN_10(macro, item, ...) macro item LW_PP_JOIN_9(macro, __VA_ARGS__)
#define LW_PP_JOIN_11(macro, item, ...) macro item LW_PP_JOIN_10(macro, __VA_ARGS__)
#define LW_PP_JOIN_12(macro, item, ...) macro item LW_PP_JOIN_11(macro, __VA_ARGS__)
#define LW_PP_JOIN_13(macro, item, ...) macro item LW_PP_JOIN_12(macro, __VA_ARGS__)
#define LW_PP_JOIN_14(macro, item, ...) macro item LW_PP_JOIN_13(macro, __VA_ARGS__)
#define LW_PP_JOIN_15(macro, item, ...) macro item LW_PP_JOIN_14(macro, __VA_ARGS__)
#define LW_PP_JOIN_16(macro, item, ...) macro item LW_PP_JOIN_15(macro, __VA_ARGS__)

/* For LW_PP_MAP over (type, name) pairs. */
#define LW_PP_PARAMETER(type, name) type name
#define LW_PP_FIELD(type, name) type name;
#define LW_PP_NAME(type, name) name

#endif
