// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/BvhFile.h"
#include "Examples/TextScanner.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

namespace Exemplar
{

namespace BvhReaderDetail
{

constexpr size_t MaxJoints = 4096;
constexpr size_t MaxDepth = 512;
constexpr int64_t MaxFrames = 65536;

enum class EChannel : uint8_t
{
	MoveX,
	MoveY,
	MoveZ,
	TurnX,
	TurnY,
	TurnZ
};

class FBvhParser
{
public:
	FBvhParser(std::span<const std::byte> Bytes, std::string_view InName)
		: Scanner(Bytes)
		, Name(InName)
	{
	}

	TResult<FBvhFile> Run()
	{
		if (Next() != "HIERARCHY")
		{
			Fail("the file does not start with HIERARCHY. Is this a BVH file?");
			return Failure;
		}
		if (!ReadTree() || !ReadMotion())
		{
			return Failure;
		}
		return std::move(File);
	}

private:
	bool Fail(const std::string& What)
	{
		Failure = MalformedLine(Name, Scanner.GetLine(), What);
		return false;
	}

	std::string_view Next() { return Scanner.SkipSpace() ? Scanner.ReadWord() : std::string_view(); }

	/** ROOT or JOINT, with everything between its braces; iterative, so that depth costs no stack. */
	bool ReadTree()
	{
		std::vector<int32_t> Open; // the joints whose braces are open; NoParent for an end site
		for (;;)
		{
			const std::string_view Word = Next();
			if (Word == "ROOT" || Word == "JOINT")
			{
				if ((Word == "ROOT") != Open.empty() || (!Open.empty() && Open.back() == NoParent))
				{
					return Fail(std::string(Word) + " is in the wrong place. Export the motion again");
				}
				if (!File.Skeleton.Parents.empty() && Word == "ROOT")
				{
					Fail("the file has more than one ROOT. Export one skeleton per file");
					Failure.Code = EErrorCode::Unsupported;
					return false;
				}
				if (!BeginJoint(Open))
				{
					return false;
				}
			}
			else if (Word == "End" && !Open.empty() && Open.back() != NoParent)
			{
				Scanner.ReadWord(); // Site
				if (Next() != "{")
				{
					return Fail("the end site has no braces. Export the motion again");
				}
				Open.push_back(NoParent);
			}
			else if (Word == "OFFSET" && !Open.empty())
			{
				if (!ReadOffset(Open.back()))
				{
					return false;
				}
			}
			else if (Word == "CHANNELS" && !Open.empty() && Open.back() != NoParent)
			{
				if (!ReadChannels(static_cast<size_t>(Open.back())))
				{
					return false;
				}
			}
			else if (Word == "}" && !Open.empty())
			{
				Open.pop_back();
			}
			else if (Word == "MOTION" && Open.empty() && !File.Skeleton.Parents.empty())
			{
				return true;
			}
			else
			{
				return Fail(Word.empty() ? "the file ends within its hierarchy. Export the motion again"
										 : "\"" + std::string(Word.substr(0, 40)) +
							"\" is not expected in the hierarchy. Export the motion again");
			}
			if (Open.size() > MaxDepth)
			{
				return Fail("the hierarchy is more than " + std::to_string(MaxDepth) + " joints deep. Simplify it");
			}
		}
	}

	bool BeginJoint(std::vector<int32_t>& Open)
	{
		const size_t Joint = File.Skeleton.Parents.size();
		std::string Label(Scanner.ReadRestOfLine());
		const bool bBrace = Label.ends_with('{');
		Label.resize(Label.size() - (bBrace ? 1 : 0));
		while (!Label.empty() && (Label.back() == ' ' || Label.back() == '\t'))
		{
			Label.pop_back();
		}
		if (Label.empty() || !Names.insert(Label).second)
		{
			return Fail(Label.empty() ? "a joint has no name. Name every joint"
									  : "two joints are named \"" + Label + "\". Give every joint a name of its own");
		}
		if (Joint == MaxJoints)
		{
			return Fail("the file has more than " + std::to_string(MaxJoints) + " joints. Split it");
		}
		if (!bBrace && Next() != "{")
		{
			return Fail("joint \"" + Label + "\" has no braces. Export the motion again");
		}
		File.Skeleton.Names.push_back(std::move(Label));
		File.Skeleton.Parents.push_back(Open.empty() ? NoParent : Open.back());
		File.Skeleton.RestLocal.emplace_back();
		Channels.emplace_back();
		Open.push_back(static_cast<int32_t>(Joint));
		return true;
	}

	bool ReadOffset(int32_t Joint)
	{
		FFloat3 Offset;
		if (!Scanner.ReadNumber(Offset.X) || !Scanner.ReadNumber(Offset.Y) || !Scanner.ReadNumber(Offset.Z) ||
			!std::isfinite(Offset.X + Offset.Y + Offset.Z))
		{
			return Fail("OFFSET does not have three numbers. Export the motion again");
		}
		if (Joint != NoParent)
		{
			File.Skeleton.RestLocal[static_cast<size_t>(Joint)].Translation = Offset;
		}
		return true;
	}

