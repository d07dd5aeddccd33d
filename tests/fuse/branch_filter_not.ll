; Filtering is in vain where the branch depends on the thread's number alone, where there is hardly any work before it, and where the
; branch costs little; it is wrong where something is stored before the branch.
; options: --level=1
; until: vector_optimise
; reject: llvm\.cttz
; reject: llvm\.ctpop
; expect: define internal i32 @stores__region_all
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @number__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %a = mul i32 %x, 2654435761
  %b = lshr i32 %a, 7
  %c = xor i32 %b, %a
  %d = and i32 %c, 63
  %taken = icmp eq i32 %d, 5
  br i1 %taken, label %append, label %done
append:
  %place = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  %to = getelementptr i32, ptr %out, i32 %place
  store i32 %x, ptr %to
  br label %done
done:
  ret void
}

define void @idle__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %out, i64 %i
  %v = load float, ptr %at
  %taken = fcmp ogt float %v, 3.0
  br i1 %taken, label %append, label %done
append:
  %place = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  %to = getelementptr i32, ptr %out, i32 %place
  store i32 %x, ptr %to
  br label %done
done:
  ret void
}

define void @stores__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %at
  %square = fmul float %v, %v
  %sum = fadd float %square, %v
  store float %sum, ptr %at
  %taken = fcmp ogt float %sum, 3.0
  br i1 %taken, label %append, label %done
append:
  %place = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  %to = getelementptr float, ptr %out, i32 %place
  store float %sum, ptr %to
  br label %done
done:
  ret void
}
