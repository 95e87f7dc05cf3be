// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"

#include <array>
#include <gtest/gtest.h>
#include <map>

namespace Exemplar
{
namespace BarVolumeTest
{

/**
 * The bar of the published volume test: 2 x 8 x 2 along y, five joints two apart, rotations added one after the other;
 * weights from a Gaussian of the fraction along each joint's own link, over the main joint, its parent and its child.
 */
struct FBar
{
	std::vector<FFloat3> Positions;
	std::vector<std::array<uint32_t, 3>> Triangles;
	std::vector<uint16_t> Base;
	std::vector<float> Delta;
	TBlendWeights<FOwned> Weights;
	FRestPose Rest;

	FBar(int Rings, int Cells)
	{
		std::map<std::array<int, 3>, uint32_t> Ids;
		const auto Id = [&](int X, int Y, int Z)
		{
			const auto [Found, bNew] = Ids.try_emplace({X, Y, Z}, static_cast<uint32_t>(Positions.size()));
			if (bNew)
			{
				Positions.push_back({-1.0f + 2.0f * float(X) / float(Cells), 8.0f * float(Y) / float(Rings),
					-1.0f + 2.0f * float(Z) / float(Cells)});
			}
			return Found->second;
		};
		const auto Quad = [&](uint32_t A, uint32_t B, uint32_t C, uint32_t D, bool bOther)
		{
			if (bOther)
			{
				Triangles.push_back({A, B, D});
				Triangles.push_back({B, C, D});
			}
			else
			{
				Triangles.push_back({A, B, C});
				Triangles.push_back({A, C, D});
			}
		};
		for (int Y = 0; Y < Rings; ++Y)
		{
			for (int I = 0; I < Cells; ++I)
			{
				const bool bOther = (Y + I) % 2 == 1;
				const int N = Cells;
				Quad(Id(I, Y, N), Id(I + 1, Y, N), Id(I + 1, Y + 1, N), Id(I, Y + 1, N), bOther);
				Quad(Id(N - I, Y, 0), Id(N - I - 1, Y, 0), Id(N - I - 1, Y + 1, 0), Id(N - I, Y + 1, 0), bOther);
				Quad(Id(N, Y, N - I), Id(N, Y, N - I - 1), Id(N, Y + 1, N - I - 1), Id(N, Y + 1, N - I), bOther);
				Quad(Id(0, Y, I), Id(0, Y, I + 1), Id(0, Y + 1, I + 1), Id(0, Y + 1, I), bOther);
			}
		}
		for (int X = 0; X < Cells; ++X)
		{
			for (int Z = 0; Z < Cells; ++Z)
			{
				const bool bOther = (X + Z) % 2 == 1;
				Quad(Id(X, 0, Z), Id(X + 1, 0, Z), Id(X + 1, 0, Z + 1), Id(X, 0, Z + 1), bOther);
				Quad(Id(X, Rings, Z), Id(X, Rings, Z + 1), Id(X + 1, Rings, Z + 1), Id(X + 1, Rings, Z), bOther);
			}
		}
		std::vector<int32_t> Parents{NoParent, 0, 1, 2, 3};
		std::vector<FBoneTransform> Local(5);
		for (int Joint = 1; Joint < 5; ++Joint)
		{
			Local[Joint].Translation = {0.0f, 2.0f, 0.0f};
		}
		Rest = *MakeRestPose(Parents, Local);
		Weights.Offsets.push_back(0);
		for (const FFloat3& P : Positions)
		{
			const int Main = (std::min)(3, static_cast<int>(P.Y / 2.0f));
			Base.push_back(static_cast<uint16_t>(Main));
			Delta.push_back(P.Y / 2.0f - float(Main));
			double Values[3], Sum = 0.0;
			for (int Joint = Main - 1; Joint <= Main + 1; ++Joint)
			{
				const double X = double(P.Y) / 2.0 - Joint - 0.5;
				Sum += Values[Joint - Main + 1] = Joint < 0 ? 0.0 : std::exp(-X * X / (2.0 * 0.25 * 0.25));
			}
			for (int Joint = (std::max)(0, Main - 1); Joint <= Main + 1; ++Joint)
			{
				Weights.Bones.push_back(static_cast<uint16_t>(Joint));
				Weights.Weights.push_back(static_cast<float>(Values[Joint - Main + 1] / Sum));
			}
			Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
		}
	}

