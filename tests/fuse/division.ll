; A quotient that all lanes share, under a condition of each: made once, by 1 where the divisor is 0, as then lanes run the
; region by themselves. One by what the lane has: not by what LLVM could take for the same in each turn.
; expect: = select i1 %[0-9]+, i32 1, i32 %[0-9]+$
; expect: = udiv i32 1000, %[0-9]+
; expect: = call i32 asm "", "=r,0"\(i32 0\) #[0-9]+
; expect: = and i32 %[0-9]+, %[0-9]+
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %by.at = getelementptr i8, ptr %arguments, i64 8
  %by = load i32, ptr %by.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %in, i32 %x
  %own = load i32, ptr %at
  %odd = trunc i32 %own to i1
  br i1 %odd, label %divides, label %done
divides:
  %shared = udiv i32 1000, %by
  %mine = srem i32 1000, %own
  %sum = add i32 %shared, %mine
  store i32 %sum, ptr %at
  br label %done
done:
  ret void
}
