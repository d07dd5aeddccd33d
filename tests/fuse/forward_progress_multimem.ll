; Blocks may wait for each other where a loop with a barrier ends by a sum of copies (waits), and not where it is counted (counts).
; expect: ^@waits__fused_0 = .* ptr null, i32 1, i32 0, i32 2, i32 0 \}
; expect: ^@counts__fused_0 = .* ptr null, i32 0, i32 0, i32 2, i32 0 \}
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare { i64, i64 } @emu_multimem_load_reduce(ptr, i32, i32, i32, ptr)
@site = external constant i8

define void @waits__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %turn
turn:
  %copies = call { i64, i64 } @emu_multimem_load_reduce(ptr %flag, i32 257, i32 2, i32 4, ptr @site)
  %sum = extractvalue { i64, i64 } %copies, 0
  %few = icmp ult i64 %sum, 7
  %wide = zext i1 %few to i32
  %any = call i64 @lw_fused_barrier(i32 %wide, ptr @site)
  %more = icmp ne i64 %any, 0
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @counts__fiber(ptr %arguments) {
entry:
  %flag = load ptr, ptr %arguments
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %copies = call { i64, i64 } @emu_multimem_load_reduce(ptr %flag, i32 257, i32 2, i32 4, ptr @site)
  %sum = extractvalue { i64, i64 } %copies, 0
  %narrow = trunc i64 %sum to i32
  %any = call i64 @lw_fused_barrier(i32 %narrow, ptr @site)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 7
  br i1 %more, label %turn, label %done
done:
  ret void
}
