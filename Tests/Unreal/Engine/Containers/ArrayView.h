// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** A range of somebody else's elements. Indices are checked. */
template <typename T>
class TArrayView
{
public:
	TArrayView() = default;
	TArrayView(T* InData, int32 InNum)
		: Data(InData)
		, Count(InNum)
	{
		check(InNum >= 0);
	}
	template <typename OtherRange>
	requires(!std::same_as<std::remove_cvref_t<OtherRange>, TArrayView> &&
		requires(OtherRange & Range) {
			{
				Range.GetData()
				} -> std::convertible_to<T*>;
			{
				Range.Num()
				} -> std::convertible_to<int32>;
		}) TArrayView(OtherRange&& Other)
		: Data(Other.GetData())
		, Count(static_cast<int32>(Other.Num()))
	{
	}
	T* GetData() const { return Data; }
	int32 Num() const { return Count; }
	bool IsEmpty() const { return Count == 0; }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Count; }
	T& operator[](int32 Index) const
	{
		check(IsValidIndex(Index));
		return Data[Index];
	}
	T* begin() const { return Data; }
	T* end() const { return Data + Count; }

private:
	T* Data = nullptr;
	int32 Count = 0;
};

template <typename T>
using TConstArrayView = TArrayView<const T>;

/** A range whose count has 64 bits. */
template <typename T>
class TArrayView64
{
public:
	TArrayView64(T* InData, int64 InNum)
		: Data(InData)
		, Count(InNum)
	{
		check(InNum >= 0);
	}
	T* GetData() const { return Data; }
	int64 Num() const { return Count; }

private:
	T* Data = nullptr;
	int64 Count = 0;
};

template <typename T>
TArrayView<T> MakeArrayView(T* Pointer, int32 Size)
{
	return TArrayView<T>(Pointer, Size);
}
