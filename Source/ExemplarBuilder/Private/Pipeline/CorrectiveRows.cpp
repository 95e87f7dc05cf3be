// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SculptSet.h"

#include "Pipeline/SculptPose.h"

#include <algorithm>

namespace Exemplar
{

namespace CorrectiveRowsDetail
{

/** The rows of these shapes, in their order. */
FShapeDeltas KeepShapes(const FShapeDeltas& From, std::span<const uint32_t> Shapes)
{
	FShapeDeltas Out;
	if (!From.Offsets.empty())
	{
		Out.Offsets = {0};
	}
	if (!From.AfterOffsets.empty())
	{
		Out.AfterOffsets = {0};
	}
	for (const uint32_t Shape : Shapes)
	{
		for (uint32_t At = 0; !From.Offsets.empty() && At < From.Offsets[Shape + 1] - From.Offsets[Shape]; ++At)
		{
			Out.Points.push_back(From.Points[From.Offsets[Shape] + At]);
			Out.Deltas.push_back(From.Deltas[From.Offsets[Shape] + At]);
		}
		for (uint32_t At = 0;
			 !From.AfterOffsets.empty() && At < From.AfterOffsets[Shape + 1] - From.AfterOffsets[Shape]; ++At)
		{
			Out.AfterPoints.push_back(From.AfterPoints[From.AfterOffsets[Shape] + At]);
			Out.AfterJoints.push_back(From.AfterJoints[From.AfterOffsets[Shape] + At]);
			Out.AfterDeltas.push_back(From.AfterDeltas[From.AfterOffsets[Shape] + At]);
		}
		if (!From.Offsets.empty())
		{
			Out.Offsets.push_back(static_cast<uint32_t>(Out.Points.size()));
		}
		if (!From.AfterOffsets.empty())
		{
			Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.AfterPoints.size()));
		}
	}
	return Out;
}

/** Adds rows of Added behind the Before rows of Out; either may move nothing. */
void AppendShapes(const FShapeDeltas& Added, uint32_t Before, uint32_t Count, uint32_t AfterJoint, FShapeDeltas& Out)
{
	Out.Offsets.resize(Out.Offsets.empty() ? Before + 1 : Out.Offsets.size());
	Out.AfterOffsets.resize(Out.AfterOffsets.empty() ? Before + 1 : Out.AfterOffsets.size());
	const uint32_t First = Out.Offsets.back(), FirstAfter = Out.AfterOffsets.back();
	for (uint32_t Row = 1; Row <= Count; ++Row)
	{
		Out.Offsets.push_back(First + (Added.Offsets.empty() ? 0 : Added.Offsets[Row]));
		Out.AfterOffsets.push_back(FirstAfter + (Added.AfterOffsets.empty() ? 0 : Added.AfterOffsets[Row]));
	}
	Out.Points.insert(Out.Points.end(), Added.Points.begin(), Added.Points.end());
	Out.Deltas.insert(Out.Deltas.end(), Added.Deltas.begin(), Added.Deltas.end());
	Out.AfterPoints.insert(Out.AfterPoints.end(), Added.AfterPoints.begin(), Added.AfterPoints.end());
	Out.AfterDeltas.insert(Out.AfterDeltas.end(), Added.AfterDeltas.begin(), Added.AfterDeltas.end());
	for (const uint32_t Joint : Added.AfterJoints)
	{
		Out.AfterJoints.push_back(Joint + AfterJoint);
	}
}