	bool ReadChannels(size_t Joint)
	{
		static constexpr std::string_view Words[] = {
			"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};
		int64_t Count = 0;
		if (!Scanner.ReadNumber(Count) || Count < 0 || Count > 6 || !Channels[Joint].empty())
		{
			return Fail("CHANNELS must be given once per joint, with a count from 0 to 6. Export the motion again");
		}
		for (; Count > 0; --Count)
		{
			const std::string_view Word = Next();
			const auto Found = std::find(std::begin(Words), std::end(Words), Word);
			const auto Channel = static_cast<EChannel>(Found - std::begin(Words));
			std::vector<EChannel>& Own = Channels[Joint];
			if (Found == std::end(Words) || std::find(Own.begin(), Own.end(), Channel) != Own.end())
			{
				return Fail("\"" + std::string(Word.substr(0, 40)) +
					"\" is not a channel, or is listed twice; channels are Xposition, Yposition, Zposition, Xrotation, "
					"Yrotation and Zrotation. Export the motion again");
			}
			Own.push_back(Channel);
		}
		ChannelCount += Channels[Joint].size();
		return true;
	}

	bool ReadMotion()
	{
		int64_t Frames = 0;
		double Seconds = 0.0;
		if (Next() != "Frames:" || !Scanner.ReadNumber(Frames) || Frames < 0)
		{
			return Fail("MOTION does not begin with \"Frames: <count>\". Export the motion again");
		}
		if (Next() != "Frame" || Next() != "Time:" || !Scanner.ReadNumber(Seconds) || !(Seconds > 1e-6) ||
			!(Seconds < 1e6))
		{
			return Fail("\"Frame Time: <seconds>\" is missing, or not a positive time. Export the motion again");
		}
		if (Frames > MaxFrames)
		{
			return Fail("the motion has " + std::to_string(Frames) + " frames; the limit is " +
				std::to_string(MaxFrames) + ". Split it");
		}
		// The shortest number is one digit and a blank.
		if (static_cast<uint64_t>(Frames) * (std::max)(ChannelCount, size_t{1}) > Scanner.BytesLeft() / 2 + 1)
		{
			return Fail("the header promises " + std::to_string(Frames) + " frames of " + std::to_string(ChannelCount) +
				" numbers, more than the rest of the file can hold. The file is truncated; export the motion again");
		}
		File.Clip.Name = "motion";
		File.Clip.FramesPerSecond = static_cast<float>(1.0 / Seconds);
		File.Clip.FrameCount = static_cast<uint32_t>(Frames);
		return Frames == 0 || ReadFrames(static_cast<size_t>(Frames));
	}

	bool ReadFrames(size_t Frames)
	{
		const size_t Joints = Channels.size();
		std::vector<std::vector<FRotation>> Turns(Joints);
		std::vector<std::vector<FFloat3>> Places(Joints);
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			for (size_t Joint = 0; Joint < Joints; ++Joint)
			{
				if (!ReadJoint(Joint, Frame, Turns[Joint], Places[Joint]))
				{
					return false;
				}
			}
		}
		FClipData& Clip = File.Clip;
		Clip.Rotations.Offsets = Clip.Translations.Offsets = {0};
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			Append(Turns[Joint], Clip.Rotations);
			Append(Places[Joint], Clip.Translations);
		}
		if (Clip.Translations.Values.empty())
		{
			Clip.Translations.Offsets.clear();
		}
		return true;
	}

	template <typename T>
	static void Append(const std::vector<T>& Values, TClipChannel<FOwned, T>& Out)
	{
		for (size_t Frame = 0; Frame < Values.size(); ++Frame)
		{
			Out.Frames.push_back(static_cast<uint16_t>(Frame));
			Out.Values.push_back(Values[Frame]);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Values.size()));
	}

	bool ReadJoint(size_t Joint, size_t Frame, std::vector<FRotation>& Turns, std::vector<FFloat3>& Places)
	{
		FFloat3 Place = File.Skeleton.RestLocal[Joint].Translation;
		Eigen::Quaterniond Turn = Eigen::Quaterniond::Identity();
		bool bMoves = false;
		for (const EChannel Channel : Channels[Joint])
		{
			double Value = 0.0;
			if (!Scanner.SkipSpace() || !Scanner.ReadNumber(Value) || !(std::abs(Value) < 1e15))
			{
				return Fail("frame " + std::to_string(Frame) + " (counting from 0) does not have " +
					std::to_string(ChannelCount) +
					" finite numbers. The file is truncated or damaged; export it again");
			}
			if (Channel <= EChannel::MoveZ)
			{
				float* const Axes[] = {&Place.X, &Place.Y, &Place.Z};
				*Axes[static_cast<size_t>(Channel)] = static_cast<float>(Value);
				bMoves = true;
				continue;
			}
			const auto Axis = static_cast<Eigen::Index>(Channel) - static_cast<Eigen::Index>(EChannel::TurnX);
			Turn = Turn * Eigen::AngleAxisd(Value * std::numbers::pi / 180.0, Eigen::Vector3d::Unit(Axis));
		}
		Turn.normalize();
		FRotation Out{static_cast<float>(Turn.x()), static_cast<float>(Turn.y()), static_cast<float>(Turn.z()),
			static_cast<float>(Turn.w())};
		if (!Turns.empty() && Dot(Out, Turns.back()) < 0.0f)
		{
			Out = {-Out.X, -Out.Y, -Out.Z, -Out.W}; // the nearer of the two quaternions: curves do not jump
		}
		Turns.push_back(Out);
		if (bMoves)
		{
			Places.push_back(Place);
		}
		return true;
	}

	FTextScanner Scanner;
	std::string_view Name;
	FBvhFile File;
	FError Failure;
	std::set<std::string> Names;
	std::vector<std::vector<EChannel>> Channels; // of joints, in the file's order
	size_t ChannelCount = 0;
};

} // namespace BvhReaderDetail

TResult<FBvhFile> ParseBvh(std::span<const std::byte> Bytes, std::string_view Name)
{
	return BvhReaderDetail::FBvhParser(Bytes, Name).Run();
}

} // namespace Exemplar
