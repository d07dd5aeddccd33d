; A loop that all lanes turn together: where the arrays begin is kept from turn to turn, and they are known all the same.
; level: 2
; options: --optimize
; expect: ^  %[^ ]+ = phi ptr
; expect: = getelementptr i8, ptr %[0-9]+, i64 4096$
; expect: = getelementptr i8, ptr %[0-9]+, i64 1024$
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %n.at = getelementptr i8, ptr %arguments, i64 16
  %n = load i64, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %first = zext i32 %x to i64
  %width = call i32 @lw_fused_block_dim_x()
  %step = zext i32 %width to i64
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %next, %turn ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %turn, label %done
turn:
  %from = getelementptr float, ptr %in, i64 %i
  %value = load float, ptr %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr %out, i64 %i
  store float %twice, ptr %to
  %next = add i64 %i, %step
  br label %head
done:
  ret void
}
