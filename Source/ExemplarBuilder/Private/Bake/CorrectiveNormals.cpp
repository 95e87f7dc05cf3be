// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/CorrectiveNormals.h"

#include "Character/Character.h"
#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Correctives/CorrectiveJobs.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "Skinning/SkinOperator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace Exemplar
{

namespace CorrectiveNormalsDetail
{

using Eigen::Index;
using FPose = std::vector<FBoneTransform>;

/** Share of the mean squared weight that every weight is damped by: few poses, many shapes. */
constexpr double Ridge = 1e-3;

/** A normal is changed by at most this in a coordinate. */
constexpr double LargestChange = 1.5;

Eigen::Vector3d ToEigen(const FFloat3& V)
{
	return {V.X, V.Y, V.Z};
}

/**
 * Frames of all clips, spread evenly; where they are few, poses that take each joint from another of these frames,
 * because the corrected surface is known in every pose; and the poses of sculpts.
 */
std::vector<FPose> ChoosePoses(const FCharacter& Character)
{
	const FCharacterView& View = Character.View();
	size_t Frames = 0;
	for (const FClipView& Clip : View.Clips)
	{
		Frames += Clip.FrameCount;
	}
	const size_t Step = (std::max)(size_t{1}, (Frames + CorrectiveNormalPoses - 1) / CorrectiveNormalPoses);
	std::vector<FPose> Out;
	size_t Next = 0, First = 0;
	for (const FClipView& Clip : View.Clips)
	{
		for (; Next < First + Clip.FrameCount; Next += Step)
		{
			Out.push_back(SampleFrame(View.Skeleton, Clip, static_cast<float>(Next - First)));
		}
		First += Clip.FrameCount;
	}
	const size_t Seen = Out.size();
	for (size_t Turn = Seen; Turn < CorrectiveNormalPoses && Seen > 1; ++Turn)
	{
		FPose Mixed = Out[Turn % Seen];
		for (size_t Joint = 0; Joint < Mixed.size(); ++Joint)
		{
			Mixed[Joint] = Out[(7 * Turn + 13 * Joint + Turn * Joint) % Seen][Joint];
		}
		Out.push_back(std::move(Mixed));
	}
	for (const TCorrective<FViewed>& Corrective : View.Correctives.Correctives)
	{
		if (Corrective.Kernel == NoIndex)
		{
			continue;
		}
		const FCorrectiveKernel& Kernel = View.Correctives.Kernels[Corrective.Kernel];
		if (Kernel.Function > static_cast<uint32_t>(ECorrectiveFunction::Linear))
		{
			continue;
		}
		FPose& Pose = Out.emplace_back(View.Skeleton.RestLocal.begin(), View.Skeleton.RestLocal.end());
		for (const FCorrectiveTerm& Term : View.Correctives.Terms.subspan(Kernel.First, Kernel.Count))
		{
			const FCorrectiveDriver& Driver = View.Correctives.Drivers[Term.Driver];
			if (Driver.Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation))
			{
				Pose[Driver.Index].Rotation = Compose(Pose[Driver.Index].Rotation, Term.Center);
			}
		}
	}
	return Out;
}

/** Faces around each vertex, as the rest normals see them: corners of a point with the same normal share their faces.
 */
std::vector<uint32_t> GroupCorners(const FMeshLevelData& Level)
{
	std::map<std::tuple<uint32_t, float, float, float>, uint32_t> Groups;
	std::vector<uint32_t> Out;
	for (uint32_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const FFloat3& N = Level.Normals[Vertex];
		const uint32_t Point = Level.PointOfCorner.empty() ? Vertex : Level.PointOfCorner[Vertex];
		Out.push_back(Groups.try_emplace({Point, N.X, N.Y, N.Z}, Vertex).first->second);
	}
	return Out;
}

std::vector<Eigen::Vector3d> SurfaceNormals(
	std::span<const FFloat3> Positions, std::span<const uint32_t> Indices, std::span<const uint32_t> Groups)
{
	std::vector<Eigen::Vector3d> Sums(Positions.size(), Eigen::Vector3d::Zero());
	for (size_t At = 0; At + 2 < Indices.size(); At += 3)
	{
		const Eigen::Vector3d A = ToEigen(Positions[Indices[At]]);
		const Eigen::Vector3d Normal =
			(ToEigen(Positions[Indices[At + 1]]) - A).cross(ToEigen(Positions[Indices[At + 2]]) - A);
		for (size_t Corner = At; Corner < At + 3; ++Corner)
		{
			Sums[Groups[Indices[Corner]]] += Normal;
		}
	}
	std::vector<Eigen::Vector3d> Out(Positions.size());
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		Out[Vertex] = Sums[Groups[Vertex]].normalized();
	}
	return Out;
}

