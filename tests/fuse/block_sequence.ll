; Where no lane waits, one call runs the blocks that follow in x: each begins where its number is stored, in emu_here, too,
; and is counted for the watchdog, unless the grid has failed; what is the same for all is read before the first.
; A turn of its short loop does several vectors.
; expect: load atomic i32, ptr %[0-9]+ monotonic, align 4
; expect: store atomic i32 %[0-9]+, ptr %[0-9]+ monotonic, align 4
; expect: phi i32 \[ %1, %2 \], \[ 3, %[0-9]+ \]
; expect: load ptr, ptr %[0-9]+, align 8, !invariant.load ![0-9]+, !dereferenceable ![0-9]+, !align
; expect: ^![0-9]+ = !\{i64 16\}
; expect: llvm.loop.interleave.count", i32 4
; reject: load i32, ptr %[0-9]+, align 4, !invariant.load
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i64, ptr %out, i64 %wide
  store i64 %n, ptr %at
  ret void
}
