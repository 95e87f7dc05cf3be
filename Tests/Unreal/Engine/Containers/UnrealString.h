// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"

/** An argument of a format: what printf takes, by its kind. Anything else does not compile. */
struct FHostFormatArgument
{
	std::variant<long long, unsigned long long, double, const TCHAR*, const void*> Value;

	template <typename T>
	requires(std::is_integral_v<T> || std::is_enum_v<T>) FHostFormatArgument(T In)
	{
		if constexpr (std::is_unsigned_v<T>)
		{
			Value = static_cast<unsigned long long>(In);
		}
		else
		{
			Value = static_cast<long long>(In);
		}
	}
	FHostFormatArgument(float In)
		: Value(static_cast<double>(In))
	{
	}
	FHostFormatArgument(double In)
		: Value(In)
	{
	}
	FHostFormatArgument(const TCHAR* In)
		: Value(In)
	{
	}
};

class HOST_API FString
{
public:
	FString() = default;
	FString(const TCHAR* Text)
		: Characters(Text ? Text : u"")
	{
	}
	explicit FString(std::u16string In)
		: Characters(std::move(In))
	{
	}

	int32 Len() const { return static_cast<int32>(Characters.size()); }
	bool IsEmpty() const { return Characters.empty(); }
	const TCHAR* operator*() const { return Characters.c_str(); }
	FString& operator+=(const FString& Other)
	{
		Characters += Other.Characters;
		return *this;
	}
	friend FString operator+(FString A, const FString& B) { return A += B; }
	friend FString operator/(const FString& A, const FString& B) { return A + TEXT("/") + B; }
	/** Without regard to case, as the engine compares. */
	friend HOST_API bool operator==(const FString& A, const FString& B);
	bool Contains(const FString& Part) const;
	static FString FromInt(int32 Number);

	template <size_t Length, typename... Types>
	static FString Printf(const TCHAR (&Format)[Length], Types... Arguments)
	{
		return Format_(Format, {FHostFormatArgument(Arguments)...});
	}

	std::u16string Characters;

private:
	static FString Format_(const TCHAR* Format, std::initializer_list<FHostFormatArgument> Arguments);
};

HOST_API std::string HostToUtf8(const TCHAR* Text);
HOST_API FString HostFromUtf8(const char* Text);
#define TCHAR_TO_UTF8(Text) HostToUtf8(Text).c_str()
#define UTF8_TO_TCHAR(Text) *HostFromUtf8(Text)
