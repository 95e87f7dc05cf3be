// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/ArrayView.h"
#include "Templates/UnrealTemplate.h"

/** The engine's array over the standard one. Indices are checked; growth and lifetimes are the standard's. */
template <typename T>
class TArray
{
public:
	using ElementType = T;

	TArray() = default;
	TArray(std::initializer_list<T> List)
		: Items(List.begin(), List.end())
	{
	}
	TArray(const T* Pointer, int32 Count)
		: Items(Pointer, Pointer + Count)
	{
	}
	template <typename Other>
	requires std::same_as<std::remove_const_t<Other>, T>
	explicit TArray(const TArrayView<Other>& View)
		: Items(View.begin(), View.end())
	{
	}

	int32 Num() const { return static_cast<int32>(Items.size()); }
	bool IsEmpty() const { return Items.empty(); }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Num(); }
	T* GetData() { return reinterpret_cast<T*>(Items.data()); }
	const T* GetData() const { return reinterpret_cast<const T*>(Items.data()); }
	SIZE_T GetAllocatedSize() const { return Items.capacity() * sizeof(T); }
	T& operator[](int32 Index)
	{
		check(IsValidIndex(Index));
		return GetData()[Index];
	}
	const T& operator[](int32 Index) const
	{
		check(IsValidIndex(Index));
		return GetData()[Index];
	}
	T& Last() { return (*this)[Num() - 1]; }
	const T& Last() const { return (*this)[Num() - 1]; }

	int32 Add(const T& Item)
	{
		Items.push_back(FItem(Item));
		return Num() - 1;
	}
	int32 Add(T&& Item)
	{
		Items.push_back(FItem(MoveTemp(Item)));
		return Num() - 1;
	}
	template <typename... ArgTypes>
	T& Emplace_GetRef(ArgTypes&&... Arguments)
	{
		Items.push_back(FItem(T(Forward<ArgTypes>(Arguments)...)));
		return Last();
	}
	T& AddDefaulted_GetRef()
	{
		Items.push_back(FItem(T()));
		return Last();
	}
	void Append(const TArray& Other) { Items.insert(Items.end(), Other.Items.begin(), Other.Items.end()); }
	void Append(const T* Pointer, int32 Count) { Items.insert(Items.end(), Pointer, Pointer + Count); }
	void SetNum(int32 Count) { Items.resize(static_cast<size_t>(Count)); }
	void SetNumZeroed(int32 Count) requires std::is_trivially_copyable_v<T>
	{
		Items.resize(static_cast<size_t>(Count));
	}
	void SetNumUninitialized(int32 Count) { Items.resize(static_cast<size_t>(Count)); }
	void Init(const T& Value, int32 Count) { Items.assign(static_cast<size_t>(Count), FItem(Value)); }
	void Reserve(int32 Count) { Items.reserve(static_cast<size_t>(Count)); }
	void Reset() { Items.clear(); }
	void Empty() { std::vector<FItem>().swap(Items); }
	void RemoveAt(int32 Index)
	{
		check(IsValidIndex(Index));
		Items.erase(Items.begin() + Index);
	}
	bool Contains(const T& Item) const { return Find(Item) != INDEX_NONE; }
	int32 Find(const T& Item) const
	{
		const auto At = std::find(begin(), end(), Item);
		return At == end() ? INDEX_NONE : static_cast<int32>(At - begin());
	}

	T* begin() { return GetData(); }
	T* end() { return GetData() + Num(); }
	const T* begin() const { return GetData(); }
	const T* end() const { return GetData() + Num(); }
	bool operator==(const TArray& Other) const { return std::equal(begin(), end(), Other.begin(), Other.end()); }

private:
	// The standard's array of bool has no elements to point to.
	using FItem = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
	std::vector<FItem> Items;
};
