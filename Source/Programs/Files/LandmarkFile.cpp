// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/LandmarkFile.h"

#include "Files/Json.h"

#include <charconv>
#include <cmath>

namespace Exemplar
{
namespace LandmarkFileDetail
{

constexpr double LargestCoordinate = 1e9;

/** Three numbers. */
bool ReadPlace(const FJson& Value, FDouble3& Out)
{
	if (!Value.is_array() || Value.size() != 3)
	{
		return false;
	}
	double Numbers[3];
	for (size_t Index = 0; Index < 3; ++Index)
	{
		if (!Value[Index].is_number() || !(std::abs(Value[Index].get<double>()) < LargestCoordinate))
		{
			return false;
		}
		Numbers[Index] = Value[Index].get<double>();
	}
	Out = {Numbers[0], Numbers[1], Numbers[2]};
	return true;
}

} // namespace LandmarkFileDetail

TResult<std::vector<FFileLandmark>> ParseLandmarkJson(std::string_view Text, const std::string& Name)
{
	using namespace LandmarkFileDetail;
	const char* const Form =
		" Write landmarks as {\"template\": {\"nose\": [0, 1.7, 0.1]}, \"scan01.ply\": {\"nose\": [0.2, 1.6, 0.3]}}.";
	const FJson Json = FJson::parse(Text.begin(), Text.end(), nullptr, false);
	if (Json.is_discarded() || !Json.is_object())
	{
		return FError{EErrorCode::Malformed,
			Name + (Json.is_discarded() ? ": not valid JSON." : ": there are no files in it.") + Form};
	}
	std::vector<FFileLandmark> Out;
	for (const auto& [File, Places] : Json.items())
	{
		if (!Places.is_object())
		{
			return FError{EErrorCode::Malformed, Name + ": '" + File + "' has no named places." + Form};
		}
		for (const auto& [Landmark, Place] : Places.items())
		{
			FFileLandmark& Each = Out.emplace_back(FFileLandmark{File, {Landmark, {}}});
			if (Landmark.empty() || !ReadPlace(Place, Each.Landmark.Position))
			{
				return FError{EErrorCode::Malformed,
					Name + ": the landmark '" + Landmark + "' of '" + File + "' is not a name with three numbers." +
						Form};
			}
		}
	}
	return Out;
}

TResult<FFileLandmark> ParseLandmarkText(const std::string& Text)
{
	using namespace LandmarkFileDetail;
	const FError Bad{EErrorCode::InvalidArgument,
		"--landmark: '" + Text +
			"' is not FILE:NAME=X,Y,Z, as in scan01.ply:nose=0.2,1.6,0.3 and template:nose=0,1.7,0.1."};
	const size_t Equals = Text.rfind('=');
	const size_t Colon = Equals == std::string::npos ? Equals : Text.rfind(':', Equals);
	if (Colon == std::string::npos || Colon == 0 || Colon + 1 == Equals)
	{
		return Bad;
	}
	FFileLandmark Out{Text.substr(0, Colon), {Text.substr(Colon + 1, Equals - Colon - 1), {}}};
	const char* At = Text.data() + Equals + 1;
	const char* const End = Text.data() + Text.size();
	for (double* Number : {&Out.Landmark.Position.X, &Out.Landmark.Position.Y, &Out.Landmark.Position.Z})
	{
		const std::from_chars_result Read = std::from_chars(At, End, *Number);
		const bool bLast = Number == &Out.Landmark.Position.Z;
		if (Read.ec != std::errc() || !(std::abs(*Number) < LargestCoordinate) ||
			(bLast ? Read.ptr != End : Read.ptr == End || *Read.ptr != ','))
		{
			return Bad;
		}
		At = Read.ptr + 1;
	}
	return Out;
}

} // namespace Exemplar
