; Whether blocks may wait for each other, the last number of a kernel's table: where a loop with a barrier ends by what it
; loads of the launch's arrays (all), or by an atomic's answer that goes through shared memory (asks). Not where that
; atomic takes the next number, which reaches any limit without other blocks (next); nor where it is counted (counts), nor
; where it ends by what the block itself has in shared memory (sorts).
; expect: ^@all__fused_0 = .* ptr null, i32 1, i32 0, i32 2, i32 0 \}
; expect: ^@next__fused_0 = .* ptr null, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@asks__fused_0 = .* ptr null, i32 1, i32 0, i32 2, i32 0 \}
; expect: ^@counts__fused_0 = .* ptr null, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@sorts__fused_0 = .* ptr null, i32 0, i32 0, i32 2, i32 0 \}
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare i32 @emu_atomic_add_i32(ptr, i32)
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 128, i64 4, i64 0, i64 0 }, section "lw_shared"

define void @all__fiber(ptr %arguments) {
entry:
  %come = load ptr, ptr %arguments
  br label %turn
turn:
  %seen = load i32, ptr %come
  %few = icmp ult i32 %seen, 7
  %wide = zext i1 %few to i32
  %any = call i64 @lw_fused_barrier(i32 %wide, ptr @site)
  %more = icmp ne i64 %any, 0
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @next__fiber(ptr %arguments) {
entry:
  %counter = load ptr, ptr %arguments
  %shared = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %is.first = icmp eq i32 %x, 0
  br label %turn
turn:
  br i1 %is.first, label %first, label %all
first:
  %mine = call i32 @emu_atomic_add_i32(ptr %counter, i32 1)
  store i32 %mine, ptr %shared
  br label %all
all:
  %a = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %item = load i32, ptr %shared
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = icmp ult i32 %item, 100
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @asks__fiber(ptr %arguments) {
entry:
  %counter = load ptr, ptr %arguments
  %shared = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %is.first = icmp eq i32 %x, 0
  br label %turn
turn:
  br i1 %is.first, label %first, label %all
first:
  %mine = call i32 @emu_atomic_add_i32(ptr %counter, i32 0)
  store i32 %mine, ptr %shared
  br label %all
all:
  %a = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %item = load i32, ptr %shared
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = icmp ult i32 %item, 100
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @counts__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %seen = load i32, ptr %out
  %a = call i64 @lw_fused_barrier(i32 %seen, ptr @site)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @sorts__fiber(ptr %arguments) {
entry:
  %shared = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %place = getelementptr i32, ptr %shared, i32 %x
  br label %turn
turn:
  %mine = load i32, ptr %place
  %less = lshr i32 %mine, 1
  store i32 %less, ptr %place
  %any = call i64 @lw_fused_barrier(i32 %less, ptr @site)
  %more = icmp ne i64 %any, 0
  br i1 %more, label %turn, label %done
done:
  ret void
}
