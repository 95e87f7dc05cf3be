// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace Exemplar
{

enum class EGpuFormat
{
	None,
	R32Float,
	R32Uint,
	Rg32Float,
	Rgba32Float,
	Rgba16Float,
	Rgba16Snorm,
	Rgba8Unorm,
	Depth32 // the only one for depth; reads back as floats
};

/** Bytes of one texel; zero for None. */
size_t GetTexelBytes(EGpuFormat Format);

/** Memory that the host and the device share. Copies share it. */
class FGpuBuffer
{
public:
	FGpuBuffer() = default;

	size_t ByteCount() const;
	std::span<std::byte> Bytes() const; // coherent: has the results of commands when Submit() returns

	/** Copies as many bytes as fit. */
	void Write(std::span<const std::byte> Source, size_t Offset = 0) const
	{
		const std::span<std::byte> All = Bytes();
		if (Offset < All.size() && !Source.empty())
		{
			std::memcpy(All.data() + Offset, Source.data(),
				Source.size() < All.size() - Offset ? Source.size() : All.size() - Offset);
		}
	}
	template <typename T>
	std::vector<T> Read() const
	{
		std::vector<T> Out(ByteCount() / sizeof(T));
		if (!Out.empty())
		{
			std::memcpy(Out.data(), Bytes().data(), Out.size() * sizeof(T));
		}
		return Out;
	}

	struct FContents;
	std::shared_ptr<FContents> Contents;
};

/** A two-dimensional image; row 0 is the top. Copies share it. */
class FGpuImage
{
public:
	uint32_t Width() const;
	uint32_t Height() const;
	EGpuFormat Format() const;

	/** The texels, row by row without gaps; waits for the device. */
	TResult<std::vector<std::byte>> Read() const;

	template <typename T>
	TResult<std::vector<T>> ReadAs() const
	{
		TResult<std::vector<std::byte>> Raw = Read();
		if (!Raw)
		{
			return Raw.GetError();
		}
		std::vector<T> Out(Raw->size() / sizeof(T));
		if (!Out.empty())
		{
			std::memcpy(Out.data(), Raw->data(), Out.size() * sizeof(T));
		}
		return Out;
	}

	/** Replaces the texels; waits for the device. Not for depth. */
	FStatus Write(std::span<const std::byte> Texels) const;

	struct FContents;
	std::shared_ptr<FContents> Contents;
};

} // namespace Exemplar
