// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Counted from any thread; goes with its last reference. */
class HOST_API FHostRefCounted
{
public:
	FHostRefCounted() = default;
	FHostRefCounted(const FHostRefCounted&) = delete;
	virtual ~FHostRefCounted();
	void AddRef() { ++Count; }
	void Release()
	{
		if (--Count == 0)
		{
			delete this;
		}
	}

private:
	std::atomic<int> Count{0};
};

template <typename T>
class TRefCountPtr
{
public:
	TRefCountPtr() = default;
	TRefCountPtr(T* In)
		: Object(In)
	{
		if (Object)
		{
			Object->AddRef();
		}
	}
	TRefCountPtr(const TRefCountPtr& Other)
		: TRefCountPtr(Other.Object)
	{
	}
	TRefCountPtr& operator=(const TRefCountPtr& Other)
	{
		TRefCountPtr Copy(Other);
		std::swap(Object, Copy.Object);
		return *this;
	}
	~TRefCountPtr()
	{
		if (Object)
		{
			Object->Release();
		}
	}
	bool IsValid() const { return Object != nullptr; }
	operator T*() const { return Object; }
	T* GetReference() const { return Object; }
	T* operator->() const
	{
		check(Object);
		return Object;
	}
	void SafeRelease() { *this = TRefCountPtr(); }

private:
	T* Object = nullptr;
};
