// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SubdivideCharacter.h"

#include "AnimationSpace/BlendSimplification.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Subdivision.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{

namespace SubdivideCharacterDetail
{

/** Normals farther apart than this are a hard edge. */
constexpr float HardEdge = 1e-3f;

/** The surface as two meshes with the same polygons: over points, and over corners, where seams are boundaries. */
struct FMeshes
{
	FSubdivisionMesh Points, Corners;
	std::vector<uint32_t> Materials; // of polygons
};

FMeshes ReadMeshes(const FSurface& Surface, size_t PointCount)
{
	FMeshes Out;
	Out.Points.PointCount = PointCount;
	Out.Corners.PointCount = Surface.CornerCount();
	struct FSide
	{
		uint32_t First = 0, Second = 0; // corners at the smaller and at the larger point
	};
	std::map<std::pair<uint32_t, uint32_t>, std::vector<FSide>> Sides;
	for (const FMeshSection& Section : Surface.Sections)
	{
		for (uint32_t Index = Section.FirstIndex; Index < Section.FirstIndex + Section.IndexCount; Index += 3)
		{
			uint32_t Corners[3], Points[3];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Corners[Corner] = Surface.Indices[Index + Corner];
				Points[Corner] = Surface.PointOfCorner[Corners[Corner]];
			}
			if (Points[0] == Points[1] || Points[1] == Points[2] || Points[2] == Points[0])
			{
				continue;
			}
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const size_t Next = (Corner + 1) % 3;
				Out.Points.CornerPoints.push_back(Points[Corner]);
				Out.Corners.CornerPoints.push_back(Corners[Corner]);
				const bool bTurned = Points[Corner] > Points[Next];
				Sides[{(std::min)(Points[Corner], Points[Next]), (std::max)(Points[Corner], Points[Next])}].push_back(
					bTurned ? FSide{Corners[Next], Corners[Corner]} : FSide{Corners[Corner], Corners[Next]});
			}
			Out.Points.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Points.CornerPoints.size()));
			Out.Corners.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Corners.CornerPoints.size()));
			Out.Materials.push_back(Section.MaterialSlot);
		}
	}
	for (const auto& [Ends, Both] : Sides)
	{
		if (Both.size() != 2 || (Both[0].First == Both[1].First && Both[0].Second == Both[1].Second))
		{
			continue;
		}
		const FMeshEdge Edge{static_cast<int32_t>(Ends.first), static_cast<int32_t>(Ends.second)};
		Out.Points.Seams.push_back(Edge);
		const auto IsHard = [&](uint32_t A, uint32_t B)
		{ return !Surface.Normals.empty() && Length(Surface.Normals[A] - Surface.Normals[B]) > HardEdge; };
		if (IsHard(Both[0].First, Both[1].First) && IsHard(Both[0].Second, Both[1].Second))
		{
			Out.Points.Creases.push_back(Edge);
		}
	}
	return Out;
}

/** Seams of the finer mesh: the sides of polygons whose corners differ between the two polygons on an edge. */
void FindSeams(FMeshes& Meshes)
{
	std::map<std::pair<uint32_t, uint32_t>, std::vector<std::pair<uint32_t, uint32_t>>> Sides;
	for (size_t Polygon = 0; Polygon < Meshes.Points.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Meshes.Points.PolygonOffsets[Polygon], Last = Meshes.Points.PolygonOffsets[Polygon + 1];
		for (uint32_t At = First; At < Last; ++At)
		{
			const uint32_t Next = At + 1 == Last ? First : At + 1;
			const uint32_t A = Meshes.Points.CornerPoints[At], B = Meshes.Points.CornerPoints[Next];
			const uint32_t Small = A < B ? At : Next, Large = A < B ? Next : At;
			Sides[{(std::min)(A, B), (std::max)(A, B)}].emplace_back(
				Meshes.Corners.CornerPoints[Small], Meshes.Corners.CornerPoints[Large]);
		}
	}
	Meshes.Points.Seams.clear();
	for (const auto& [Ends, Both] : Sides)
	{
		if (Both.size() == 2 && Both[0] != Both[1])
		{
			Meshes.Points.Seams.push_back({static_cast<int32_t>(Ends.first), static_cast<int32_t>(Ends.second)});
		}
	}
}

/** Attributes of corners through the rows of their mesh. */
template <typename T, typename AddType>
std::vector<T> ApplyRows(const FSubdivision& Rows, const std::vector<T>& Items, const AddType& Add)
{
	std::vector<T> Out(Items.empty() ? 0 : Rows.Offsets.size() - 1);
	for (size_t Row = 0; Row < Out.size(); ++Row)
	{
		for (uint32_t Index = Rows.Offsets[Row]; Index < Rows.Offsets[Row + 1]; ++Index)
		{
			Add(Out[Row], Items[Rows.Sources[Index]], static_cast<float>(Rows.Weights[Index]));
		}
	}
	return Out;
}