/** Kernels that shapes use, products' factors included. */
std::vector<bool> FindUsedKernels(const TCorrectives<FOwned>& Model, std::span<const uint32_t> Shapes)
{
	std::vector<bool> Used(Model.Kernels.size(), false);
	for (const uint32_t Shape : Shapes)
	{
		for (uint32_t Run = 0; Run < Model.Shapes[Shape].RunCount; ++Run)
		{
			const FCorrectiveRun& R = Model.Runs[Model.Shapes[Shape].FirstRun + Run];
			std::fill_n(Used.begin() + R.FirstKernel, R.KernelCount, true);
		}
	}
	for (size_t Kernel = Used.size(); Kernel-- > 0;)
	{
		if (Used[Kernel] && Model.Kernels[Kernel].Function == static_cast<uint32_t>(ECorrectiveFunction::Product))
		{
			Used[Model.Kernels[Kernel].First] = true;
			Used[Model.Kernels[Kernel].Count] = true;
		}
	}
	return Used;
}

/** A sculpt whose pose the file has; others stay as they are. */
bool IsSculpt(const TCorrectives<FOwned>& Model, const TCorrective<FOwned>& Row)
{
	return (Row.Flags & CorrectiveLearned) == 0 && Row.ShapeCount == 1 && Row.Kernel < Model.Kernels.size() &&
		Model.Kernels[Row.Kernel].Function == static_cast<uint32_t>(ECorrectiveFunction::Gaussian) &&
		Model.Kernels[Row.Kernel].Metric == static_cast<uint32_t>(ECorrectiveMetric::Chordal) &&
		Model.Kernels[Row.Kernel].Centering == static_cast<uint32_t>(ECorrectiveCentering::Conditioned);
}

} // namespace CorrectiveRowsDetail

FPointOffsets TakeOffsets(const FShapeDeltas& From, const TCorrectives<FOwned>& Model, uint32_t Shape)
{
	FPointOffsets Out;
	const auto At = [](const auto& Items, uint32_t First, uint32_t Last)
	{ return std::vector(Items.begin() + First, Items.begin() + Last); };
	if (Shape + 1 < From.Offsets.size())
	{
		Out.Points = At(From.Points, From.Offsets[Shape], From.Offsets[Shape + 1]);
		Out.Offsets = At(From.Deltas, From.Offsets[Shape], From.Offsets[Shape + 1]);
	}
	if (Shape + 1 < From.AfterOffsets.size())
	{
		Out.AfterPoints = At(From.AfterPoints, From.AfterOffsets[Shape], From.AfterOffsets[Shape + 1]);
		Out.AfterOffsets = At(From.AfterDeltas, From.AfterOffsets[Shape], From.AfterOffsets[Shape + 1]);
		for (const uint32_t Joint : At(From.AfterJoints, From.AfterOffsets[Shape], From.AfterOffsets[Shape + 1]))
		{
			Out.AfterJoints.push_back(Model.AfterJoints[Joint]);
		}
	}
	return Out;
}

