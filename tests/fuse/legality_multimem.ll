; A loop that waits for the sum of the copies at a multicast address, which other threads change.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare { i64, i64 } @emu_multimem_load_reduce(ptr, i32, i32, i32, ptr)
declare void @emu_multimem_reduce(ptr, i32, i64, i64, i32, i32, ptr)
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  call void @emu_multimem_reduce(ptr %flag, i32 257, i64 1, i64 0, i32 3, i32 4, ptr @site)
  br label %wait
wait:
  %copies = call { i64, i64 } @emu_multimem_load_reduce(ptr %flag, i32 257, i32 2, i32 4, ptr @site)
  %sum = extractvalue { i64, i64 } %copies, 0
  %few = icmp ult i64 %sum, 64
  br i1 %few, label %wait, label %done
done:
  ret void
}
