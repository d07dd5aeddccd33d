; A loop that lanes come to unless a number of theirs ends them is run by each to its end, within its region: those that are
; left of the block would be looked for in each turn. That a bound ends lanes, as the end of an array does, is no reason.
; until: region_formation
; expect: ^;; kernel k after region_formation
; expect: ^;; own: .* lockstep
; reject: ^;; theirs: .* (start|lockstep)
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %within = icmp ult i32 %x, %n
  br i1 %within, label %own, label %done
own:
  %i = phi i32 [ 0, %entry ], [ %next, %own ]
  %sum = phi i32 [ %x, %entry ], [ %more, %own ]
  %from = getelementptr i32, ptr %out, i32 %i
  %value = load i32, ptr %from
  %more = add i32 %sum, %value
  %next = add i32 %i, 1
  %over = icmp eq i32 %next, 100
  br i1 %over, label %asks, label %own
asks:
  %last = phi i32 [ %more, %own ]
  store i32 %last, ptr %at
  %mine = and i32 %last, 2
  %none = icmp eq i32 %mine, 0
  br i1 %none, label %theirs, label %done
theirs:
  %k = phi i32 [ 0, %asks ], [ %next.k, %theirs ]
  %sum.k = phi i32 [ %x, %asks ], [ %more.k, %theirs ]
  %from.k = getelementptr i32, ptr %out, i32 %k
  %value.k = load i32, ptr %from.k
  %more.k = mul i32 %sum.k, %value.k
  %next.k = add i32 %k, 1
  %over.k = icmp eq i32 %next.k, 100
  br i1 %over.k, label %stores, label %theirs
stores:
  %last.k = phi i32 [ %more.k, %theirs ]
  store i32 %last.k, ptr %at
  br label %done
done:
  ret void
}
