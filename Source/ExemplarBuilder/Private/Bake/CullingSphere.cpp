// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/CullingSphere.h"

#include "AnimationSpace/ClipBound.h"
#include "AnimationSpace/EigenBlocks.h"
#include "AnimationSpace/Embedding.h"
#include "AnimationSpace/PoseBound.h"
#include "Bake/BakeCorrectives.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/RestPose.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace
{

FAffine3d ToDouble(const FAffine& M)
{
	return {{M.Rows[0].X, M.Rows[0].Y, M.Rows[0].Z, M.Rows[0].W, M.Rows[1].X, M.Rows[1].Y, M.Rows[1].Z, M.Rows[1].W,
		M.Rows[2].X, M.Rows[2].Y, M.Rows[2].Z, M.Rows[2].W}};
}

/** The skeleton seen from its first root: what bounds and means need. */
struct FRootedSkeleton
{
	std::vector<int32_t> Parents; // other roots hang from the first
	std::vector<FJointBound> Bounds;
	std::vector<FAffine3d> ToBone;      // rest space to a bone's own frame
	std::vector<Eigen::Vector3d> Means; // where uniform rotations put a joint on average
	Eigen::Matrix4d RootRest = Eigen::Matrix4d::Identity();
};

FRootedSkeleton RootSkeleton(const FSkeletonData& Skeleton, std::span<const FClipData> Clips, const FRestPose& Rest)
{
	FRootedSkeleton Out;
	const Eigen::Matrix4d Root = ToMatrix4(ToDouble(Rest.Model[0]));
	Out.RootRest = Root;
	const FAffine3d Rest0 = ToDouble(Rest.Model[0]);
	const bool bRootMoves = HasKeys(Clips, 0);
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const Eigen::Matrix4d Model = ToMatrix4(ToDouble(Rest.Model[Joint]));
		const int32_t Parent =
			Joint == 0 ? NoParent : (Skeleton.Parents[Joint] == NoParent ? 0 : Skeleton.Parents[Joint]);
		const Eigen::Matrix4d ParentModel = Joint == 0 ? Root : ToMatrix4(ToDouble(Rest.Model[Parent]));
		const Eigen::Matrix4d Local = ParentModel.inverse() * Model;
		const Eigen::Matrix4d Inverse = Model.inverse();
		FJointLimit Limit = Skeleton.Limits.empty() ? FJointLimit{} : Skeleton.Limits[Joint];
		if (Joint == 0)
		{
			Limit = {{0.0f, 1.0f, 0.0f}, 0.0f, 0.0f, 0.0f}; // the frame that everything is measured in
		}
		Out.Parents.push_back(Parent);
		Out.Bounds.push_back(BoundJoint(ToAffine3d(Local.topLeftCorner<3, 3>(), Local.topRightCorner<3, 1>()), Limit));
		// Where the first root moves, another root is anywhere around it: at most as far away as both ever are, turned
		// in any way.
		const bool bApart = Joint > 0 && Skeleton.Parents[Joint] == NoParent && bRootMoves;
		if (bApart)
		{
			const Eigen::Vector3d Scales = SplitRest(Rest0).Scale;
			Out.Bounds.back() = BoundJoint(ToAffine3d(Local.topLeftCorner<3, 3>(), Eigen::Vector3d::Zero()), {});
			Out.Bounds.back().Radius = FarthestApart(Skeleton, Clips, 0, Joint) / Scales.minCoeff();
		}
		else if (Joint > 0)
		{
			const bool bOtherRoot = Skeleton.Parents[Joint] == NoParent; // its keys are in the model's frame
			WidenByClips(Clips, Joint, bOtherRoot ? Eigen::Matrix4d(Root.inverse()) : Eigen::Matrix4d::Identity(),
				Out.Bounds.back());
		}
		Out.ToBone.push_back(ToAffine3d(Inverse.topLeftCorner<3, 3>(), Inverse.topRightCorner<3, 1>()));
		// A joint whose parent turns freely is on average where its parent is; the root's own children stay.
		const Eigen::Vector3d Shift = Local.topRightCorner<3, 1>();
		Out.Means.push_back(Joint == 0 || bApart ? Eigen::Vector3d(Eigen::Vector3d::Zero())
												 : (Parent == 0 ? Shift : Out.Means[Parent]));
	}
	return Out;
}