FCorrectives KeepCorrectives(const FCorrectives& Correctives, std::span<const uint32_t> Rows)
{
	using namespace CorrectiveRowsDetail;
	const TCorrectives<FOwned>& From = Correctives.Model;
	FCorrectives Out;
	TCorrectives<FOwned>& Model = Out.Model;
	Model.Curves = From.Curves;
	Model.Drivers = From.Drivers;
	Model.AfterJoints = From.AfterJoints;
	std::vector<uint32_t> Shapes, RowOf(From.Correctives.size(), NoIndex), ShapeOf(From.Shapes.size(), NoIndex);
	for (const uint32_t Row : Rows)
	{
		RowOf[Row] = static_cast<uint32_t>(Model.Correctives.size());
		TCorrective<FOwned> Kept = From.Correctives[Row];
		Kept.FirstShape = static_cast<uint32_t>(Shapes.size());
		for (uint32_t Shape = 0; Shape < Kept.ShapeCount; ++Shape)
		{
			ShapeOf[From.Correctives[Row].FirstShape + Shape] = static_cast<uint32_t>(Shapes.size());
			Shapes.push_back(From.Correctives[Row].FirstShape + Shape);
		}
		Model.Correctives.push_back(std::move(Kept));
	}
	std::vector<bool> Used = FindUsedKernels(From, Shapes);
	std::vector<uint32_t> KernelOf(From.Kernels.size(), NoIndex);
	for (const TCorrective<FOwned>& Row : Model.Correctives)
	{
		if (Row.Kernel < Used.size())
		{
			Used[Row.Kernel] = true;
		}
	}
	for (size_t Kernel = 0; Kernel < Used.size(); ++Kernel)
	{
		if (!Used[Kernel])
		{
			continue;
		}
		KernelOf[Kernel] = static_cast<uint32_t>(Model.Kernels.size());
		FCorrectiveKernel Kept = From.Kernels[Kernel];
		const auto Function = static_cast<ECorrectiveFunction>(Kept.Function);
		if (Function == ECorrectiveFunction::Product)
		{
			Kept.First = KernelOf[Kept.First];
			Kept.Count = KernelOf[Kept.Count];
		}
		else if (Function != ECorrectiveFunction::Constant && Function != ECorrectiveFunction::Coordinate)
		{
			Kept.First = static_cast<uint32_t>(Model.Terms.size());
			Model.Terms.insert(Model.Terms.end(), From.Terms.begin() + From.Kernels[Kernel].First,
				From.Terms.begin() + From.Kernels[Kernel].First + Kept.Count);
		}
		Model.Kernels.push_back(Kept);
	}
	for (const uint32_t Shape : Shapes)
	{
		FCorrectiveShape Kept = From.Shapes[Shape];
		Kept.FirstRun = static_cast<uint32_t>(Model.Runs.size());
		for (uint32_t Run = 0; Run < Kept.RunCount; ++Run)
		{
			FCorrectiveRun R = From.Runs[From.Shapes[Shape].FirstRun + Run];
			const auto First = From.Coefficients.begin() + R.FirstCoefficient;
			R.FirstCoefficient = static_cast<uint32_t>(Model.Coefficients.size());
			Model.Coefficients.insert(Model.Coefficients.end(), First, First + R.KernelCount);
			R.FirstKernel = R.KernelCount > 0 ? KernelOf[R.FirstKernel] : 0;
			Model.Runs.push_back(R);
		}
		Model.Shapes.push_back(Kept);
	}
	for (TCorrective<FOwned>& Row : Model.Correctives)
	{
		Row.Kernel = Row.Kernel < KernelOf.size() ? KernelOf[Row.Kernel] : NoIndex;
		Row.Mirror = Row.Mirror < RowOf.size() ? RowOf[Row.Mirror] : NoIndex;
	}
	for (FCorrectiveHelper Helper : From.Helpers)
	{
		Helper.Shape = ShapeOf[Helper.Shape];
		if (Helper.Shape != NoIndex)
		{
			Model.Helpers.push_back(Helper);
		}
	}
	for (const FShapeDeltas& Level : Correctives.Levels)
	{
		Out.Levels.push_back(KeepShapes(Level, Shapes));
	}
	return Out;
}