void ApplyToCorners(const FSubdivision& Rows, FSurface& Surface)
{
	const auto AddUV = [](FFloat2& Sum, const FFloat2& Item, float W) {
		Sum = {Sum.X + W * Item.X, Sum.Y + W * Item.Y};
	};
	Surface.UVs = ApplyRows(Rows, Surface.UVs, AddUV);
	for (std::vector<FFloat2>& Set : Surface.MoreUVs)
	{
		Set = ApplyRows(Rows, Set, AddUV);
	}
	for (std::vector<FFloat4>& Set : Surface.Colors)
	{
		Set = ApplyRows(Rows, Set, [](FFloat4& Sum, const FFloat4& Item, float W) { Sum = Sum + Item * W; });
	}
	Surface.Normals =
		ApplyRows(Rows, Surface.Normals, [](FFloat3& Sum, const FFloat3& Item, float W) { Sum += Item * W; });
	Surface.Tangents = ApplyRows(Rows, Surface.Tangents,
		[](FFloat4& Sum, const FFloat4& Item, float W) {
			Sum = {Sum.X + W * Item.X, Sum.Y + W * Item.Y, Sum.Z + W * Item.Z, Item.W};
		});
	for (FFloat3& Normal : Surface.Normals)
	{
		Normal = Normalize(Normal, {0.0f, 1.0f, 0.0f});
	}
	for (size_t Corner = 0; Corner < Surface.Tangents.size(); ++Corner)
	{
		FFloat4& T = Surface.Tangents[Corner];
		FFloat3 Along{T.X, T.Y, T.Z};
		if (!Surface.Normals.empty())
		{
			Along = Along - Surface.Normals[Corner] * Dot(Along, Surface.Normals[Corner]);
		}
		Along = Normalize(Along, {1.0f, 0.0f, 0.0f});
		T = {Along.X, Along.Y, Along.Z, T.W < 0.0f ? -1.0f : 1.0f};
	}
}

FRigWeights ApplyToWeights(const FSubdivision& Rows, const FRigWeights& Weights, size_t JointCount)
{
	FRigWeights Out;
	std::vector<double> Sums(JointCount, 0.0);
	for (size_t Row = 0; Row + 1 < Rows.Offsets.size() && Weights.PointCount() > 0; ++Row)
	{
		std::fill(Sums.begin(), Sums.end(), 0.0);
		for (uint32_t Index = Rows.Offsets[Row]; Index < Rows.Offsets[Row + 1]; ++Index)
		{
			const uint32_t Source = Rows.Sources[Index];
			for (uint32_t Entry = Weights.Offsets[Source]; Entry < Weights.Offsets[Source + 1]; ++Entry)
			{
				Sums[Weights.Bones[Entry]] += Rows.Weights[Index] * Weights.Weights[Entry];
			}
		}
		AppendLargest(Sums, 64, Out);
	}
	return Out;
}

void ApplyToSkin(const FSubdivision& Rows, size_t JointCount, FSkin& Skin)
{
	Skin.Points = ApplySubdivision(Rows, Skin.Points);
	Skin.Rest = ApplySubdivision(Rows, Skin.Rest);
	Skin.Weights = ApplyToWeights(Rows, Skin.Weights, JointCount);
}

/** Triangles by material, of polygons with three or four corners. */
void WriteSurface(const FMeshes& Meshes, FSurface& Surface)
{
	std::map<uint32_t, std::vector<uint32_t>> ByMaterial;
	for (size_t Polygon = 0; Polygon < Meshes.Corners.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Meshes.Corners.PolygonOffsets[Polygon],
					   Last = Meshes.Corners.PolygonOffsets[Polygon + 1];
		for (uint32_t Corner = First + 1; Corner + 1 < Last; ++Corner)
		{
			std::vector<uint32_t>& Indices = ByMaterial[Meshes.Materials[Polygon]];
			for (const uint32_t At : {First, Corner, Corner + 1})
			{
				Indices.push_back(Meshes.Corners.CornerPoints[At]);
			}
		}
	}
	Surface.Sections.clear();
	Surface.Indices.clear();
	for (const auto& [Material, Indices] : ByMaterial)
	{
		Surface.Sections.push_back(
			{Material, static_cast<uint32_t>(Surface.Indices.size()), static_cast<uint32_t>(Indices.size())});
		Surface.Indices.insert(Surface.Indices.end(), Indices.begin(), Indices.end());
	}
	Surface.PointOfCorner.assign(Meshes.Corners.PointCount, 0);
	for (size_t At = 0; At < Meshes.Corners.CornerPoints.size(); ++At)
	{
		Surface.PointOfCorner[Meshes.Corners.CornerPoints[At]] = Meshes.Points.CornerPoints[At];
	}
	Surface.SourceOfCorner.clear();
}

