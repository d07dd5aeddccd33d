; A destination in shared memory is certain, and so are the low bits of an address that moves by whole words: the
; argument's are left, and of 16 bytes in a variable of ints also the variable's. A destination that may be elsewhere is
; checked by the call.
; until: copy_checks
; expect: %[0-9]+ = and i64 %[0-9]+, 3$
; expect: %[0-9]+ = and i64 %[0-9]+, 15$
; expect: ptrtoint ptr %in to i64
; expect: ptrtoint ptr %tile to i64
; expect: call void @emu_fused_check_copy\(ptr %anywhere, ptr %from, i64 4, i64 0, ptr nonnull @site\)
; reject: ptrtoint ptr %(to|from|anywhere)
; reject: check_copy\(.* i64 8,
%variable = type { ptr, ptr, i64, i64, i32, i32, i64, i32, ptr }
%emu_site = type { ptr, i32, ptr }
@tile = internal global %variable { ptr null, ptr null, i64 2048, i64 4, i32 6, i32 4, i64 0, i32 1, ptr null }, section "lw_shared"
@site = internal constant %emu_site zeroinitializer
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare ptr @lw_fused_dynamic_shared() memory(none)
declare void @emu_fused_check_copy(ptr, ptr, i64, i64, ptr)

define void @k__fiber(ptr %arguments) {
  %in = load ptr, ptr %arguments
  %behind = getelementptr i8, ptr %arguments, i64 8
  %anywhere = load ptr, ptr %behind
  %x = call i32 @lw_fused_thread_x()
  %index = zext i32 %x to i64
  %tile = call ptr @lw_fused_shared(ptr @tile)
  %wide = call ptr @lw_fused_shared(ptr @tile)
  %dynamic = call ptr @lw_fused_dynamic_shared()
  %to = getelementptr float, ptr %tile, i64 %index
  %from = getelementptr float, ptr %in, i64 %index
  call void @emu_fused_check_copy(ptr %to, ptr %from, i64 4, i64 0, ptr @site)
  %four = shl i64 %index, 2
  %to.wide = getelementptr float, ptr %wide, i64 %four
  %from.wide = getelementptr [16 x float], ptr %in, i64 %index
  call void @emu_fused_check_copy(ptr %to.wide, ptr %from.wide, i64 16, i64 0, ptr @site)
  %to.dynamic = getelementptr [2 x float], ptr %dynamic, i64 %index
  %from.dynamic = getelementptr [2 x float], ptr %dynamic, i64 %four
  call void @emu_fused_check_copy(ptr %anywhere, ptr %from, i64 4, i64 0, ptr @site)
  store ptr %to.dynamic, ptr %to.wide
  ret void
}
