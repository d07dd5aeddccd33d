; A plain load, in a loop whose fence has it read anew each turn.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare void @emu_threadfence()

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %spin
spin:
  call void @emu_threadfence()
  %value = load i32, ptr %flag
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %spin, label %done
done:
  ret void
}