/** Where uniform rotations put a point on average, in the root's frame. */
Eigen::Vector3d MeanPosition(const FAnimationVector& Point, const FRootedSkeleton& Skeleton)
{
	Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
	for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
	{
		const FDouble4& Block = Point.Blocks[Index];
		Mean += Block.W * Skeleton.Means[Point.Bones[Index]];
		if (Point.Bones[Index] == 0)
		{
			Mean += Eigen::Vector3d(Block.X, Block.Y, Block.Z);
		}
	}
	return Mean;
}

/** Helper joints are moved by shapes, whatever the clips say. */
void WidenByHelpers(const TCorrectives<FOwned>& Correctives, std::vector<FJointBound>& Bounds)
{
	const std::vector<double> Weights = FindLargestWeights(Correctives);
	for (const FCorrectiveHelper& Helper : Correctives.Helpers)
	{
		Bounds[Helper.Joint].Radius += Weights[Helper.Shape] * static_cast<double>(Length(Helper.Translation));
	}
}

/** The reach of correctives (FindCorrectiveReach) of points in the root's frame: a corrective adds w_j (delta, 0) to
 * the block of bone j. */
void PoseReach(std::span<const FAnimationVector> Points, const FRootedSkeleton& Skeleton, std::vector<double>& Reach)
{
	std::vector<double> Gains; // what a bone's linear part does at most to a length in rest space
	std::vector<double> Stretches;
	for (size_t Joint = 0; Joint < Skeleton.Parents.size(); ++Joint)
	{
		const double Above = Joint == 0 ? 1.0 : Stretches[static_cast<size_t>(Skeleton.Parents[Joint])];
		Stretches.push_back(Above * Skeleton.Bounds[Joint].Stretch);
		const Eigen::Matrix3d Linear = AsRows(Skeleton.ToBone[Joint]).leftCols<3>();
		Gains.push_back(Stretches.back() * Linear.jacobiSvd().singularValues()[0]);
	}
	for (size_t Vertex = 0; Vertex < Reach.size(); ++Vertex)
	{
		double Gain = 0.0;
		for (size_t Index = 0; Index < Points[Vertex].Bones.size(); ++Index)
		{
			Gain += std::abs(Points[Vertex].Blocks[Index].W) * Gains[Points[Vertex].Bones[Index]];
		}
		Reach[Vertex] *= Gain;
	}
}

/** Reach: what each point can stand out beyond its skin; empty for nothing. */
FSphere ContainPoints(
	std::span<const FAnimationVector> Points, std::span<const double> Reach, const FRootedSkeleton& Skeleton)
{
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	for (const FAnimationVector& Point : Points)
	{
		Center += MeanPosition(Point, Skeleton) / static_cast<double>(Points.size());
	}
	double Radius = 0.0;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		// Total weights may be off one by rounding; the difference must weigh nothing.
		const FAnimationVector Fixed{{0}, {{Center.x(), Center.y(), Center.z(), Points[Index].Weight()}}};
		const double Skinned = BoundLength(Skeleton.Parents, Skeleton.Bounds, AddScaled(Points[Index], Fixed, -1.0));
		Radius = std::fmax(Radius, Skinned + (Reach.empty() ? 0.0 : Reach[Index]));
	}
	const Eigen::Vector4d Placed = Skeleton.RootRest * Center.homogeneous();
	const Eigen::Matrix3d RootLinear = Skeleton.RootRest.topLeftCorner<3, 3>();
	const double Scale = RootLinear.jacobiSvd().singularValues()[0];
	constexpr double Rounding = 1.0 + 1e-5; // of the float that it becomes, and of float palettes
	return {{static_cast<float>(Placed[0]), static_cast<float>(Placed[1]), static_cast<float>(Placed[2])},
		static_cast<float>(Radius * Rounding * Scale)};
}

