// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/SurfaceTriangles.h"
#include "Pipeline/SculptPose.h"
#include "Pipeline/SculptSet.h"
#include "Pipeline/Sculpts.h"
#include "Rig/Symmetry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{

namespace SculptMirrorDetail
{

struct FSide
{
	const char* Left;
	const char* Right;
	bool bWholeWord; // next to the name's end or a separator
};

constexpr std::array<FSide, 8> Sides{{{"Left", "Right", false}, {"left", "right", false}, {"_l", "_r", true},
	{"_L", "_R", true}, {".l", ".r", true}, {".L", ".R", true}, {"-l", "-r", true}, {"-L", "-R", true}}};

bool IsSeparator(char Letter)
{
	return Letter == '_' || Letter == '.' || Letter == '-' || Letter == ' ';
}

/** The rotation of every joint against its parent in character space, and back into the joint's rest frame. */
Eigen::Quaterniond ToQuaternion(const FRotation& Q)
{
	return Eigen::Quaterniond(double{Q.W}, double{Q.X}, double{Q.Y}, double{Q.Z}).normalized();
}

std::vector<Eigen::Quaterniond> RestRotations(const FSkeletonData& Skeleton)
{
	std::vector<Eigen::Quaterniond> Out;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const Eigen::Quaterniond Local = ToQuaternion(Skeleton.RestLocal[Joint].Rotation);
		const int32_t Parent = Skeleton.Parents[Joint];
		Out.push_back(Parent == NoParent ? Local : (Out[static_cast<size_t>(Parent)] * Local).normalized());
	}
	return Out;
}

/** The mirror image of a joint's turn, as a turn of its partner. */
FRotation MirrorTurn(const FRotation& Turn, const Eigen::Quaterniond& Rest, const Eigen::Quaterniond& PartnerRest,
	const Eigen::Vector3d& Normal)
{
	const Eigen::Quaterniond Q = Rest * ToQuaternion(Turn) * Rest.conjugate();
	// A rotation vector is a pseudovector: what lies along the normal stays, what lies in the plane turns round.
	const Eigen::Vector3d Image = 2.0 * Normal.dot(Q.vec()) * Normal - Q.vec();
	const Eigen::Quaterniond Mirrored(Q.w(), Image.x(), Image.y(), Image.z());
	const Eigen::Quaterniond Out = (PartnerRest.conjugate() * Mirrored * PartnerRest).normalized();
	return {static_cast<float>(Out.x()), static_cast<float>(Out.y()), static_cast<float>(Out.z()),
		static_cast<float>(Out.w())};
}

/** Joints by their names, and by the weights of the points where names say nothing. */
std::vector<uint16_t> PairJoints(const FCharacterParts& Parts, const FTriangleMesh& Mesh, const FMirror& Mirror)
{
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	std::vector<uint16_t> Out = PairBones(Mesh, Mirror, Parts.Skin.Weights, Skeleton.JointCount());
	for (size_t Joint = 0; Joint < Out.size(); ++Joint)
	{
		const std::string Other = MirrorName(Skeleton.Names[Joint]);
		const auto Found = std::find(Skeleton.Names.begin(), Skeleton.Names.end(), Other);
		if (Found != Skeleton.Names.end())
		{
			Out[Joint] = static_cast<uint16_t>(Found - Skeleton.Names.begin());
		}
	}
	return Out;
}

/** Offsets of the other side: every point takes what the sculpt does where its mirror image lies. */
FPointOffsets MirrorOffsets(
	const FPointOffsets& From, const FMirror& Mirror, std::span<const uint16_t> Pairs, double Smallest)
{
	const size_t Count = Mirror.Points.size();
	std::vector<FDouble3> Dense(Count);
	for (size_t Index = 0; Index < From.Points.size(); ++Index)
	{
		Dense[From.Points[Index]] = From.Offsets[Index];
	}
	const Eigen::Vector3d Normal = AsVector(Mirror.Normal);
	const auto Turn = [&](const Eigen::Vector3d& V)
	{ return ToDouble3(Eigen::Vector3d(V - 2.0 * Normal.dot(V) * Normal)); };
	FPointOffsets Out;
	for (uint32_t Point = 0; Point < Count; ++Point)
	{
		Eigen::Vector3d Offset = Eigen::Vector3d::Zero();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Offset += Mirror.Shares[Point][Corner] * AsVector(Dense[Mirror.Points[Point][Corner]]);
		}
		if (Offset.norm() > Smallest)
		{
			Out.Points.push_back(Point);
			Out.Offsets.push_back(Turn(Offset));
		}
		for (size_t Index = 0; Index < From.AfterPoints.size(); ++Index)
		{
			// Displacements after skinning are of single points: the nearest corner of the mirror image has them.
			const auto Best =
				static_cast<size_t>(std::max_element(Mirror.Shares[Point].begin(), Mirror.Shares[Point].end()) -
					Mirror.Shares[Point].begin());
			if (From.AfterPoints[Index] == Mirror.Points[Point][Best])
			{
				Out.AfterPoints.push_back(Point);
				Out.AfterJoints.push_back(Pairs[From.AfterJoints[Index]]);
				Out.AfterOffsets.push_back(Turn(AsVector(From.AfterOffsets[Index])));
			}
		}
	}
	return Out;
}

