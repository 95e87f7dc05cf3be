// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace Exemplar
{

/** The kind of an error. Programs map these to exit codes; the message in FError is for users. */
enum class EErrorCode
{
	InvalidArgument, // an option or a parameter is out of its range
	NotFound,        // a file, a bone, a clip or a set that was named does not exist
	Unreadable,      // the operating system refused to read
	Unwritable,      // the operating system refused to write
	Unsupported,     // well-formed, but of an unsupported kind or version
	Malformed,       // the bytes are not what their format promises
	Mismatch,        // two inputs that must agree do not (vertex counts, topology, bones)
	Degenerate,      // the geometry has no solution (empty, zero size, not enough examples)
	Canceled         // the caller asked to stop
};

/** A code for programs, and a message that names the file, the element and the fix. */
struct FError
{
	EErrorCode Code = EErrorCode::InvalidArgument;
	std::string Message;
};

/** A value or an error. */
template <typename T>
class [[nodiscard]] TResult
{
public:
	TResult(T InValue)
		: Storage(std::in_place_index<0>, std::move(InValue))
	{
	}
	TResult(FError InError)
		: Storage(std::in_place_index<1>, std::move(InError))
	{
	}

	bool IsOk() const { return Storage.index() == 0; }
	explicit operator bool() const { return IsOk(); }

	T& GetValue() &
	{
		assert(IsOk());
		return *std::get_if<0>(&Storage);
	}
	const T& GetValue() const&
	{
		assert(IsOk());
		return *std::get_if<0>(&Storage);
	}
	T&& GetValue() &&
	{
		assert(IsOk());
		return std::move(*std::get_if<0>(&Storage));
	}

	const FError& GetError() const
	{
		assert(!IsOk());
		return *std::get_if<1>(&Storage);
	}

	T* operator->() { return &GetValue(); }
	const T* operator->() const { return &GetValue(); }
	T& operator*() & { return GetValue(); }
	const T& operator*() const& { return GetValue(); }
	T&& operator*() && { return std::move(*this).GetValue(); }

private:
	std::variant<T, FError> Storage;
};

/** Success without a value is FOk: `return FOk{};`. */
struct FOk
{
};

using FStatus = TResult<FOk>;

} // namespace Exemplar