/** The level as it is when it has become the next one; in between, vertices are between both. Empty without deltas. */
std::vector<FAnimationVector> ReadMorphedSkin(const FMeshLevelData& Level)
{
	if (Level.Skin.Offsets.empty() || Level.Skin.GeomorphDeltas.empty())
	{
		return {};
	}
	FMeshLevelData Morphed;
	Morphed.Positions = Level.Positions;
	Morphed.Skin = Level.Skin;
	for (size_t Index = 0; Index < Morphed.Skin.Points.size(); ++Index)
	{
		const FFloat4 &P = Level.Skin.Points[Index], &D = Level.Skin.GeomorphDeltas[Index];
		Morphed.Skin.Points[Index] = {P.X + D.X, P.Y + D.Y, P.Z + D.Z, P.W + D.W};
	}
	return ReadSkin(Morphed);
}

FSphere ContainBox(std::span<const FFloat3> Positions)
{
	FBox Box;
	for (const FFloat3& P : Positions)
	{
		Box.Add(P);
	}
	return Box.IsEmpty() ? FSphere{} : FSphere{Box.Center(), 0.5f * Box.Diagonal() * 1.00001f};
}

} // namespace

FStatus ComputeCullingSpheres(FCharacterData& Character)
{
	const TResult<FRestPose> Rest = MakeRestPose(Character.Skeleton.Parents, Character.Skeleton.RestLocal);
	if (!Rest)
	{
		return Rest.GetError();
	}
	Character.Sphere = {};
	const bool bPosable = Rest->JointCount() > 0;
	FRootedSkeleton Skeleton = bPosable ? RootSkeleton(Character.Skeleton, Character.Clips, *Rest) : FRootedSkeleton{};
	WidenByHelpers(Character.Correctives, Skeleton.Bounds);
	for (FMeshLevelData& Level : Character.Levels)
	{
		const bool bSkinned = bPosable && !(Level.Skin.Offsets.empty() && Level.Weights.Offsets.empty());
		std::vector<FAnimationVector> Points = bSkinned ? ReadSkin(Level) : std::vector<FAnimationVector>{};
		const std::vector<FAnimationVector> Morphed =
			bSkinned ? ReadMorphedSkin(Level) : std::vector<FAnimationVector>{};
		Points.insert(Points.end(), Morphed.begin(), Morphed.end());
		for (FAnimationVector& Point : Points)
		{
			Point = TransformBlocks(Point, Skeleton.ToBone);
		}
		std::vector<double> Reach = FindCorrectiveReach(Character.Correctives, Level);
		if (!Morphed.empty())
		{
			Reach.insert(Reach.end(), Reach.begin(), Reach.end());
		}
		if (bSkinned)
		{
			PoseReach(Points, Skeleton, Reach);
		}
		const FSphere Whole = bSkinned ? ContainPoints(Points, Reach, Skeleton) : ContainBox(Level.Positions);
		if (&Level == &Character.Levels.front())
		{
			Character.Sphere = Whole;
		}
		else
		{
			// Coarser levels may stand out where the finest does not: the sphere around the same center grows.
			Character.Sphere.Radius =
				(std::max)(Character.Sphere.Radius, Length(Whole.Center - Character.Sphere.Center) + Whole.Radius);
		}
		Level.SectionSpheres.clear();
		for (const FMeshSection& Section : Level.Sections)
		{
			const auto First = Level.Indices.begin() + Section.FirstIndex;
			std::vector<uint32_t> Vertices(First, First + Section.IndexCount);
			std::sort(Vertices.begin(), Vertices.end());
			Vertices.erase(std::unique(Vertices.begin(), Vertices.end()), Vertices.end());
			std::vector<FAnimationVector> Part;
			std::vector<double> PartReach;
			std::vector<FFloat3> Positions;
			for (const uint32_t Vertex : Vertices)
			{
				const size_t Copies = !Morphed.empty() ? 2 : (bSkinned ? 1 : 0);
				for (size_t Copy = 0; Copy < Copies; ++Copy)
				{
					const size_t Index = Copy * Level.VertexCount() + Vertex;
					Part.push_back(Points[Index]);
					if (!Reach.empty())
					{
						PartReach.push_back(Reach[Index]);
					}
				}
				Positions.push_back(Level.Positions[Vertex]);
			}
			Level.SectionSpheres.push_back(
				bSkinned && !Part.empty() ? ContainPoints(Part, PartReach, Skeleton) : ContainBox(Positions));
		}
	}
	return FOk{};
}

} // namespace Exemplar
