// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SkeletonFiles.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Character/Character.h"
#include "Examples/BvhFile.h"
#include "Examples/ExampleFiles.h"
#include "Files/Json.h"
#include "Files/Readers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace Exemplar
{
namespace
{

constexpr size_t MaxSkeletonJoints = 4096;

struct FJsonJoint
{
	std::string Name;
	int32_t Parent = NoParent;
	FDouble3 Position;
	std::array<double, 4> Rotation{0.0, 0.0, 0.0, 1.0};
};

FError SkeletonError(const std::string& Name, const std::string& What)
{
	return FError{EErrorCode::Malformed, Name + ": " + What};
}

template <size_t Count>
bool ReadNumbers(const FJson& Value, std::array<double, Count>& Out)
{
	if (!Value.is_array() || Value.size() != Count)
	{
		return false;
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		if (!Value[Index].is_number())
		{
			return false;
		}
		Out[Index] = Value[Index].get<double>();
		if (!(std::abs(Out[Index]) < 1e15))
		{
			return false;
		}
	}
	return true;
}

/** Name, place and rotation; the parent follows when all names are known. */
FStatus ReadJoint(const FJson& Item, size_t Index, const std::string& File, FJsonJoint& Out)
{
	const std::string What = "joint " + std::to_string(Index) + " (counting from 0) ";
	if (!Item.is_object() || !Item.contains("name") || !Item["name"].is_string() ||
		Item["name"].get_ref<const std::string&>().empty())
	{
		return SkeletonError(File, What + "has no name. Give every joint a \"name\".");
	}
	Out.Name = Item["name"].get<std::string>();
	std::array<double, 3> Place{};
	const char* const Key = Item.contains("position") ? "position" : "head";
	if (!Item.contains(Key) || !ReadNumbers(Item[Key], Place))
	{
		return SkeletonError(
			File, What + "has no position. Give it a \"position\" of three finite numbers, in the model's space.");
	}
	Out.Position = {Place[0], Place[1], Place[2]};
	if (Item.contains("rotation"))
	{
		std::array<double, 4>& Q = Out.Rotation;
		const bool bRead = ReadNumbers(Item["rotation"], Q);
		const double Length = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
		if (!bRead || !(Length > 0.5 && Length < 2.0))
		{
			return SkeletonError(File, What + "has a rotation that is not a unit quaternion [x, y, z, w].");
		}
		for (double& Part : Q)
		{
			Part /= Length;
		}
	}
	return FOk{};
}

/** The index of a parent given by name or number; empty if there is no such joint. */
std::optional<int32_t> ReadParent(const FJson& Item, const std::map<std::string, int32_t>& Known)
{
	if (!Item.contains("parent") || Item["parent"].is_null())
	{
		return NoParent;
	}
	const FJson& Parent = Item["parent"];
	if (Parent.is_string())
	{
		const auto Found = Known.find(Parent.get<std::string>());
		return Found == Known.end() ? std::nullopt : std::optional<int32_t>(Found->second);
	}
	if (!Parent.is_number_integer())
	{
		return std::nullopt;
	}
	const int64_t Index = Parent.get<int64_t>();
	return Index >= -1 && Index < static_cast<int64_t>(Known.size())
		? std::optional<int32_t>(static_cast<int32_t>(Index))
		: std::nullopt;
}

/** Parents before children; shorter than the joints if parents form a circle. */
std::vector<size_t> SortJoints(const std::vector<FJsonJoint>& Joints)
{
	std::vector<std::vector<size_t>> Children(Joints.size());
	std::vector<size_t> Out;
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		if (Joints[Joint].Parent == NoParent)
		{
			Out.push_back(Joint);
		}
		else
		{
			Children[static_cast<size_t>(Joints[Joint].Parent)].push_back(Joint);
		}
	}
	for (size_t Next = 0; Next < Out.size(); ++Next)
	{
		Out.insert(Out.end(), Children[Out[Next]].begin(), Children[Out[Next]].end());
	}
	// Breadth first would reorder files that are sorted already: keep those.
	const auto IsSorted = [&](size_t Joint) { return Joints[Joint].Parent < static_cast<int32_t>(Joint); };
	if (Out.size() == Joints.size())
	{
		std::vector<size_t> Plain(Out);
		std::sort(Plain.begin(), Plain.end());
		return std::all_of(Plain.begin(), Plain.end(), IsSorted) ? Plain : Out;
	}
	return Out;
}

FRotation Multiply(const std::array<double, 4>& A, const std::array<double, 4>& B)
{
	return {static_cast<float>(A[3] * B[0] + A[0] * B[3] + A[1] * B[2] - A[2] * B[1]),
		static_cast<float>(A[3] * B[1] - A[0] * B[2] + A[1] * B[3] + A[2] * B[0]),
		static_cast<float>(A[3] * B[2] + A[0] * B[1] - A[1] * B[0] + A[2] * B[3]),
		static_cast<float>(A[3] * B[3] - A[0] * B[0] - A[1] * B[1] - A[2] * B[2])};
}

/** V turned by a unit quaternion. */
FDouble3 Rotate(const std::array<double, 4>& Q, const FDouble3& V)
{
	const double Tx = 2.0 * (Q[1] * V.Z - Q[2] * V.Y), Ty = 2.0 * (Q[2] * V.X - Q[0] * V.Z),
				 Tz = 2.0 * (Q[0] * V.Y - Q[1] * V.X);
	return {V.X + Q[3] * Tx + Q[1] * Tz - Q[2] * Ty, V.Y + Q[3] * Ty + Q[2] * Tx - Q[0] * Tz,
		V.Z + Q[3] * Tz + Q[0] * Ty - Q[1] * Tx};
}

FSkeletonData ToSkeleton(const std::vector<FJsonJoint>& Joints, const std::vector<size_t>& Order)
{
	FSkeletonData Out;
	std::vector<int32_t> NewOf(Joints.size(), NoParent);
	for (const size_t Index : Order)
	{
		const FJsonJoint& Joint = Joints[Index];
		NewOf[Index] = static_cast<int32_t>(Out.Parents.size());
		FJsonJoint Above;
		if (Joint.Parent != NoParent)
		{
			Above = Joints[static_cast<size_t>(Joint.Parent)];
		}
		const std::array<double, 4> Back{-Above.Rotation[0], -Above.Rotation[1], -Above.Rotation[2], Above.Rotation[3]};
		const FDouble3 Place = Rotate(Back,
			{Joint.Position.X - Above.Position.X, Joint.Position.Y - Above.Position.Y,
				Joint.Position.Z - Above.Position.Z});
		Out.Names.push_back(Joint.Name);
		Out.Parents.push_back(Joint.Parent == NoParent ? NoParent : NewOf[static_cast<size_t>(Joint.Parent)]);
		Out.RestLocal.push_back({Multiply(Back, Joint.Rotation),
			{static_cast<float>(Place.X), static_cast<float>(Place.Y), static_cast<float>(Place.Z)},
			{1.0f, 1.0f, 1.0f}});
	}
	return Out;
}

TResult<FSkeletonFile> ReadSceneSkeleton(const std::filesystem::path& File, const FBuildContext& Context)
{
	for (const FExampleReader& Reader : MakeSceneReaders({}))
	{
		std::string Extension = File.extension().string();
		std::transform(Extension.begin(), Extension.end(), Extension.begin(),
			[](unsigned char C) { return static_cast<char>(std::tolower(C)); });
		if (std::find(Reader.Extensions.begin(), Reader.Extensions.end(), Extension) != Reader.Extensions.end())
		{
			TResult<FSourceExamples> Source = Reader.Read(File, Context);
			if (!Source)
			{
				return Source.GetError();
			}
			if (!Source->Rig || Source->Rig->Skeleton.JointCount() == 0)
			{
				return FError{EErrorCode::NotFound,
					PathToText(File) + ": this scene has no skin, so it has no skeleton. Export the skinned mesh."};
			}
			return FSkeletonFile{std::move(Source->Rig->Skeleton), false, true};
		}
	}
	return FError{EErrorCode::Unsupported,
		PathToText(File) +
			": a skeleton must be a scene (.glb .gltf .fbx), a motion (.bvh), a skeleton (.json) or a "
			"character (.exemplar)."};
}

} // namespace

