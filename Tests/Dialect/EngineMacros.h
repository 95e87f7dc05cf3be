// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

// The words that Unreal and Windows define as macros before our headers are read. The standard library comes first, as
// it does there: its headers undefine min and max when they are read for the first time.
#include <bits/stdc++.h>

#define check(Expression) EngineMacroCheck(Expression, 0, 0, 0)
#define verify(Expression) EngineMacroVerify(Expression, 0, 0, 0)
#define ensure(Expression) EngineMacroEnsure(Expression, 0, 0, 0)
#define TEXT(Literal) L##Literal
#define PI (3.1415926535897932f)
#define min(A, B) (((A) < (B)) ? (A) : (B))
#define max(A, B) (((A) > (B)) ? (A) : (B))