/** Skins a level as a game does, and asks the operator what it does to directions at every vertex. */
class FProbe
{
public:
	static TResult<FProbe> Make(const FCharacter& Character, size_t Level)
	{
		TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
		if (!Poser)
		{
			return Poser.GetError();
		}
		FProbe Out;
		Out.Poser = std::move(*Poser);
		Out.Palette.Operator = FindPreferredOperator(Character.View());
		FPackOptions Options;
		Options.Kind = PackedKindOf(Out.Palette.Operator);
		TResult<FPackedSkin> Skin = PackSkin(Character->Levels[Level], Out.Poser.GetRest(), Options);
		if (!Skin)
		{
			return Skin.GetError();
		}
		Out.Skin = std::move(*Skin);
		Out.Shapes = PackCorrectives(Character->Correctives, Character->Levels[Level].Correctives, Out.Skin);
		Out.Places.resize(Out.Skin.SlotCount / SkinBlockSize);
		Out.Values.resize((std::max)(CountOffsetValues(Out.Shapes), size_t{3} * Out.Skin.SlotCount));
		for (std::vector<FFloat3>& Slots : Out.Slots)
		{
			Slots.resize(Out.Skin.SlotCount);
		}
		Out.SlotNormals.resize(Out.Skin.SlotCount);
		return Out;
	}

	bool HasTangentPairs() const { return !Skin.TangentStream.empty(); }
	std::span<const float> GetWeights() const { return Pose.ShapeWeights; }
	FFloat3 Position(size_t Vertex) const { return Slots[4][Skin.SlotOfVertex[Vertex]]; }
	Eigen::Vector3d Normal(size_t Vertex) const { return ToEigen(SlotNormals[Skin.SlotOfVertex[Vertex]]); }
	Eigen::Matrix3d Matrix(size_t Vertex) const
	{
		Eigen::Matrix3d Out;
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			const uint32_t Slot = Skin.SlotOfVertex[Vertex];
			Out.col(Axis) = ToEigen(Slots[static_cast<size_t>(Axis)][Slot]) - ToEigen(Slots[3][Slot]);
		}
		return Out;
	}

	bool Run(const FPose& Local, IExecutor& Executor)
	{
		Poser.Reset(Pose);
		Pose.Local = Local;
		bool bOk = Poser.Pose(Pose) && Poser.MakePalette(Pose, Skin, Palette.Operator, Palette);
		FSkinningJob Job;
		Job.Skin = &Skin;
		Job.Executor = &Executor;
		for (size_t Axis = 0; Axis < 4 && bOk; ++Axis)
		{
			for (size_t Block = 0; Block < Places.size(); ++Block)
			{
				Places[Block] = static_cast<uint32_t>(Block);
				for (size_t At = 0; At < 24; ++At)
				{
					Values[24 * Block + At] = At / 8 == Axis ? 1.0f : 0.0f;
				}
			}
			Job.Output.Positions = Slots[Axis];
			Job.RestOffsets = {Places, std::span<const float>(Values).first(3 * size_t{Skin.SlotCount}), {}};
			bOk = RunSkinning(Job, Palette);
		}
		Job.Output.Positions = Slots[4];
		Job.Output.Normals = SlotNormals;
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
		return bOk && RunSkinning(Job, Palette) &&
			FCorrectiveAfterJob{&Shapes, Pose.ShapeWeights, Pose.Palette, Slots[4]}.Run();
	}