FSculptSet TakeSculpts(const FCharacterParts& Parts)
{
	using namespace CorrectiveRowsDetail;
	const TCorrectives<FOwned>& Model = Parts.Correctives.Model;
	const size_t JointCount = Parts.Animation.Skeleton.JointCount();
	FSculptSet Out;
	std::vector<uint32_t> Fixed;
	const auto NameOf = [&](uint32_t Row)
	{ return Row < Model.Correctives.size() ? Model.Correctives[Row].Name : std::string(); };
	for (uint32_t Row = 0; Row < Model.Correctives.size(); ++Row)
	{
		const TCorrective<FOwned>& From = Model.Correctives[Row];
		if (!IsSculpt(Model, From))
		{
			Fixed.push_back(Row);
			Out.Partners.push_back(NameOf(From.Mirror));
			continue;
		}
		FSculptEntry Sculpt;
		Sculpt.Row = From;
		Sculpt.Partner = NameOf(From.Mirror);
		Sculpt.Turns.resize(JointCount);
		const FCorrectiveKernel& Kernel = Model.Kernels[From.Kernel];
		Sculpt.Width = Kernel.Width;
		for (uint32_t Index = Kernel.First; Index < Kernel.First + Kernel.Count; ++Index)
		{
			const FCorrectiveTerm& Term = Model.Terms[Index];
			const FCorrectiveDriver& Driver = Model.Drivers[Term.Driver];
			if (Driver.Kind == static_cast<uint32_t>(ECorrectiveDriver::Curve))
			{
				Sculpt.Curves.push_back({Driver.Index, Term.Center.X, Term.Scale});
				continue;
			}
			Sculpt.Turns[Driver.Index] = Term.Center;
			if (Term.Scale != 0.0f)
			{
				Sculpt.Joints.push_back(Driver.Index);
			}
		}
		std::sort(Sculpt.Joints.begin(), Sculpt.Joints.end());
		if (!Parts.Correctives.Levels.empty())
		{
			Sculpt.Finest = TakeOffsets(Parts.Correctives.Levels[0], Model, From.FirstShape);
		}
		Out.Sculpts.push_back(std::move(Sculpt));
	}
	Out.Fixed = KeepCorrectives(Parts.Correctives, Fixed);
	return Out;
}

FCorrectives JoinCorrectives(FCorrectives A, const FCorrectives& B)
{
	if (A.Model.Correctives.empty())
	{
		return B;
	}
	TCorrectives<FOwned>& To = A.Model;
	const TCorrectives<FOwned>& From = B.Model;
	const auto Place = [](const auto& Items) { return static_cast<uint32_t>(Items.size()); };
	const uint32_t Curve = Place(To.Curves), Driver = Place(To.Drivers), Kernel = Place(To.Kernels),
				   Term = Place(To.Terms), Run = Place(To.Runs), Coefficient = Place(To.Coefficients),
				   Shape = Place(To.Shapes), Row = Place(To.Correctives), After = Place(To.AfterJoints);
	To.Curves.insert(To.Curves.end(), From.Curves.begin(), From.Curves.end());
	for (FCorrectiveDriver Each : From.Drivers)
	{
		Each.Index += Each.Kind == static_cast<uint32_t>(ECorrectiveDriver::Curve) ? Curve : 0;
		To.Drivers.push_back(Each);
	}
	for (FCorrectiveKernel Each : From.Kernels)
	{
		const auto Function = static_cast<ECorrectiveFunction>(Each.Function);
		const bool bProduct = Function == ECorrectiveFunction::Product;
		Each.First += bProduct                            ? Kernel
			: Function == ECorrectiveFunction::Coordinate ? Driver
			: Function == ECorrectiveFunction::Constant   ? 0
														  : Term;
		Each.Count += bProduct ? Kernel : 0;
		To.Kernels.push_back(Each);
	}
	for (FCorrectiveTerm Each : From.Terms)
	{
		Each.Driver += Driver;
		To.Terms.push_back(Each);
	}
	for (FCorrectiveRun Each : From.Runs)
	{
		Each.FirstKernel += Kernel;
		Each.FirstCoefficient += Coefficient;
		To.Runs.push_back(Each);
	}
	To.Coefficients.insert(To.Coefficients.end(), From.Coefficients.begin(), From.Coefficients.end());
	uint32_t Normalization = 0;
	for (const FCorrectiveShape& Each : To.Shapes)
	{
		Normalization =
			Each.Normalization == NoIndex ? Normalization : (std::max)(Normalization, Each.Normalization + 1);
	}
	for (FCorrectiveShape Each : From.Shapes)
	{
		Each.FirstRun += Run;
		Each.Normalization += Each.Normalization == NoIndex ? 0 : Normalization;
		To.Shapes.push_back(Each);
	}
	for (TCorrective<FOwned> Each : From.Correctives)
	{
		Each.FirstShape += Shape;
		Each.Mirror += Each.Mirror == NoIndex ? 0 : Row;
		Each.Kernel += Each.Kernel == NoIndex ? 0 : Kernel;
		const std::string Name = Each.Name;
		const auto IsTaken = [&](const TCorrective<FOwned>& Other) { return Other.Name == Each.Name; };
		for (int Number = 2; std::any_of(To.Correctives.begin(), To.Correctives.end(), IsTaken); ++Number)
		{
			Each.Name = Name + "_" + std::to_string(Number);
		}
		To.Correctives.push_back(std::move(Each));
	}
	for (FCorrectiveHelper Each : From.Helpers)
	{
		Each.Shape += Shape;
		To.Helpers.push_back(Each);
	}
	std::stable_sort(To.Helpers.begin(), To.Helpers.end(),
		[](const FCorrectiveHelper& X, const FCorrectiveHelper& Y) { return X.Joint < Y.Joint; });
	To.AfterJoints.insert(To.AfterJoints.end(), From.AfterJoints.begin(), From.AfterJoints.end());
	A.Levels.resize((std::max)(A.Levels.size(), B.Levels.size()));
	for (size_t Level = 0; Level < A.Levels.size(); ++Level)
	{
		const FShapeDeltas Added = Level < B.Levels.size() ? B.Levels[Level] : FShapeDeltas{};
		CorrectiveRowsDetail::AppendShapes(Added, Shape, Place(From.Shapes), After, A.Levels[Level]);
	}
	return A;
}

