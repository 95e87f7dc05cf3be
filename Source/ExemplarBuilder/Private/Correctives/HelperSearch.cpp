// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/HelperSearch.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace HelperSearchDetail
{

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double SmallestWeight = 0.01; // of a point on a helper

Vector3d Turned(const Vector3d& RotationVector, const Vector3d& Point)
{
	const double Angle = RotationVector.norm();
	return Angle > 1e-12 ? Vector3d(Eigen::AngleAxisd(Angle, RotationVector / Angle) * Point) : Point;
}

class FSearch
{
public:
	FSearch(const FCorrectiveInput& InInput, const FHelperOptions& InOptions, const FBuildContext& InContext)
		: Input(InInput)
		, Options(InOptions)
		, Context(InContext)
		, PointCount(InInput.Skin.PointCount())
		, PoseCount(InInput.Examples.size())
		, Wanted(3 * Index(PoseCount), Index(PointCount))
	{
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const FCorrectiveExample& Example = Input.Examples[Pose];
			const std::vector<FDouble3> Posed = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Example.Palette);
			for (size_t Point = 0; Point < PointCount; ++Point)
			{
				Wanted.block<3, 1>(Index(3 * Pose), Index(Point)) =
					AsVector(Example.Points[Point]) - AsVector(Posed[Point]);
			}
		}
		Left = Wanted;
	}

	FHelperSearch Run()
	{
		FHelperSearch Out;
		Out.RmsBefore = Rms(Wanted);
		while (Out.Helpers.size() < Options.Count && Seed(Out.Helpers))
		{
			FitWeights(Out.Helpers);
			FitMotions(Out.Helpers);
		}
		for (int Round = 0; Round < Options.Rounds; ++Round)
		{
			FitWeights(Out.Helpers);
			FitMotions(Out.Helpers);
		}
		FitWeights(Out.Helpers);
		Out.Rms = Rms(Left);
		return Out;
	}