private:
	FCharacterPoser Poser;
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	FCharacterPose Pose;
	FSkinPalette Palette;
	std::vector<uint32_t> Places;
	std::vector<float> Values;
	std::array<std::vector<FFloat3>, 5> Slots; // moved by each axis, not moved, corrected
	std::vector<FFloat3> SlotNormals;
};

/** What a rest normal must be changed by in every pose; NaN where the operator squeezes the vertex flat. */
struct FSamples
{
	std::vector<std::vector<float>> Weights;           // [pose][shape]
	std::vector<std::vector<Eigen::Vector3d>> Changes; // [pose][vertex]
};

TResult<FSamples> Measure(const FCharacter& Character, size_t LevelIndex, const FMeshLevelData& Level,
	std::span<const FPose> Poses, const FBuildContext& Context)
{
	TResult<FProbe> Probe = FProbe::Make(Character, LevelIndex);
	if (!Probe)
	{
		return Probe.GetError();
	}
	const std::vector<uint32_t> Groups = GroupCorners(Level);
	const std::vector<Eigen::Vector3d> AtRest = SurfaceNormals(Level.Positions, Level.Indices, Groups);
	FSamples Out;
	std::vector<FFloat3> Positions(Level.VertexCount());
	for (const FPose& Pose : Poses)
	{
		if (!Context.Progress.Report(1.0))
		{
			return Context.Progress.CanceledError();
		}
		if (!Probe->Run(Pose, *Context.Executor))
		{
			return FError{EErrorCode::Mismatch,
				"Level " + std::to_string(LevelIndex) + " cannot be skinned to find the normals of its correctives."};
		}
		Out.Weights.emplace_back(Probe->GetWeights().begin(), Probe->GetWeights().end());
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			Positions[Vertex] = Probe->Position(Vertex);
		}
		const std::vector<Eigen::Vector3d> Posed = SurfaceNormals(Positions, Level.Indices, Groups);
		std::vector<Eigen::Vector3d>& Changes = Out.Changes.emplace_back();
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			const Eigen::Matrix3d M = Probe->Matrix(Vertex);
			const Eigen::Vector3d Rest = ToEigen(Level.Normals[Vertex]);
			// What authored normals differ by from those of the faces goes along.
			const Eigen::Matrix3d Cofactors = M.determinant() * M.inverse().transpose();
			const double Size = (std::max)(1e-12, (Cofactors * AtRest[Vertex]).norm());
			const Eigen::Vector3d Wanted = (Posed[Vertex] + Cofactors * (Rest - AtRest[Vertex]) / Size).normalized();
			const Eigen::Vector3d Change = Probe->HasTangentPairs()
				? Eigen::Vector3d(M.inverse() * (Wanted - Probe->Normal(Vertex)))
				: Eigen::Vector3d((M.transpose() * Wanted).normalized() - Rest);
			Changes.push_back(std::abs(M.determinant()) < 1e-3
					? Eigen::Vector3d::Constant(NAN)
					: Eigen::Vector3d(Change.cwiseMax(-LargestChange).cwiseMin(LargestChange)));
		}
	}
	return Out;
}

/** The displacements of each vertex: shape, and index of the code. */
std::vector<std::vector<std::pair<uint32_t, uint32_t>>> ListEntries(const FMeshLevelData& Level)
{
	std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Out(Level.VertexCount());
	ForEachDelta(Level.Correctives,
		[&](size_t Shape, uint32_t Vertex, size_t At)
		{ Out[Vertex].emplace_back(static_cast<uint32_t>(Shape), static_cast<uint32_t>(At)); });
	return Out;
}

