// Copyright (c) 2026 Exemplar contributors. MIT license.

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

/** Never null. */
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef
{
public:
	explicit TSharedRef(std::shared_ptr<T> In)
		: Held(std::move(In))
	{
		check(Held);
	}
	T& Get() const { return *Held; }
	T* operator->() const { return Held.get(); }
	template <typename Other>
	requires std::convertible_to<T*, Other*>
	operator TSharedPtr<Other, Mode>() const { return TSharedPtr<Other, Mode>(std::shared_ptr<Other>(Held)); }

	std::shared_ptr<T> Held;
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TWeakPtr
{
public:
	TWeakPtr() = default;
	TWeakPtr(const TSharedPtr<T, Mode>& In)
		: Held(In.Held)
	{
	}
	/** Null where it is gone. */
	TSharedPtr<T, Mode> Pin() const { return TSharedPtr<T, Mode>(Held.lock()); }

	std::weak_ptr<T> Held;
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe, typename... ArgTypes>
TSharedRef<T, Mode> MakeShared(ArgTypes&&... Arguments)
{
	return TSharedRef<T, Mode>(std::make_shared<T>(Forward<ArgTypes>(Arguments)...));
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
	void Reset() { this->reset(); }
};
template <typename T, typename... ArgTypes>
TUniquePtr<T> MakeUnique(ArgTypes&&... Arguments)
{
	return TUniquePtr<T>(std::make_unique<T>(Forward<ArgTypes>(Arguments)...));
}