	double Volume(const std::vector<FFloat3>& Points) const
	{
		double Sum = 0.0;
		for (const auto& [A, B, C] : Triangles)
		{
			const FFloat3 &P = Points[A], &Q = Points[B], &R = Points[C];
			Sum += double(P.X) * (double(Q.Y) * R.Z - double(Q.Z) * R.Y) -
				double(P.Y) * (double(Q.X) * R.Z - double(Q.Z) * R.X) +
				double(P.Z) * (double(Q.X) * R.Y - double(Q.Y) * R.X);
		}
		return Sum / 6.0;
	}
};

struct FBarLosses
{
	std::array<double, 6> LinearBlend, DualQuaternion, Twist; // percent of the volume, after each rotation
};

FBarLosses MeasureBar(const FBar& Bar)
{
	const FFloat3 X{1.0f, 0.0f, 0.0f}, Y{0.0f, 1.0f, 0.0f}, Z{0.0f, 0.0f, 1.0f};
	const float Degree = PiF / 180.0f;
	const struct
	{
		int Joint;
		FFloat3 Axis;
		float Angle;
	} Steps[6] = {{1, Y, 180}, {2, Y, 200}, {3, Y, 120}, {1, X, 90}, {2, Z, 60}, {3, Z, 80}};
	std::vector<FRotation> Bends(5), Turns(5);
	std::vector<float> Twists(5, 0.0f);
	const double Initial = Bar.Volume(Bar.Positions);
	FBarLosses Out;
	for (int Step = 0; Step < 6; ++Step)
	{
		const auto& [Joint, Axis, Angle] = Steps[Step];
		if (Axis == Y)
		{
			Twists[Joint] = Angle * Degree;
			Turns[Joint] = RotationAboutAxis(Axis, Twists[Joint]);
		}
		else
		{
			Bends[Joint] = RotationAboutAxis(Axis, Angle * Degree);
		}
		std::vector<FBoneTransform> Pose = Bar.Rest.Local;
		for (int Index = 0; Index < 5; ++Index)
		{
			Pose[Index].Rotation = Compose(Bends[Index], Turns[Index]);
		}
		const std::vector<FAffine> Palette = MakePalette(Bar.Rest, Pose);
		std::vector<FDualQuaternion> Rigid(5);
		FDualQuaternionPaletteJob{Palette, Bar.Rest.Parents, Bar.Rest.Centers, Rigid, {}}.Run();
		std::vector<FFloat3> Linear, Dual, Twisted;
		for (size_t Vertex = 0; Vertex < Bar.Positions.size(); ++Vertex)
		{
			const auto Bones = BonesOf(Bar.Weights, Vertex);
			const auto Weights = WeightsOf(Bar.Weights, Vertex);
			const FSurfacePoint P{Bar.Positions[Vertex], {}, {}};
			const uint16_t Base = Bar.Base[Vertex];
			Linear.push_back(SkinLinearBlend(Palette, Bones, Weights, P).Position);
			Dual.push_back(SkinDualQuaternion(Rigid, {}, Bones, Weights, P).Position);
			Twisted.push_back(SkinTwistSegment(Bar.Rest, Palette, Twists, {Base, static_cast<uint16_t>(Base + 1)},
				Bar.Delta[Vertex], Bones, Weights, P)
								  .Position);
		}
		const auto Loss = [&](const std::vector<FFloat3>& Points)
		{ return 100.0 * (Initial - Bar.Volume(Points)) / Initial; };
		Out.LinearBlend[Step] = Loss(Linear);
		Out.DualQuaternion[Step] = Loss(Dual);
		Out.Twist[Step] = Loss(Twisted);
	}
	return Out;
}

TEST(BarVolume, LossesOfTheSixRotationBarAgreeWithThePublishedTable)
{
	const FBar Bar(76, 4);
	EXPECT_NEAR(Bar.Volume(Bar.Positions), 32.0, 1e-4);
	const FBarLosses Losses = MeasureBar(Bar);
	const double Twist[6] = {0.1137, 0.2539, 0.3045, 1.9498, 2.7736, 4.1388}; // of this tessellation, three digits
	const double Linear[6] = {6.515625, 12.236525, 16.5721875, 14.9853125, 13.9378125, 13.404375}; // published
	const double Dual[6] = {0.349, 0.615, 0.758, 0.845, 0.890, 0.976}; // of this tessellation
	for (int Step = 0; Step < 6; ++Step)
	{
		EXPECT_NEAR(Losses.Twist[Step], Twist[Step], 5e-4) << "step " << Step + 1;
		EXPECT_NEAR(Losses.LinearBlend[Step], Linear[Step], 0.1 * Linear[Step]) << "step " << Step + 1;
		EXPECT_NEAR(Losses.DualQuaternion[Step], Dual[Step], 0.05 * Dual[Step]) << "step " << Step + 1;
	}
}

TEST(BarVolume, TwistsCostNextToNothingAndBendsAsMuchAsPublishedOnOtherTessellations)
{
	const double Published[3] = {1.9740625, 2.71875, 3.934375};
	for (const int Rings : {64, 96})
	{
		const FBarLosses Losses = MeasureBar(FBar(Rings, 4));
		for (int Step = 0; Step < 3; ++Step)
		{
			EXPECT_LT(std::abs(Losses.Twist[Step]), 0.5);
			EXPECT_NEAR(Losses.Twist[Step + 3], Published[Step], 0.15 * Published[Step]);
		}
	}
}

TEST(BarVolume, LinearBlendLosesTheVolumeOfItsClosedForm)
{
	// 4 c^2 sin^2(angle / 2) link volumes for one twist, c = 1/4, of a bar of four links.
	const FBarLosses Losses = MeasureBar(FBar(400, 4));
	EXPECT_NEAR(Losses.LinearBlend[0], 6.25, 0.15);
	EXPECT_NEAR(Losses.LinearBlend[1] - Losses.LinearBlend[0], 6.06, 0.15);
	EXPECT_NEAR(Losses.LinearBlend[2] - Losses.LinearBlend[1], 4.69, 0.15);
}

} // namespace BarVolumeTest
} // namespace Exemplar