/** One step of both meshes, and of everything over them. */
FStatus Step(ESubdivisionScheme Scheme, size_t JointCount, FMeshes& Meshes, FCharacterParts& Parts)
{
	TResult<FSubdivision> Points = Subdivide(Meshes.Points, Scheme);
	TResult<FSubdivision> Corners = Points ? Subdivide(Meshes.Corners, Scheme) : Points;
	if (!Corners)
	{
		return Corners.GetError();
	}
	ApplyToSkin(*Points, JointCount, Parts.Skin);
	ApplyToCorners(*Corners, Parts.Surface);
	const size_t PerPolygon = Points->Mesh.PolygonCount() / (std::max)(Meshes.Points.PolygonCount(), size_t{1});
	std::vector<uint32_t> Materials;
	for (size_t Polygon = 0; Polygon < Points->Mesh.PolygonCount(); ++Polygon)
	{
		Materials.push_back(Meshes.Materials[Polygon / PerPolygon]);
	}
	Meshes = {std::move(Points->Mesh), std::move(Corners->Mesh), std::move(Materials)};
	FindSeams(Meshes);
	return FOk{};
}

FStatus LimitInfluences(
	const FAnimation& Animation, size_t MaxInfluences, FSubdividedCharacter& Out, const FBuildContext& Context)
{
	FClipMetricOptions MetricOptions;
	MetricOptions.Correlation = 0.5;
	MetricOptions.PriorShare = 0.1;
	const TResult<FPoseMetric> Metric = BuildClipMetric(Animation, MetricOptions);
	if (!Metric)
	{
		return Metric.GetError();
	}
	FInfluenceSimplificationOptions Options;
	Options.MaxInfluences = MaxInfluences;
	FSkin& Skin = Out.Parts.Skin;
	TResult<FSimplifiedInfluences> Fewer = SimplifyInfluences(Skin.Points, *Metric, Options, Context.Part(0.0, 0.5));
	TResult<FSimplifiedBlend> Blend = SimplifyBlend(Skin.Rest, Skin.Weights, *Metric, Options, Context.Part(0.5, 1.0));
	if (!Fewer || !Blend)
	{
		return Fewer ? Blend.GetError() : Fewer.GetError();
	}
	Out.LimitMeanError = Fewer->MeanError;
	Out.LimitLargestError = Fewer->LargestError;
	Skin = MakeSkin(Skin.Rest, Blend->Weights, Fewer->Points);
	return FOk{};
}

} // namespace SubdivideCharacterDetail

TResult<FSubdividedCharacter> SubdivideCharacter(
	FCharacterParts Parts, const FSubdivideOptions& Options, const FBuildContext& Context)
{
	using namespace SubdivideCharacterDetail;
	const size_t JointCount = Parts.Animation.Skeleton.JointCount();
	if (JointCount == 0 || Parts.Skin.Points.empty() || Parts.Surface.TriangleCount() == 0)
	{
		return FError{EErrorCode::Degenerate, "The character has no skeleton, no mesh or no skin to subdivide."};
	}
	size_t Most = 1;
	for (const FAnimationVector& Point : Parts.Skin.Points)
	{
		Most = (std::max)(Most, Point.InfluenceCount());
	}
	const ESubdivisionScheme Scheme = Options.Scheme == ESubdivision::CatmullClark ? ESubdivisionScheme::CatmullClark
		: Options.Scheme == ESubdivision::Loop                                     ? ESubdivisionScheme::Loop
																				   : ESubdivisionScheme::Sqrt3;
	FSubdividedCharacter Out;
	Out.Parts = std::move(Parts);
	Out.Parts.Levels = {};
	Out.Parts.Maps = {};
	Out.Parts.Correctives = {};
	Out.Parts.PointOfSource.clear();
	FMeshes Meshes = ReadMeshes(Out.Parts.Surface, Out.Parts.Skin.PointCount());
	for (int Index = 0; Index < Options.Steps; ++Index)
	{
		if (!Context.Progress.Report(0.5 * static_cast<double>(Index) / Options.Steps))
		{
			return Context.Progress.CanceledError();
		}
		if (FStatus Status = Step(Scheme, JointCount, Meshes, Out.Parts); !Status)
		{
			return Status.GetError();
		}
	}
	if (Options.bLimit)
	{
		ApplyToSkin(FindLimit(Meshes.Points, Scheme), JointCount, Out.Parts.Skin);
		ApplyToCorners(FindLimit(Meshes.Corners, Scheme), Out.Parts.Surface);
	}
	WriteSurface(Meshes, Out.Parts.Surface);
	const size_t Limit = Options.MaxInfluences > 0 ? Options.MaxInfluences : Most;
	if (FStatus Status = LimitInfluences(Out.Parts.Animation, Limit, Out, Context.Part(0.5, 1.0)); !Status)
	{
		return Status.GetError();
	}
	return Out;
}

} // namespace Exemplar
