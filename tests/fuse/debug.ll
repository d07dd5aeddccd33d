; What is made has the lines of the kernel's own file, also where a header's function was inlined there; the function is
; the kernel's to a debugger, and its variables are gone.
; expect: ^define .*@k__region.* !dbg ![0-9]+
; expect: ^![0-9]+ = distinct !DISubprogram\(name: "k", linkageName: "k__region.*line: 3, .*DISPFlagDefinition
; expect: fadd float .*, !dbg ![0-9]+
; expect: ^![0-9]+ = !DILocation\(line: 7, column: 9, scope: ![0-9]+\)
; expect: ^![0-9]+ = !DILocation\(line: 5, column: 3, scope: ![0-9]+\)
; reject: DILocation\(line: 42,
; reject: DILocalVariable
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) !dbg !6 {
  %out = load ptr, ptr %arguments, !dbg !10
  %x = call i32 @lw_fused_thread_x(), !dbg !10
    #dbg_value(i32 %x, !9, !DIExpression(), !10)
  %at = getelementptr float, ptr %out, i32 %x, !dbg !10
  %v = load float, ptr %at, !dbg !10
  %s = fadd float %v, 1.0, !dbg !12
  store float %s, ptr %at, !dbg !10
  ret void, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "/")
!2 = !DIFile(filename: "header.h", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = distinct !DISubprogram(name: "k__fiber", scope: !1, file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DISubprogram(name: "helper", scope: !2, file: !2, line: 40, type: !4, scopeLine: 40, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "x", scope: !6, file: !1, line: 4, type: !8)
!10 = !DILocation(line: 5, column: 3, scope: !6)
!11 = distinct !DILocation(line: 7, column: 9, scope: !6)
!12 = !DILocation(line: 42, column: 2, scope: !7, inlinedAt: !11)
