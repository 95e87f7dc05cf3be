// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace Exemplar
{

/** Readers of nested formats fail deep inside; here, where exceptions are allowed, they throw this and the entry point
 * converts it to a TResult. It never leaves Source/Programs/Files.
 */
struct FFailure
{
	FError Error;
};

[[noreturn]] inline void Fail(EErrorCode Code, std::string Message)
{
	throw FFailure{{Code, std::move(Message)}};
}

/** Runs Body, which returns a TResult; anything it or a library throws becomes an error about Name. */
template <typename BodyType>
auto CatchFailures(std::string_view Name, const BodyType& Body) -> decltype(Body())
{
	try
	{
		return Body();
	}
	catch (const FFailure& Failure)
	{
		return FError{Failure.Error.Code, std::string(Name) + ": " + Failure.Error.Message};
	}
	catch (const std::bad_alloc&)
	{
		return FError{EErrorCode::Unsupported, std::string(Name) + ": there is not enough memory for it; split it."};
	}
	catch (const std::exception& Exception)
	{
		return FError{EErrorCode::Malformed,
			std::string(Name) + ": the file cannot be read (" + Exception.what() + "). Export it again."};
	}
}

} // namespace Exemplar