TResult<FSkeletonData> ParseSkeletonJson(std::string_view Text, const std::string& Name)
{
	const FJson Json = FJson::parse(Text.begin(), Text.end(), nullptr, false);
	if (Json.is_discarded() || !Json.is_object() || !Json.contains("joints") || !Json["joints"].is_array())
	{
		return SkeletonError(Name,
			Json.is_discarded() ? "not valid JSON. Write a skeleton as {\"joints\": [...]}."
								: "there is no list of joints. Write a skeleton as {\"joints\": [...]}.");
	}
	const FJson& List = Json["joints"];
	if (List.empty() || List.size() > MaxSkeletonJoints)
	{
		return SkeletonError(Name,
			"the skeleton has " + std::to_string(List.size()) + " joints. Give it 1 to " +
				std::to_string(MaxSkeletonJoints) + ".");
	}
	std::vector<FJsonJoint> Joints(List.size());
	std::map<std::string, int32_t> Known;
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		if (FStatus Status = ReadJoint(List[Index], Index, Name, Joints[Index]); !Status)
		{
			return Status.GetError();
		}
		if (!Known.try_emplace(Joints[Index].Name, static_cast<int32_t>(Index)).second)
		{
			return SkeletonError(
				Name, "two joints are named \"" + Joints[Index].Name + "\". Give every joint a name of its own.");
		}
	}
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::optional<int32_t> Parent = ReadParent(List[Index], Known);
		if (!Parent)
		{
			return SkeletonError(Name,
				"the parent of joint \"" + Joints[Index].Name +
					"\" is not a joint. Give the name or the index of one, or null for the root.");
		}
		Joints[Index].Parent = *Parent;
	}
	const std::vector<size_t> Order = SortJoints(Joints);
	if (Order.size() != Joints.size())
	{
		return SkeletonError(Name, "the parents of some joints form a circle. Correct them.");
	}
	return ToSkeleton(Joints, Order);
}