namespace CorrectiveRowsDetail
{

/** The sculpts' poses, as examples without points. */
void AddPoses(
	const FSculptSet& Set, std::span<const uint32_t> Which, const FSkeletonData& Skeleton, FCorrectiveInput& Out)
{
	for (const uint32_t Index : Which)
	{
		const FSculptEntry& Sculpt = Set.Sculpts[Index];
		std::vector<FBoneTransform> Local = Skeleton.RestLocal;
		for (size_t Joint = 0; Joint < Local.size(); ++Joint)
		{
			Local[Joint].Rotation = Normalize(Compose(Local[Joint].Rotation, Sculpt.Turns[Joint]));
		}
		FCorrectiveExample Example;
		Example.Palette = PaletteOfPose(Skeleton, Local);
		for (const TCorrectiveCurve<FOwned>& Curve : Out.Curves)
		{
			Example.Curves.push_back(double{Curve.Rest});
		}
		for (const FSculptCurve& Curve : Sculpt.Curves)
		{
			Example.Curves[Curve.Curve] = double{Curve.Value};
		}
		Out.Examples.push_back(std::move(Example));
	}
}

/** A shape of a level. */
struct FShapeOf
{
	const FShapeDeltas* Level = nullptr;
	uint32_t Shape = 0;
};

/** The displacements of the last shapes of a level, each from elsewhere; what comes after skinning stays. */
void ReplaceLast(std::span<const FShapeOf> Shapes, FShapeDeltas& Level)
{
	const FShapeDeltas Before = Level;
	const size_t First = Before.Offsets.size() - 1 - Shapes.size();
	Level.Offsets.resize(First + 1);
	Level.Points.resize(Level.Offsets.back());
	Level.Deltas.resize(Level.Offsets.back());
	for (size_t Index = 0; Index < Shapes.size(); ++Index)
	{
		const FShapeDeltas& From = Shapes[Index].Level != nullptr ? *Shapes[Index].Level : Before;
		const size_t Shape = Shapes[Index].Level != nullptr ? Shapes[Index].Shape : First + Index;
		const auto Begin = static_cast<std::ptrdiff_t>(From.Offsets[Shape]);
		const auto End = static_cast<std::ptrdiff_t>(From.Offsets[Shape + 1]);
		Level.Points.insert(Level.Points.end(), From.Points.begin() + Begin, From.Points.begin() + End);
		Level.Deltas.insert(Level.Deltas.end(), From.Deltas.begin() + Begin, From.Deltas.begin() + End);
		Level.Offsets.push_back(static_cast<uint32_t>(Level.Points.size()));
	}
}

/** The shape that the character has for a sculpt that did not change; NoIndex: it did. */
uint32_t FindUnchanged(const FSculptEntry& Sculpt, const FCharacterParts& Parts)
{
	const FCorrectives& Before = Parts.Correctives;
	for (const TCorrective<FOwned>& Row : Before.Model.Correctives)
	{
		if (Row.Name == Sculpt.Row.Name && Row.ShapeCount == 1 &&
			Before.Levels.size() == 1 + Parts.Levels.Coarser.size())
		{
			const bool bRows = std::all_of(Before.Levels.begin(), Before.Levels.end(),
				[](const FShapeDeltas& Level) { return !Level.Offsets.empty(); });
			const bool bSame = bRows && TakeOffsets(Before.Levels[0], Before.Model, Row.FirstShape) == Sculpt.Finest;
			return bSame ? Row.FirstShape : NoIndex;
		}
	}
	return NoIndex;
}

} // namespace CorrectiveRowsDetail

