// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Templates/UnrealTemplate.h"

enum class ESPMode : uint8
{
	NotThreadSafe,
	ThreadSafe
};

/** Counted by the standard library, which counts atomically: the thread-safe mode, which is the engine's default. */
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr
{
public:
	static_assert(Mode == ESPMode::ThreadSafe, "Only what is counted atomically is here.");
	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	template <typename Other>
	requires std::convertible_to<Other*, T*> TSharedPtr(const TSharedPtr<Other, Mode>& In)
		: Held(In.Held)
	{
	}
	explicit TSharedPtr(std::shared_ptr<T> In)
		: Held(std::move(In))
	{
	}
	bool IsValid() const { return Held != nullptr; }
	explicit operator bool() const { return IsValid(); }
	T* Get() const { return Held.get(); }
	T& operator*() const
	{
		check(IsValid());
		return *Held;
	}
	T* operator->() const
	{
		check(IsValid());
		return Held.get();
	}
	void Reset() { Held.reset(); }
	bool operator==(const TSharedPtr& Other) const { return Held == Other.Held; }

	std::shared_ptr<T> Held;
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe, typename... ArgTypes>
TSharedPtr<T, Mode> MakeShared(ArgTypes&&... Arguments)
{
	return TSharedPtr<T, Mode>(std::make_shared<T>(Forward<ArgTypes>(Arguments)...));
}

template <typename T>
class TUniquePtr : public std::unique_ptr<T>
{
public:
	using std::unique_ptr<T>::unique_ptr;
	TUniquePtr(std::unique_ptr<T> In)
		: std::unique_ptr<T>(std::move(In))
	{
	}
	T* Get() const { return this->get(); }
	bool IsValid() const { return this->get() != nullptr; }
};
template <typename T, typename... ArgTypes>
TUniquePtr<T> MakeUnique(ArgTypes&&... Arguments)
{
	return TUniquePtr<T>(std::make_unique<T>(Forward<ArgTypes>(Arguments)...));
}
