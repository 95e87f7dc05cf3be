// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AlembicLibrary.h"
#include "Files/SceneCurves.h"

#include <array>
#include <cmath>

namespace Exemplar
{
namespace
{

namespace Util = Alembic::Util;

/** Whether a property is one number. */
bool IsNumber(const Abc::PropertyHeader& Header)
{
	return Header.isScalar() && Header.getDataType().getExtent() == 1 &&
		Header.getDataType().getPod() <= Util::kFloat64POD;
}

template <typename T>
double ReadAs(const Abc::IScalarProperty& Property, Abc::index_t Sample)
{
	T Value{};
	Property.get(&Value, Abc::ISampleSelector(Sample));
	return static_cast<double>(Value);
}

double ReadNumber(const Abc::IScalarProperty& Property, Abc::index_t Sample)
{
	switch (Property.getDataType().getPod())
	{
	case Util::kBooleanPOD:
	case Util::kUint8POD:
		return ReadAs<uint8_t>(Property, Sample);
	case Util::kInt8POD:
		return ReadAs<int8_t>(Property, Sample);
	case Util::kUint16POD:
		return ReadAs<uint16_t>(Property, Sample);
	case Util::kInt16POD:
		return ReadAs<int16_t>(Property, Sample);
	case Util::kUint32POD:
		return ReadAs<uint32_t>(Property, Sample);
	case Util::kInt32POD:
		return ReadAs<int32_t>(Property, Sample);
	case Util::kUint64POD:
		return ReadAs<uint64_t>(Property, Sample);
	case Util::kInt64POD:
		return ReadAs<int64_t>(Property, Sample);
	case Util::kFloat16POD:
		return ReadAs<Util::float16_t>(Property, Sample);
	case Util::kFloat32POD:
		return ReadAs<float>(Property, Sample);
	default:
		return ReadAs<double>(Property, Sample);
	}
}

} // namespace

FAlembicBetween LocateSamples(const Abc::TimeSamplingPtr& Sampling, size_t Count, double Time)
{
	if (Count < 2)
	{
		return {};
	}
	const auto Before = Sampling->getFloorIndex(Time, static_cast<Abc::index_t>(Count));
	const auto After = Sampling->getCeilIndex(Time, static_cast<Abc::index_t>(Count));
	const double Span = After.second - Before.second;
	const double Fraction = Span > 0.0 ? (Time - Before.second) / Span : 0.0;
	// A thousandth of a frame tolerates times that were rounded on the way.
	return Fraction < 1e-3 ? FAlembicBetween{Before.first, Before.first, 0.0}
		: Fraction > 0.999 ? FAlembicBetween{After.first, After.first, 0.0}
						   : FAlembicBetween{Before.first, After.first, Fraction};
}

void FAlembicNumbers::Add(
	const Abc::ICompoundProperty& Custom, const std::string& Path, std::vector<std::string>& Unused)
{
	if (!Custom.valid() || !Paths.insert(Path).second)
	{
		return;
	}
	std::string Others;
	for (size_t I = 0; I < Custom.getNumProperties(); ++I)
	{
		const Abc::PropertyHeader& Header = Custom.getPropertyHeader(I);
		if (IsNumber(Header))
		{
			const Abc::IScalarProperty Property(Custom, Header.getName());
			if (Property.getNumSamples() > 1 && !Property.isConstant())
			{
				Names.push_back(TakeName(Taken, Header.getName(), Path));
				Properties.push_back(Property);
				continue;
			}
		}
		Others += (Others.empty() ? "'" : ", '") + Header.getName() + "'";
	}
	if (!Others.empty())
	{
		Unused.push_back("Object '" + Path + "': custom properties that are not changing numbers (" + Others + ").");
	}
}

std::vector<double> FAlembicNumbers::ReadAt(double Time) const
{
	std::vector<double> Out;
	for (const Abc::IScalarProperty& Property : Properties)
	{
		const FAlembicBetween At = LocateSamples(Property.getTimeSampling(), Property.getNumSamples(), Time);
		double Value = ReadNumber(Property, At.Before);
		if (At.Fraction > 0.0)
		{
			Value += At.Fraction * (ReadNumber(Property, At.After) - Value);
		}
		Out.push_back(std::isfinite(Value) ? Value : 0.0);
	}
	return Out;
}

} // namespace Exemplar
