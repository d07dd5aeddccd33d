; A loop that leaves nothing behind goes; not one whose sum is stored, one that stores, or one whose condition never changes.
; until: empty_loops
; expect: ^  br label %counted.preheader$
; expect: br i1 %counted_more, label %counted, 
; expect: br i1 %storing_more, label %storing, 
; expect: br i1 %n_is_0, label %done, label %forever$
; reject: br i1 %empty_more
declare i32 @lw_fused_thread_x() memory(none)
define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %n_at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n_at
  %n_is_0 = icmp eq i32 %n, 0
  br label %empty
empty:
  %e = phi i32 [ 0, %entry ], [ %e_next, %empty ]
  %twice = mul i32 %e, 2
  %e_next = add i32 %e, 1
  %empty_more = icmp sle i32 %e_next, %x
  br i1 %empty_more, label %empty, label %counted
counted:
  %c = phi i32 [ 0, %empty ], [ %c_next, %counted ]
  %c_next = add i32 %c, 3
  %counted_more = icmp ult i32 %c_next, %x
  br i1 %counted_more, label %counted, label %storing
storing:
  %s = phi i32 [ 0, %counted ], [ %s_next, %storing ]
  %at = getelementptr i32, ptr %out, i32 %s
  store i32 %c_next, ptr %at
  %s_next = add i32 %s, 1
  %storing_more = icmp ult i32 %s_next, %x
  br i1 %storing_more, label %storing, label %forever
forever:
  %f = phi i32 [ 0, %storing ], [ %f_next, %forever ]
  %f_next = add i32 %f, 1
  br i1 %n_is_0, label %done, label %forever
done:
  ret void
}