FMirrorFigures MeasureMirror(
	const FCharacterParts& Parts, const FMirror& Mirror, const FSculptEntry& From, const FSculptEntry& Image)
{
	FMirrorFigures Out;
	Out.Name = Image.Row.Name;
	Out.MeshAsymmetry = Mirror.Error;
	const double Diagonal = BoxDiagonal(Parts.Skin.Rest);
	for (const uint32_t Point : From.Finest.Points)
	{
		Eigen::Vector3d Place = Eigen::Vector3d::Zero();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Place += Mirror.Shares[Point][Corner] * AsVector(Parts.Skin.Rest[Mirror.Points[Point][Corner]]);
		}
		const FDouble3 Reflected = Reflect(Mirror, Parts.Skin.Rest[Point]);
		Out.WorstAsymmetry = (std::max)(Out.WorstAsymmetry, 100.0 * (AsVector(Reflected) - Place).norm() / Diagonal);
	}
	for (const uint32_t Joint : Image.Joints)
	{
		Out.Joints.push_back(Parts.Animation.Skeleton.Names[Joint]);
	}
	Out.MovedPoints = Image.Finest.Points.size();
	return Out;
}

} // namespace SculptMirrorDetail

std::string MirrorName(const std::string& Name)
{
	using namespace SculptMirrorDetail;
	for (const FSide& Side : Sides)
	{
		for (const auto& [From, To] : {std::pair(Side.Left, Side.Right), std::pair(Side.Right, Side.Left)})
		{
			const size_t Length = std::char_traits<char>::length(From);
			for (size_t At = Name.find(From); At != std::string::npos; At = Name.find(From, At + 1))
			{
				const size_t End = At + Length;
				if (!Side.bWholeWord || End == Name.size() || IsSeparator(Name[End]))
				{
					return Name.substr(0, At) + To + Name.substr(End);
				}
			}
		}
	}
	for (const auto& [From, To] : {std::pair('l', 'r'), std::pair('r', 'l'), std::pair('L', 'R'), std::pair('R', 'L')})
	{
		if (Name.size() > 2 && Name[0] == From && IsSeparator(Name[1]))
		{
			return To + Name.substr(1);
		}
	}
	if (Name.size() > 1 && (Name.back() == 'L' || Name.back() == 'R') && Name[Name.size() - 2] >= 'a' &&
		Name[Name.size() - 2] <= 'z')
	{
		return Name.substr(0, Name.size() - 1) + (Name.back() == 'L' ? 'R' : 'L'); // ForearmL
	}
	return Name + "_mirrored";
}

TResult<FMirrorFigures> MirrorCorrective(FCharacterParts& Parts, const std::string& Name, const std::string& NewName,
	double Tolerance, const FBuildContext& Context)
{
	using namespace SculptMirrorDetail;
	FSculptSet Set = TakeSculpts(Parts);
	uint32_t Place = Set.Find(Name);
	if (Place == NoIndex)
	{
		const auto& Rows = Parts.Correctives.Model.Correctives;
		return std::none_of(Rows.begin(), Rows.end(), [&](const auto& Row) { return Row.Name == Name; })
			? NoSuchCorrective(Parts, Name)
			: FError{EErrorCode::Unsupported, "'" + Name + "' was learned from examples. Only sculpts are mirrored."};
	}
	const FTriangleMesh Mesh{Parts.Skin.Rest, SurfaceTriangles(Parts.Surface)};
	const TResult<FMirror> Mirror = FindMirror(Mesh, Tolerance, Context);
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	if (!Mirror || !Weights)
	{
		return Mirror ? Weights.GetError() : Mirror.GetError();
	}
	std::vector<std::vector<FDouble3>> Targets = SculptTargets(Set, *Weights);
	const std::string ImageName = NewName.empty() ? MirrorName(Name) : NewName;
	const uint32_t Existing = Set.Find(ImageName);
	const auto& Rows = Parts.Correctives.Model.Correctives;
	const bool bTaken = std::any_of(Rows.begin(), Rows.end(), [&](const auto& Row) { return Row.Name == ImageName; });
	if (bTaken && (Existing == NoIndex || Set.Sculpts[Existing].Partner != Name))
	{
		return FError{EErrorCode::InvalidArgument,
			"There is a corrective '" + ImageName + "' already, and it is not the mirror image of '" + Name +
				"'. Choose a name (--as)."};
	}
	if (Existing != NoIndex)
	{
		Set.Sculpts.erase(Set.Sculpts.begin() + Existing);
		Targets.erase(Targets.begin() + Existing);
		Place = Set.Find(Name);
	}
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	const std::vector<uint16_t> Pairs = PairJoints(Parts, Mesh, *Mirror);
	const std::vector<Eigen::Quaterniond> Rest = RestRotations(Skeleton);
	FSculptEntry Image = Set.Sculpts[Place];
	Image.Row.Name = ImageName;
	Image.Row.Flags |= CorrectiveMirrored;
	Image.Partner = Name;
	Image.Turns.assign(Skeleton.JointCount(), FRotation{});
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		Image.Turns[Pairs[Joint]] =
			MirrorTurn(Set.Sculpts[Place].Turns[Joint], Rest[Joint], Rest[Pairs[Joint]], AsVector(Mirror->Normal));
	}
	for (uint32_t& Joint : Image.Joints)
	{
		Joint = Pairs[Joint];
	}
	std::sort(Image.Joints.begin(), Image.Joints.end());
	FPointOffsets Target = Image.Finest;
	Target.Offsets = Targets[Place];
	Image.Finest = MirrorOffsets(Target, *Mirror, Pairs, 1e-7 * BoxDiagonal(Parts.Skin.Rest));
	Set.Sculpts[Place].Partner = ImageName;
	const FMirrorFigures Figures = MeasureMirror(Parts, *Mirror, Set.Sculpts[Place], Image);
	Targets.push_back(Image.Finest.Offsets);
	Set.Sculpts.push_back(std::move(Image));
	if (FStatus Finished = FinishSculpts(Set, Targets, Parts); !Finished)
	{
		return Finished.GetError();
	}
	return Figures;
}

} // namespace Exemplar
