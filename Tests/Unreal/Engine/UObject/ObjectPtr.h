// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

/** How a property holds an object. */
template <typename T>
class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(std::nullptr_t) {}
	template <typename Other>
	requires std::convertible_to<Other*, T*> TObjectPtr(Other* In)
		: Object(In)
	{
	}
	T* Get() const { return Object; }
	operator T*() const { return Object; }
	T* operator->() const
	{
		check(Object);
		return Object;
	}
	T& operator*() const
	{
		check(Object);
		return *Object;
	}

private:
	T* Object = nullptr;
};

template <typename T>
class TWeakObjectPtr
{
public:
	TWeakObjectPtr() = default;
	TWeakObjectPtr(std::nullptr_t) {}
	TWeakObjectPtr(T* In)
		: Object(In)
		, Serial(In ? In->HostSerial : 0)
	{
	}
	T* Get() const { return HostIsAlive(Object, Serial) ? Object : nullptr; }
	bool IsValid() const { return Get() != nullptr; }
	T* operator->() const
	{
		check(IsValid());
		return Object;
	}
	void Reset() { *this = TWeakObjectPtr(); }
	bool operator==(const TWeakObjectPtr& Other) const { return Get() == Other.Get(); }

private:
	T* Object = nullptr;
	uint64 Serial = 0;
};
