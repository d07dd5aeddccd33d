; All threads add to one word: their values come together in a vector, and one atomic adds that after the loop. Blocks do not
; see in which order they add, so they run as one. A word that no thread may reach is left alone if none does.
; level: 1
; options: --optimize
; report: k: blocks: neighbours in x run as one
; expect: add <[0-9]+ x i32>
; expect: call i32 @llvm\.vector\.reduce\.add\.v[0-9]+i32
; expect: atomicrmw add ptr %[^,]*, i32 %[^ ]* monotonic
; expect: icmp eq i32 %[^,]*, 0
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %sum = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %threads = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %threads
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %wide
  %value = load i32, ptr %at
  %odd = and i32 %value, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %adds, label %done
adds:
  %old = call i32 @emu_atomic_add_u32(ptr %sum, i32 %value)
  br label %done
done:
  ret void
}