/** What the shapes of a vertex add to its normal, by ridge regression over the poses. */
Eigen::MatrixXd FitVertex(
	const FSamples& Samples, size_t Vertex, std::span<const std::pair<uint32_t, uint32_t>> Entries)
{
	const Index Count = static_cast<Index>(Entries.size());
	Eigen::MatrixXd Normal = Eigen::MatrixXd::Zero(Count, Count), Right = Eigen::MatrixXd::Zero(Count, 3);
	Eigen::VectorXd Row(Count);
	for (size_t Pose = 0; Pose < Samples.Weights.size(); ++Pose)
	{
		const Eigen::Vector3d& Change = Samples.Changes[Pose][Vertex];
		if (!Change.allFinite())
		{
			continue;
		}
		for (Index At = 0; At < Count; ++At)
		{
			Row[At] = static_cast<double>(Samples.Weights[Pose][Entries[static_cast<size_t>(At)].first]);
		}
		Normal += Row * Row.transpose();
		Right += Row * Change.transpose();
	}
	// Shapes have weights of any size: each is damped by its own share.
	for (Index At = 0; At < Count; ++At)
	{
		Normal(At, At) = Normal(At, At) * (1.0 + Ridge) + 1e-30;
	}
	return Normal.ldlt().solve(Right);
}

} // namespace CorrectiveNormalsDetail

FStatus AddCorrectiveNormals(FCharacterData& Data, const FBuildContext& Context)
{
	using namespace CorrectiveNormalsDetail;
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	if (!Character)
	{
		return Character.GetError();
	}
	const std::vector<FPose> Poses = ChoosePoses(*Character);
	std::vector<std::vector<Eigen::Vector3d>> Normals(Data.Levels.size());
	std::vector<double> Largest(Data.Correctives.Shapes.size(), 0.0);
	for (size_t Index = 0; Index < Data.Levels.size(); ++Index)
	{
		const FMeshLevelData& Level = Data.Levels[Index];
		if (Level.Correctives.IsEmpty() || Level.Normals.empty() || Poses.empty())
		{
			continue;
		}
		const TResult<FSamples> Samples = Measure(*Character, Index, Level, Poses, Context);
		if (!Samples)
		{
			return Samples.GetError();
		}
		const auto Entries = ListEntries(Level);
		Normals[Index].assign(Level.Correctives.Deltas.size(), Eigen::Vector3d::Zero());
		ParallelFor(*Context.Executor, Entries.size(), 64,
			[&](size_t Begin, size_t End)
			{
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					const Eigen::MatrixXd Fit = FitVertex(*Samples, Vertex, Entries[Vertex]);
					for (size_t At = 0; At < Entries[Vertex].size(); ++At)
					{
						const Eigen::Vector3d Row = Fit.row(Eigen::Index(At)).transpose();
						Normals[Index][Entries[Vertex][At].second] =
							Row.allFinite() ? Row : Eigen::Vector3d(0.0, 0.0, 0.0);
					}
				}
			});
		ForEachDelta(Level.Correctives,
			[&](size_t Shape, uint32_t, size_t At)
			{ Largest[Shape] = (std::max)(Largest[Shape], Normals[Index][At].cwiseAbs().maxCoeff()); });
	}
	for (size_t Shape = 0; Shape < Largest.size(); ++Shape)
	{
		Data.Correctives.Shapes[Shape].NormalScale = NormalScaleFor(Largest[Shape]);
	}
	for (size_t Index = 0; Index < Data.Levels.size(); ++Index)
	{
		TCorrectiveDeltas<FOwned>& Level = Data.Levels[Index].Correctives;
		Level.Normals.resize(Normals[Index].size());
		ForEachDelta(Level,
			[&](size_t Shape, uint32_t, size_t At)
			{
				if (!Normals[Index].empty())
				{
					const Eigen::Vector3d& N = Normals[Index][At];
					Level.Normals[At] = EncodeNormal(N.x(), N.y(), N.z(), Data.Correctives.Shapes[Shape].NormalScale);
				}
			});
	}
	return FOk{};
}

} // namespace Exemplar
