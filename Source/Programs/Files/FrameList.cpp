// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/FrameList.h"

#include <algorithm>
#include <charconv>

namespace Exemplar
{

TResult<std::vector<size_t>> ParseFrames(
	const std::string& Text, size_t Count, const std::string& Option, const std::string& Owner)
{
	std::vector<size_t> Frames;
	const char* At = Text.data();
	const char* const End = Text.data() + Text.size();
	while (At != End)
	{
		size_t First = 0, Last = 0;
		const std::from_chars_result Number = std::from_chars(At, End, First);
		bool bSound = Number.ec == std::errc();
		At = Number.ptr;
		Last = First;
		if (bSound && At != End && *At == '-')
		{
			++At;
			Last = Count > 0 ? Count - 1 : 0;
			if (At != End && *At != ',')
			{
				const std::from_chars_result Until = std::from_chars(At, End, Last);
				bSound = Until.ec == std::errc();
				At = Until.ptr;
			}
		}
		bSound = bSound && (At == End || (*At == ',' && At + 1 != End));
		if (!bSound || First > Last)
		{
			return FError{EErrorCode::InvalidArgument,
				Option + " '" + Text + "' is not a list of frames. Use numbers and ranges, as in 0-9,12,20-."};
		}
		if (Last >= Count)
		{
			return FError{EErrorCode::InvalidArgument,
				Option + " '" + Text + "' includes frame " + std::to_string(Last) + ", but the " + Owner + " " +
					std::to_string(Count) + " frames, numbered from 0."};
		}
		for (size_t Frame = First; Frame <= Last; ++Frame)
		{
			Frames.push_back(Frame);
		}
		At += At != End ? 1 : 0;
	}
	std::sort(Frames.begin(), Frames.end());
	Frames.erase(std::unique(Frames.begin(), Frames.end()), Frames.end());
	return Frames;
}

FExampleSet SelectFrames(const FExampleSet& Examples, const std::vector<size_t>& Frames)
{
	FExampleSet Out = Examples;
	Out.Poses.clear();
	Out.Source.Poses.clear();
	for (const size_t Frame : Frames)
	{
		Out.Poses.push_back(Examples.Poses[Frame]);
		Out.Source.Poses.push_back(Examples.Source.Poses[Frame]);
	}
	return Out;
}

} // namespace Exemplar
