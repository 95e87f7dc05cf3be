// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

// The standard library comes before the engine's macros, as it does in the engine.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using uint64 = unsigned long long;
using int8 = signed char;
using int16 = signed short;
using int32 = signed int;
using int64 = signed long long;
using SIZE_T = std::size_t;
using ANSICHAR = char;
// As on the engine's Linux: a narrow literal is no TCHAR, so that a forgotten TEXT() does not compile.
using TCHAR = char16_t;
#define TEXT_PASTE(Literal) u##Literal
#define TEXT(Literal) TEXT_PASTE(Literal)

enum
{
	INDEX_NONE = -1
};

#define DLLEXPORT __attribute__((visibility("default")))
#define DLLIMPORT __attribute__((visibility("default")))
#define FORCEINLINE inline
#define HOST_API __attribute__((visibility("default")))

#ifndef ENGINE_MAJOR_VERSION
#define ENGINE_MAJOR_VERSION 5
#endif
#ifndef ENGINE_MINOR_VERSION
#error "The build names the engine's minor version."
#endif
#define ENGINE_PATCH_VERSION 0
#ifndef WITH_EDITOR
#error "The build says whether there is an editor."
#endif
#define WITH_EDITORONLY_DATA WITH_EDITOR
#define WITH_DEV_AUTOMATION_TESTS 1
#define UE_BUILD_SHIPPING 0

#define PI (3.1415926535897932f)
#define UE_PI (3.1415926535897932f)
#define UE_SMALL_NUMBER (1.e-8f)
#define UE_KINDA_SMALL_NUMBER (1.e-4f)

#define PRAGMA_DISABLE_DEPRECATION_WARNINGS
#define PRAGMA_ENABLE_DEPRECATION_WARNINGS

// Failed checks end the program, as they do in the engine.
[[noreturn]] HOST_API void HostCheckFailed(const char* Expression, const char* File, int Line);
#define check(Expression) ((Expression) ? void() : HostCheckFailed(#Expression, __FILE__, __LINE__))
#define checkf(Expression, Format, ...) ((Expression) ? void() : HostCheckFailed(#Expression, __FILE__, __LINE__))
#define verify(Expression) ((Expression) ? void() : HostCheckFailed(#Expression, __FILE__, __LINE__))
#define ensure(Expression) ((Expression) ? true : (HostCheckFailed(#Expression, __FILE__, __LINE__), false))
