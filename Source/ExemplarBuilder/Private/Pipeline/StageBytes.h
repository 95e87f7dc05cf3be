// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Affine3d.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace Exemplar
{

/** Types that can be copied as bytes: no padding, no pointers. */
template <typename T>
constexpr bool bIsPlain = std::is_arithmetic_v<T> || std::is_same_v<T, FDouble3> || std::is_same_v<T, FDouble4> ||
	std::is_same_v<T, FAffine3d> || std::is_same_v<T, FFloat2> || std::is_same_v<T, FFloat3> ||
	std::is_same_v<T, FFloat4> || std::is_same_v<T, FMeshSection>;

/** Appends values to bytes. A vector is its length, then its items. */
class FStageWriter
{
public:
	static constexpr bool bReads = false;
	std::vector<std::byte> Bytes;

	template <typename T>
	void Item(const T& Value)
	{
		static_assert(bIsPlain<T>);
		const std::span<const std::byte> Raw = std::as_bytes(std::span(&Value, 1));
		Bytes.insert(Bytes.end(), Raw.begin(), Raw.end());
	}
	template <typename T>
	void Items(const std::vector<T>& Values)
	{
		static_assert(bIsPlain<T>);
		Item(uint64_t{Values.size()});
		const std::span<const std::byte> Raw = std::as_bytes(std::span(Values));
		Bytes.insert(Bytes.end(), Raw.begin(), Raw.end());
	}
	void Text(const std::string& Value) { Items(std::vector<char>(Value.begin(), Value.end())); }
	template <typename T, typename EachType>
	void List(std::vector<T>& Values, const EachType& Each)
	{
		Item(uint64_t{Values.size()});
		for (T& Value : Values)
		{
			Each(*this, Value);
		}
	}
};

/** Reads the values back. After anything that does not fit it has failed, and all further values are zero. */
class FStageReader
{
public:
	static constexpr bool bReads = true;

	explicit FStageReader(std::span<const std::byte> InBytes)
		: Bytes(InBytes)
	{
	}

	/** Whether everything was read and nothing is left. */
	bool IsGood() const { return bGood && Bytes.empty(); }

	template <typename T>
	void Item(T& Value)
	{
		static_assert(bIsPlain<T>);
		Value = T{};
		if (Take(sizeof(T)))
		{
			std::memcpy(static_cast<void*>(&Value), Taken, sizeof(T));
		}
	}
	template <typename T>
	void Items(std::vector<T>& Values)
	{
		static_assert(bIsPlain<T>);
		const size_t Count = TakeCount(sizeof(T));
		Values.assign(Count, T{});
		if (Count > 0 && Take(Count * sizeof(T)))
		{
			std::memcpy(static_cast<void*>(Values.data()), Taken, Count * sizeof(T));
		}
	}
	void Text(std::string& Value)
	{
		std::vector<char> Letters;
		Items(Letters);
		Value.assign(Letters.begin(), Letters.end());
	}
	template <typename T, typename EachType>
	void List(std::vector<T>& Values, const EachType& Each)
	{
		// Every item takes at least a byte: a count cannot ask for more memory than a small multiple of the bytes.
		const size_t Count = TakeCount(1);
		Values.clear();
		for (size_t Index = 0; Index < Count && bGood; ++Index)
		{
			Each(*this, Values.emplace_back());
		}
	}

private:
	bool Take(size_t Size)
	{
		bGood = bGood && Size <= Bytes.size();
		Taken = bGood ? Bytes.data() : nullptr;
		Bytes = bGood ? Bytes.subspan(Size) : std::span<const std::byte>();
		return bGood;
	}
	size_t TakeCount(size_t ItemSize)
	{
		uint64_t Count = 0;
		Item(Count);
		bGood = bGood && Count <= Bytes.size() / ItemSize;
		return bGood ? static_cast<size_t>(Count) : 0;
	}

	std::span<const std::byte> Bytes;
	const std::byte* Taken = nullptr;
	bool bGood = true;
};

} // namespace Exemplar
