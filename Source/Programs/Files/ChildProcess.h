// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace Exemplar
{

/** Memory that both processes see, as a ring of slots. */
constexpr size_t SharedSlots = 8;
constexpr size_t SharedSlotSize = size_t{12} << 16; // whole points of three floats

/** Where work in a child process writes what it found. */
class FChildWriter
{
public:
	FChildWriter(int InPipe, int InReturned, std::span<std::byte> InShared)
		: Pipe(InPipe)
		, Returned(InReturned)
		, Shared(InShared)
	{
	}

	void WriteBytes(std::span<const std::byte> Bytes);

	/** The same for many bytes, through memory that both processes see: one copy instead of two. */
	void WriteMany(std::span<const std::byte> Bytes);

	template <typename T>
	void Write(const T& Value)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		WriteBytes(std::as_bytes(std::span(&Value, 1)));
	}
	template <typename T>
	void WriteArray(std::span<const T> Values)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		Write(static_cast<uint64_t>(Values.size()));
		WriteBytes(std::as_bytes(Values));
	}
	void WriteText(const std::string& Text) { WriteArray(std::span<const char>(Text)); }

private:
	int Pipe;
	int Returned; // a byte for every slot of Shared that was read
	std::span<std::byte> Shared;
	size_t NextSlot = 0;
	size_t FreeSlots = SharedSlots;
};

/**
 * A copy of this process that runs one function and writes to a pipe: for libraries that a damaged file can crash. What
 * the child writes is read here as it comes, and is no more to be trusted than the file. Reading throws FFailure if the
 * child ends too early, with the sentence given, or if the context is canceled. The destructor ends the child.
 */
class FChildProcess
{
public:
	/** MostBytes limits the memory that the child may take beyond what this process has now. */
	FChildProcess(const std::function<void(FChildWriter&)>& Work, size_t MostBytes, std::string InSentence,
		const FBuildContext& InContext);
	~FChildProcess();
	FChildProcess(const FChildProcess&) = delete;
	FChildProcess& operator=(const FChildProcess&) = delete;

	void ReadBytes(std::span<std::byte> Bytes);

	/** What the child wrote by WriteMany, Count bytes in parts, each as long as a slot but the last. A part stays valid
	 * during the call, but the child can change it: check no value twice. */
	void ReadMany(size_t Count, const std::function<void(std::span<const std::byte>)>& Take);

	template <typename T>
	T Read()
	{
		static_assert(std::is_trivially_copyable_v<T>);
		T Value;
		ReadBytes(std::as_writable_bytes(std::span(&Value, 1)));
		return Value;
	}

	/** An array of at most MostValues. */
	template <typename T>
	std::vector<T> ReadArray(size_t MostValues)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		const auto Count = Read<uint64_t>();
		if (Count > MostValues)
		{
			FailEarly();
		}
		std::vector<T> Out(static_cast<size_t>(Count));
		ReadBytes(std::as_writable_bytes(std::span(Out)));
		return Out;
	}
	std::string ReadText()
	{
		const std::vector<char> Text = ReadArray<char>(1 << 16);
		return std::string(Text.begin(), Text.end());
	}

	/** How much is done: reported while waiting, so that a run can be canceled. */
	void SetDone(double Fraction) { Done = Fraction; }

	[[noreturn]] void FailEarly() const;

private:
	int Pipe = -1;
	int Returned = -1;
	int Id = -1;
	std::span<std::byte> Shared;
	size_t NextSlot = 0;
	double Done = 0.0;
	std::string Sentence;
	const FBuildContext& Context;
};

} // namespace Exemplar
