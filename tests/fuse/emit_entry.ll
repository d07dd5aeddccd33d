; What a block costs before and behind its loops: lanes' states are stored once they have gone apart, none in the loops;
; a block begins without what the block keeps, and ends without it; and a shape is never 0.
; report: guarded: fused: 2 regions; .* 1 of the block
; expect: load i32, ptr %[0-9]+, align 4, !range ![0-9]+, !invariant.load
; expect: call void @emu_fused_split_rows\(ptr %0, .*, i32 4, i32 0\)
; expect: switch i32 %[0-9]+, label %[0-9]+ \[
; expect: ret i32 0$
; reject: ret i32 undef
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @guarded__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %in = icmp ult i32 %x, %n
  br i1 %in, label %work, label %done
work:
  %all = load volatile i32, ptr %out
  %count = call i32 @lw_fused_block_dim_x()
  %own = udiv i32 %all, %count
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %own, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %kept = lshr i64 %b, 32
  %more = trunc i64 %kept to i32
  store i32 %more, ptr %at
  br label %done
done:
  ret void
}
