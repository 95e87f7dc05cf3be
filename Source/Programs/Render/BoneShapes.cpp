// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/BoneShapes.h"

namespace Exemplar
{
namespace BoneShaping
{

constexpr FPixel BoneColor{38, 132, 156, 215};
constexpr FPixel JointColor{250, 156, 52, 240};

void AddTriangle(FBoneShapes& Out, const FFloat3& A, const FFloat3& B, const FFloat3& C, const FPixel& Color)
{
	const FFloat3 Normal = Normalize(Cross(B - A, C - A));
	for (const FFloat3& P : {A, B, C})
	{
		Out.Indices.push_back(static_cast<uint32_t>(Out.Positions.size()));
		Out.Positions.push_back(P);
		Out.Normals.push_back(Normal);
		Out.Colors.push_back(Color);
	}
}

/** Thickest at a sixth of its length, as bones are drawn everywhere. */
void AddBone(FBoneShapes& Out, const FFloat3& From, const FFloat3& To, float Thickness)
{
	const FFloat3 Along = Normalize(To - From, {0.0f, 1.0f, 0.0f});
	const FFloat3 Aside = std::abs(Along.Y) < 0.9f ? FFloat3{0.0f, 1.0f, 0.0f} : FFloat3{1.0f, 0.0f, 0.0f};
	const FFloat3 U = Normalize(Cross(Along, Aside)), V = Cross(Along, U);
	const FFloat3 Middle = From + (To - From) * 0.17f;
	const FFloat3 Ring[4] = {
		Middle + U * Thickness, Middle + V * Thickness, Middle - U * Thickness, Middle - V * Thickness};
	for (size_t I = 0; I < 4; ++I)
	{
		AddTriangle(Out, Ring[I], Ring[(I + 1) % 4], To, BoneColor);
		AddTriangle(Out, Ring[(I + 1) % 4], Ring[I], From, BoneColor);
	}
}

/** A ball of rings; normals are round. */
void AddBall(FBoneShapes& Out, const FFloat3& Center, float Radius)
{
	constexpr uint32_t Rings = 8, Sides = 12;
	const uint32_t First = static_cast<uint32_t>(Out.Positions.size());
	for (uint32_t Ring = 0; Ring <= Rings; ++Ring)
	{
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const float A = PiF * static_cast<float>(Ring) / Rings, B = 2.0f * PiF * static_cast<float>(Side) / Sides;
			const FFloat3 Normal{std::sin(A) * std::cos(B), std::cos(A), -std::sin(A) * std::sin(B)};
			Out.Positions.push_back(Center + Normal * Radius);
			Out.Normals.push_back(Normal);
			Out.Colors.push_back(JointColor);
			if (Ring < Rings)
			{
				const uint32_t At = First + Ring * Sides, Next = (Side + 1) % Sides;
				const uint32_t Corners[6] = {
					At + Side, At + Sides + Side, At + Sides + Next, At + Side, At + Sides + Next, At + Next};
				Out.Indices.insert(Out.Indices.end(), Corners, Corners + 6);
			}
		}
	}
}

} // namespace BoneShaping

FBoneShapes MakeBoneShapes(std::span<const int32_t> Parents, std::span<const FAffine> Joints, float Size)
{
	using namespace BoneShaping;
	FBoneShapes Out;
	const auto Place = [&](size_t Joint) -> FFloat3 {
		return {Joints[Joint].Rows[0].W, Joints[Joint].Rows[1].W, Joints[Joint].Rows[2].W};
	};
	std::vector<bool> bHasChild(Parents.size(), false);
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		if (Parents[Joint] != NoParent)
		{
			const size_t Parent = static_cast<size_t>(Parents[Joint]);
			const float Reach = Length(Place(Joint) - Place(Parent));
			bHasChild[Parent] = true;
			AddBone(Out, Place(Parent), Place(Joint), (std::min)(0.11f * Reach, 0.012f * Size));
		}
	}
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		if (!bHasChild[Joint] && Parents[Joint] != NoParent)
		{
			// Where a chain ends, some of its last link more shows which way it points.
			const FFloat3 Link = Place(Joint) - Place(static_cast<size_t>(Parents[Joint]));
			const float Reach = Length(Link), More = (std::min)(0.45f * Reach, 0.05f * Size);
			AddBone(Out, Place(Joint), Place(Joint) + Normalize(Link) * More, 0.11f * More);
		}
		AddBall(Out, Place(Joint), 0.0075f * Size);
	}
	return Out;
}

} // namespace Exemplar
