// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/Deformation.h"
#include "Geometry/EigenMap.h"

namespace Exemplar
{

namespace DeformationDetail
{

using FMap34 = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>;

void Accumulate(FAffine3d& Sum, const FAffine3d& Map, double Weight)
{
	for (size_t Index = 0; Index < 12; ++Index)
	{
		Sum.M[Index] += Weight * Map.M[Index];
	}
}

FAffine3d BlendRow(const FRigWeights& Weights, std::span<const FAffine3d> Palette, size_t Point)
{
	FAffine3d Sum{{}};
	for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
	{
		Accumulate(Sum, Palette[Weights.Bones[Entry]], Weights.Weights[Entry]);
	}
	return Sum;
}

struct FDualQuaternion3d
{
	Eigen::Vector4d Real = Eigen::Vector4d::Zero(), Dual = Eigen::Vector4d::Zero(); // x y z w
};

FDualQuaternion3d ToDualQuaternion(const FAffine3d& Motion)
{
	const FMap34 M(Motion.M.data());
	const Eigen::Quaterniond Rotation(Eigen::Matrix3d(M.leftCols<3>()));
	const Eigen::Quaterniond Translation(0.0, M(0, 3), M(1, 3), M(2, 3));
	return {Rotation.coeffs(), 0.5 * (Translation * Rotation).coeffs()};
}

FAffine3d ToAffine(const FDualQuaternion3d& Blend)
{
	const double Length = Blend.Real.norm();
	const Eigen::Quaterniond Rotation(Eigen::Vector4d(Blend.Real / Length));
	const Eigen::Quaterniond Dual(Eigen::Vector4d(Blend.Dual / Length));
	const Eigen::Matrix3d Linear = Rotation.toRotationMatrix();
	const Eigen::Vector3d Place = 2.0 * (Dual * Rotation.conjugate()).vec();
	FAffine3d Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Out.M[4 * Row + Column] = Linear(Eigen::Index(Row), Eigen::Index(Column));
		}
		Out.M[4 * Row + 3] = Place[Eigen::Index(Row)];
	}
	return Out;
}

} // namespace DeformationDetail

void FAffineDeformation::Deform(std::span<const FDouble3> Rest, std::span<FDouble3> Posed) const
{
	const std::span<const FAffine3d> Own = *Maps;
	for (size_t Point = 0; Point < Own.size(); ++Point)
	{
		Posed[Point] = TransformPoint(Own[Point], Rest[Point]);
	}
}

FAffineDeformation MakeBlendDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette)
{
	using namespace DeformationDetail;
	std::vector<FAffine3d> Maps(Weights.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		Maps[Point] = BlendRow(Weights, Palette, Point);
	}
	return FAffineDeformation(std::move(Maps));
}

FAffineDeformation MakeAnimationSpaceDeformation(const FSkin& Skin, std::span<const FAffine3d> Palette)
{
	using namespace DeformationDetail;
	std::vector<FAffine3d> Maps(Skin.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		FAffine3d& Map = Maps[Point] = BlendRow(Skin.Weights, Palette, Point);
		const FDouble3 Carried = TransformVector(Map, Skin.Rest[Point]);
		const FDouble3 Place = Project(Skin.Points[Point], Palette);
		Map.M[3] = Place.X - Carried.X;
		Map.M[7] = Place.Y - Carried.Y;
		Map.M[11] = Place.Z - Carried.Z;
	}
	return FAffineDeformation(std::move(Maps));
}

FAffineDeformation MakeDualQuaternionDeformation(
	const FRigWeights& Weights, std::span<const FAffine3d> Palette, std::span<const int32_t> Parents)
{
	using namespace DeformationDetail;
	std::vector<FDualQuaternion3d> Bones(Palette.size());
	for (size_t Bone = 0; Bone < Palette.size(); ++Bone)
	{
		Bones[Bone] = ToDualQuaternion(Palette[Bone]);
		const bool bHasParent = !Parents.empty() && Parents[Bone] >= 0;
		if (bHasParent && Bones[Bone].Real.dot(Bones[size_t(Parents[Bone])].Real) < 0.0)
		{
			Bones[Bone] = {-Bones[Bone].Real, -Bones[Bone].Dual};
		}
	}
	std::vector<FAffine3d> Maps(Weights.PointCount());
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		FDualQuaternion3d Blend;
		const Eigen::Vector4d& First = Bones[Weights.Bones[Weights.Offsets[Point]]].Real;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			const FDualQuaternion3d& Bone = Bones[Weights.Bones[Entry]];
			const bool bFlip = Parents.empty() && Bone.Real.dot(First) < 0.0;
			const double Weight = bFlip ? -Weights.Weights[Entry] : Weights.Weights[Entry];
			Blend.Real += Weight * Bone.Real;
			Blend.Dual += Weight * Bone.Dual;
		}
		Maps[Point] = ToAffine(Blend);
	}
	return FAffineDeformation(std::move(Maps));
}

FAffineDeformation MixDeformations(
	const FAffineDeformation& A, const FAffineDeformation& B, std::span<const double> Shares)
{
	using namespace DeformationDetail;
	std::vector<FAffine3d> Maps(A.PointCount(), FAffine3d{{}});
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		Accumulate(Maps[Point], A.GetMaps()[Point], 1.0 - Shares[Point]);
		Accumulate(Maps[Point], B.GetMaps()[Point], Shares[Point]);
	}
	return FAffineDeformation(std::move(Maps));
}

void FLayeredDeformation::Deform(std::span<const FDouble3> Rest, std::span<FDouble3> Posed) const
{
	if (Before.empty())
	{
		Base->Deform(Rest, Posed);
	}
	else
	{
		std::vector<FDouble3> Moved(Rest.begin(), Rest.end());
		for (const FDeformationLayer& Layer : Before)
		{
			Layer(Moved);
		}
		Base->Deform(Moved, Posed);
	}
	for (const FDeformationLayer& Layer : After)
	{
		Layer(Posed);
	}
}

std::vector<uint32_t> FindCoupledPoints(const IDeformation& Deformation, std::span<const FDouble3> Rest, double Step)
{
	constexpr size_t Stride = 8;
	std::vector<FDouble3> Still(Rest.size()), Moved(Rest.begin(), Rest.end()), Posed(Rest.size());
	Deformation.Deform(Rest, Still);
	std::vector<uint8_t> Coupled(Rest.size());
	for (size_t Phase = 0; Phase < (std::min)(Stride, Rest.size()); ++Phase)
	{
		for (size_t Point = Phase; Point < Rest.size(); Point += Stride)
		{
			Moved[Point].X += Step;
		}
		Deformation.Deform(Moved, Posed);
		for (size_t Point = 0; Point < Rest.size(); ++Point)
		{
			const double Distance = (AsVector(Posed[Point]) - AsVector(Still[Point])).norm();
			Coupled[Point] |= uint8_t(Point % Stride != Phase && Distance > 1e-6 * Step);
			Moved[Point] = Rest[Point];
		}
	}
	std::vector<uint32_t> Out;
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		if (Coupled[Point] != 0)
		{
			Out.push_back(uint32_t(Point));
		}
	}
	return Out;
}

} // namespace Exemplar