FStatus FitSculptLevels(const FSculptSet& Set, const FCharacterParts& Parts, FCorrectives& Out)
{
	using namespace CorrectiveRowsDetail;
	const size_t First = Out.Model.Correctives.size() - Set.Sculpts.size();
	std::vector<FShapeOf> Known(Set.Sculpts.size());
	std::vector<uint32_t> Rows, Changed; // of the correctives and of the sculpts
	for (size_t Sculpt = 0; Sculpt < Set.Sculpts.size() && !Parts.Levels.Coarser.empty(); ++Sculpt)
	{
		Known[Sculpt].Shape = FindUnchanged(Set.Sculpts[Sculpt], Parts);
		if (Known[Sculpt].Shape == NoIndex)
		{
			Rows.push_back(static_cast<uint32_t>(First + Sculpt));
			Changed.push_back(static_cast<uint32_t>(Sculpt));
		}
	}
	if (Parts.Levels.Coarser.empty() || Set.Sculpts.empty())
	{
		return FOk{};
	}
	FCorrectives Sculpts = KeepCorrectives(Out, Rows);
	for (TCorrective<FOwned>& Row : Sculpts.Model.Correctives)
	{
		Row.Strength = 1.0f;
		Row.Flags |= CorrectiveEnabled; // those that are off are fitted, too
	}
	FCorrectiveOptions Options;
	Options.Operator = OperatorOfParts(Parts);
	TResult<FCorrectiveInput> Input = MakeCorrectiveInput(Parts, Options.Operator);
	if (!Input)
	{
		return Input.GetError();
	}
	Input->Curves = Out.Model.Curves;
	AddPoses(Set, Changed, Parts.Animation.Skeleton, *Input);
	for (size_t Level = 0; Level < Parts.Levels.Coarser.size(); ++Level)
	{
		const TResult<FLevelCorrectives> Fitted = Changed.empty()
			? FLevelCorrectives{}
			: FitLevelCorrectives(*Input, Sculpts, Parts.Levels.Coarser[Level].Skin, Options, {});
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		std::vector<FShapeOf> Shapes = Known;
		for (FShapeOf& Each : Shapes)
		{
			Each.Level = Each.Shape == NoIndex ? nullptr : &Parts.Correctives.Levels[Level + 1];
		}
		for (uint32_t Row = 0; Row < Changed.size() && Fitted->Rms < Fitted->RmsCarried; ++Row)
		{
			Shapes[Changed[Row]] = {&Fitted->Deltas, Row};
		}
		ReplaceLast(Shapes, Out.Levels[Level + 1]);
	}
	return FOk{};
}

} // namespace Exemplar