TResult<FSkeletonFile> ReadSkeletonFile(const std::filesystem::path& File, const FBuildContext& Context)
{
	std::string Extension = File.extension().string();
	std::transform(Extension.begin(), Extension.end(), Extension.begin(),
		[](unsigned char C) { return static_cast<char>(std::tolower(C)); });
	if (Extension == ".json")
	{
		const TResult<std::string> Text = ReadWholeTextFile(File);
		TResult<FSkeletonData> Skeleton =
			Text ? ParseSkeletonJson(*Text, PathToText(File)) : TResult<FSkeletonData>(Text.GetError());
		return Skeleton ? TResult<FSkeletonFile>(FSkeletonFile{std::move(*Skeleton), false, false})
						: TResult<FSkeletonFile>(Skeleton.GetError());
	}
	if (Extension == ".bvh")
	{
		const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
		TResult<FBvhFile> Motion = Bytes ? ParseBvh(*Bytes, PathToText(File)) : TResult<FBvhFile>(Bytes.GetError());
		return Motion ? TResult<FSkeletonFile>(FSkeletonFile{std::move(Motion->Skeleton), false, false})
					  : TResult<FSkeletonFile>(Motion.GetError());
	}
	if (KindOfFile(File) == EFileKind::Character)
	{
		const TResult<FCharacter> Character = LoadCharacter(File);
		return Character ? TResult<FSkeletonFile>(FSkeletonFile{Character->ToData().Skeleton, true, true})
						 : TResult<FSkeletonFile>(Character.GetError());
	}
	return ReadSceneSkeleton(File, Context);
}

FStatus LoadTemplateSkeleton(FShapeRigOptions& Options, const FBuildContext& Context)
{
	if (Options.Template.find('.') == std::string::npos)
	{
		return FOk{};
	}
	const std::filesystem::path Path(std::u8string(Options.Template.begin(), Options.Template.end()));
	TResult<FSkeletonFile> File = ReadSkeletonFile(Path, Context);
	if (!File)
	{
		return File.GetError();
	}
	Options.TemplateJoints = std::move(File->Skeleton);
	return FOk{};
}

} // namespace Exemplar
