; A loop that waits for what an atomic finds, which it stores to an array of the lane's own and loads from there.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_add_i32(ptr, i32)
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [4 x i32]
  %flag = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %low = and i32 %x, 3
  %place = getelementptr [4 x i32], ptr %own, i32 0, i32 %low
  store i32 0, ptr %place
  br label %wait
wait:
  %first = getelementptr i8, ptr %own, i64 4
  %now = call i32 @emu_atomic_add_i32(ptr %flag, i32 0)
  store i32 %now, ptr %own
  store i32 %now, ptr %first
  %seen = load i32, ptr %place
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %done
done:
  ret void
}
