// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

namespace ELogVerbosity
{
enum Type : uint8
{
	NoLogging,
	Fatal,
	Error,
	Warning,
	Display,
	Log,
	Verbose
};
} // namespace ELogVerbosity

struct FHostLogCategory
{
	const TCHAR* Name;
};
HOST_API void HostLog(const FHostLogCategory& Category, ELogVerbosity::Type Verbosity, const FString& Line);

#define DECLARE_LOG_CATEGORY_EXTERN(Category, DefaultVerbosity, CompileTimeVerbosity) \
	extern struct FLogCategory##Category : public FHostLogCategory \
	{ \
		FLogCategory##Category(); \
	} Category
#define DEFINE_LOG_CATEGORY(Category) \
	FLogCategory##Category Category; \
	FLogCategory##Category::FLogCategory##Category() \
		: FHostLogCategory{TEXT(#Category)} \
	{ \
	}
#define UE_LOG(Category, Verbosity, Format, ...) \
	HostLog(Category, ELogVerbosity::Verbosity, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__))