private:
	double Rms(const MatrixXd& Field) const
	{
		const double Count = double((std::max)(size_t(1), PointCount * PoseCount));
		return 100.0 * std::sqrt(Field.squaredNorm() / Count) / BoxDiagonal(Input.Skin.Rest);
	}

	Eigen::Map<const Vector3d> RestOf(size_t Point) const { return AsVector(Input.Skin.Rest[Point]); }

	double WeightOf(size_t Point, uint16_t Bone) const
	{
		const FRigWeights& Weights = Input.Skin.Weights;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			if (Weights.Bones[Entry] == Bone)
			{
				return Weights.Weights[Entry];
			}
		}
		return 0.0;
	}

	/** What a helper of full weight adds to a point in all examples. */
	VectorXd Effect(const FHelper& Helper, size_t Point) const
	{
		VectorXd Out(3 * Index(PoseCount));
		const Vector3d Arm = RestOf(Point) - Helper.Center;
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const Vector3d Move = Turned(Helper.Rotations[Pose], Arm) - Arm + Helper.Translations[Pose];
			Out.segment<3>(Index(3 * Pose)) =
				AsVector(TransformVector(Input.Examples[Pose].Palette[Helper.Parent], ToDouble3(Move)));
		}
		return Out;
	}

	/** A helper where points still miss most: the mean motion of the points whose miss looks like the worst one's. */
	bool Seed(std::vector<FHelper>& Helpers)
	{
		// The miss counts with that of its surroundings: a cluster around the worst point, not a single spike.
		const double Reach = 0.03 * BoxDiagonal(Input.Skin.Rest);
		const VectorXd Energy = Left.colwise().squaredNorm();
		Index Worst = 0;
		if (!(Energy.maxCoeff(&Worst) > 0.0))
		{
			return false;
		}
		double Best = -1.0;
		std::vector<Index> Order(PointCount);
		for (size_t Point = 0; Point < PointCount; ++Point)
		{
			Order[Point] = Index(Point);
		}
		const size_t Tried = (std::min)(PointCount, size_t(48));
		std::partial_sort(Order.begin(), Order.begin() + std::ptrdiff_t(Tried), Order.end(),
			[&](Index A, Index B) { return Energy[A] != Energy[B] ? Energy[A] > Energy[B] : A < B; });
		for (size_t Candidate = 0; Candidate < Tried; ++Candidate)
		{
			double Explained = 0.0;
			const Index Middle = Order[Candidate];
			for (size_t Point = 0; Point < PointCount; Point += 2)
			{
				const double Along = Left.col(Index(Point)).dot(Left.col(Middle));
				Explained += Along > 0.0 ? Along * Along / Energy[Middle] : 0.0;
			}
			if (Explained > Best)
			{
				Best = Explained;
				Worst = Middle;
			}
		}
		const FRigWeights& Weights = Input.Skin.Weights;
		uint32_t Main = Weights.Offsets[size_t(Worst)];
		for (uint32_t Entry = Main; Entry < Weights.Offsets[size_t(Worst) + 1]; ++Entry)
		{
			Main = Weights.Weights[Entry] > Weights.Weights[Main] ? Entry : Main;
		}
		FHelper Helper;
		Helper.Parent = Weights.Bones[Main];
		Helper.Center = RestOf(size_t(Worst));
		Helper.Radius = Reach;
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const FAffine3d Back = Inverse(Input.Examples[Pose].Palette[Helper.Parent]);
			const Vector3d Miss = Left.block<3, 1>(Index(3 * Pose), Worst);
			Helper.Translations.push_back(AsVector(TransformVector(Back, ToDouble3(Miss))) * 1.5);
			Helper.Rotations.push_back(Vector3d::Zero());
		}
		Helpers.push_back(std::move(Helper));
		return true;
	}

	/** Weights of all points on all helpers whose parents move them: non-negative least squares by coordinates. */
	void FitWeights(std::vector<FHelper>& Helpers)
	{
		std::vector<std::vector<double>> Found(PointCount);
		ParallelFor(*Context.Executor, PointCount, 32,
			[&](size_t Begin, size_t End)
			{
				for (size_t Point = Begin; Point < End; ++Point)
				{
					Found[Point] = FitPoint(Helpers, Point);
				}
			});
		for (size_t Which = 0; Which < Helpers.size(); ++Which)
		{
			Helpers[Which].Shares.clear();
			for (size_t Point = 0; Point < PointCount; ++Point)
			{
				if (Found[Point][Which] > 0.0)
				{
					Helpers[Which].Shares.push_back({uint32_t(Point), Found[Point][Which]});
				}
			}
		}
	}

	std::vector<double> FitPoint(const std::vector<FHelper>& Helpers, size_t Point)
	{
		std::vector<double> Out(Helpers.size(), 0.0);
		std::vector<size_t> Active;
		for (size_t Which = 0; Which < Helpers.size(); ++Which)
		{
			if (WeightOf(Point, Helpers[Which].Parent) > SmallestWeight)
			{
				Active.push_back(Which);
			}
		}
		const Index Column = Index(Point);
		Left.col(Column) = Wanted.col(Column);
		MatrixXd Basis(3 * Index(PoseCount), Index(Active.size()));
		for (size_t Entry = 0; Entry < Active.size(); ++Entry)
		{
			Basis.col(Index(Entry)) = Effect(Helpers[Active[Entry]], Point);
		}
		VectorXd Solved = SolveWeights(Helpers, Point, Active, Basis, std::vector<uint8_t>(Active.size(), 1));
		// Keep the largest, and solve those again.
		std::vector<size_t> Order(Active.size());
		for (size_t Entry = 0; Entry < Order.size(); ++Entry)
		{
			Order[Entry] = Entry;
		}
		const auto Size = [&](size_t Entry) { return Solved[Index(Entry)] * Basis.col(Index(Entry)).norm(); };
		std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Size(A) > Size(B); });
		std::vector<uint8_t> Kept(Active.size(), 0);
		for (size_t Place = 0; Place < (std::min)(Options.MaxInfluences, Order.size()); ++Place)
		{
			Kept[Order[Place]] = Solved[Index(Order[Place])] > SmallestWeight;
		}
		Solved = SolveWeights(Helpers, Point, Active, Basis, Kept);
		for (size_t Entry = 0; Entry < Active.size(); ++Entry)
		{
			Out[Active[Entry]] = Solved[Index(Entry)] > SmallestWeight ? Solved[Index(Entry)] : 0.0;
			Left.col(Column) -= Out[Active[Entry]] * Basis.col(Index(Entry));
		}
		return Out;
	}

	/** Coordinate descent within [0, what the parent has left]. */
	VectorXd SolveWeights(const std::vector<FHelper>& Helpers, size_t Point, std::span<const size_t> Active,
		const MatrixXd& Basis, const std::vector<uint8_t>& Allowed) const
	{
		const MatrixXd Gram = Basis.transpose() * Basis;
		const VectorXd Side = Basis.transpose() * Wanted.col(Index(Point));
		VectorXd Out = VectorXd::Zero(Basis.cols());
		const double Damping = 1e-4 * (Gram.size() > 0 ? Gram.diagonal().maxCoeff() : 0.0) + 1e-30;
		for (int Sweep = 0; Sweep < 100; ++Sweep)
		{
			double Change = 0.0;
			for (Index Entry = 0; Entry < Out.size(); ++Entry)
			{
				if (Allowed[size_t(Entry)] == 0)
				{
					continue;
				}
				const uint16_t Parent = Helpers[Active[size_t(Entry)]].Parent;
				double Free = WeightOf(Point, Parent);
				for (Index Other = 0; Other < Out.size(); ++Other)
				{
					Free -= Other != Entry && Helpers[Active[size_t(Other)]].Parent == Parent ? Out[Other] : 0.0;
				}
				const double Rest = Side[Entry] - Gram.row(Entry).dot(Out) + Gram(Entry, Entry) * Out[Entry];
				const double Value = std::clamp(Rest / (Gram(Entry, Entry) + Damping), 0.0, (std::max)(0.0, Free));
				Change = (std::max)(Change, std::abs(Value - Out[Entry]));
				Out[Entry] = Value;
			}
			if (Change < 1e-5)
			{
				break;
			}
		}
		return Out;
	}

	/** One rigid motion per helper and example, helpers in turn: weighted Procrustes of what the others leave. */
	void FitMotions(std::vector<FHelper>& Helpers)
	{
		for (FHelper& Helper : Helpers)
		{
			double Total = 0.0;
			Vector3d Center = Vector3d::Zero();
			for (const FHelperShare& Share : Helper.Shares)
			{
				Total += Share.Weight * Share.Weight;
				Center += Share.Weight * Share.Weight * RestOf(Share.Point);
			}
			if (!(Total > 0.0))
			{
				continue;
			}
			for (const FHelperShare& Share : Helper.Shares)
			{
				Left.col(Index(Share.Point)) += Share.Weight * Effect(Helper, Share.Point);
			}
			Helper.Center = Center / Total;
			double Square = 0.0;
			for (const FHelperShare& Share : Helper.Shares)
			{
				Square += Share.Weight * Share.Weight * (RestOf(Share.Point) - Helper.Center).squaredNorm();
			}
			Helper.Radius = (std::max)(1e-6, std::sqrt(Square / Total));
			ParallelFor(*Context.Executor, PoseCount, 1,
				[&](size_t Begin, size_t End)
				{
					for (size_t Pose = Begin; Pose < End; ++Pose)
					{
						FitMotion(Helper, Pose, Total);
					}
				});
			for (const FHelperShare& Share : Helper.Shares)
			{
				Left.col(Index(Share.Point)) -= Share.Weight * Effect(Helper, Share.Point);
			}
		}
	}

	void FitMotion(FHelper& Helper, size_t Pose, double Total)
	{
		const FAffine3d Back = Inverse(Input.Examples[Pose].Palette[Helper.Parent]);
		Vector3d Mean = Vector3d::Zero();
		Matrix3d Cross = Matrix3d::Zero();
		for (const FHelperShare& Share : Helper.Shares)
		{
			const Vector3d Miss = Left.block<3, 1>(Index(3 * Pose), Index(Share.Point));
			const Vector3d Goal =
				RestOf(Share.Point) - Helper.Center + AsVector(TransformVector(Back, ToDouble3(Miss))) / Share.Weight;
			const double Weight = Share.Weight * Share.Weight;
			Mean += Weight * Goal;
			Cross += Weight * Goal * (RestOf(Share.Point) - Helper.Center).transpose();
		}
		// Stiffness toward no rotation: a few points must not spin.
		Cross += 0.01 * Total * Helper.Radius * Helper.Radius * Matrix3d::Identity();
		const Eigen::JacobiSVD<Matrix3d> Svd(Cross, Eigen::ComputeFullU | Eigen::ComputeFullV);
		Matrix3d Sign = Matrix3d::Identity();
		Sign(2, 2) = (Svd.matrixU() * Svd.matrixV().transpose()).determinant() < 0.0 ? -1.0 : 1.0;
		const Eigen::AngleAxisd Turn(Matrix3d(Svd.matrixU() * Sign * Svd.matrixV().transpose()));
		Helper.Rotations[Pose] = Turn.angle() * Turn.axis();
		Helper.Translations[Pose] = Mean / Total;
	}

	const FCorrectiveInput& Input;
	const FHelperOptions& Options;
	const FBuildContext& Context;
	size_t PointCount, PoseCount;
	MatrixXd Wanted, Left; // [3 poses x points], posed
};

} // namespace HelperSearchDetail

FHelperSearch FindHelpers(const FCorrectiveInput& Input, const FHelperOptions& Options, const FBuildContext& Context)
{
	return HelperSearchDetail::FSearch(Input, Options, Context).Run();
}

} // namespace Exemplar
