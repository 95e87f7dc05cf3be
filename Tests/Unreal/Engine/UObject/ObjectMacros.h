// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum EObjectFlags : uint32
{
	RF_NoFlags = 0,
	RF_Public = 1,
	RF_Standalone = 2,
	RF_Transactional = 8,
	RF_ClassDefaultObject = 16,
	RF_Transient = 64
};
constexpr EObjectFlags operator|(EObjectFlags A, EObjectFlags B)
{
	return static_cast<EObjectFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}

/** What the engine makes an object with to learn of its functions; every reflected class can be made so. */
class FVTableHelper
{
};

// Read by the header tool; to the compiler they are nothing.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UPARAM(...)
#define UMETA(...)

// The generated header defines <file>_<line>_GENERATED_BODY for the line on which GENERATED_BODY() stands.
#define BODY_MACRO_COMBINE_INNER(A, B, C, D) A##B##C##D
#define BODY_MACRO_COMBINE(A, B, C, D) BODY_MACRO_COMBINE_INNER(A, B, C, D)
#define GENERATED_BODY(...) BODY_MACRO_COMBINE(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY);
#define UE_INLINE_GENERATED_CPP_QUOTE(Name) #Name
#define UE_INLINE_GENERATED_CPP_BY_NAME(Name) UE_INLINE_GENERATED_CPP_QUOTE(Name.gen.cpp)
