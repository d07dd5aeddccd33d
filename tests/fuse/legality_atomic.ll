; A loop that waits for a counter that other lanes add to.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_add_u32(ptr, i32)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %counter = load ptr, ptr %arguments
  %n = call i32 @lw_fused_block_dim_x()
  %mine = call i32 @emu_atomic_add_u32(ptr %counter, i32 1)
  br label %wait
wait:
  %now = call i32 @emu_atomic_add_u32(ptr %counter, i32 0)
  %few = icmp ult i32 %now, %n
  br i1 %few, label %wait, label %done
done:
  ret void
}
