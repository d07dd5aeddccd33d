; An address is computed again behind a barrier, not kept; what memory said is kept.
; until: rematerialise
; expect: ^then\| .*call i32 @lw_fused_thread_x
; expect: ^then\| .* = mul nuw nsw i32 .*, 12
; expect: ^then\| .*getelementptr i32
; expect: ^then\| store i32 %[^ ]+, ptr
; reject: ^then\| .*load
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %row = mul i32 %x, 12
  %at = getelementptr i32, ptr %out, i32 %row
  %read = load i32, ptr %at
  store i32 1, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %next
next:
  %c = call i32 @lw_fused_block_dim_x()
  %even = icmp eq i32 %c, 64
  br i1 %even, label %then, label %done
then:
  store i32 %read, ptr %at
  br label %done
done:
  ret void
}
