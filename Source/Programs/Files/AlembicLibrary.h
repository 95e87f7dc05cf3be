// Copyright (c) 2026 Exemplar contributors. MIT license.
// The one header that includes Alembic; everything that does is left out of a build without it (EXEMPLAR_WITH_ALEMBIC).

#pragma once

#include "Files/AlembicRead.h"

#include <Alembic/Abc/All.h>
#include <Alembic/AbcCoreOgawa/All.h>
#include <Alembic/AbcGeom/IFaceSet.h>
#include <Alembic/AbcGeom/IPolyMesh.h>
#include <Alembic/AbcGeom/ISubD.h>
#include <Alembic/AbcGeom/IXform.h>
#include <optional>
#include <set>

namespace Exemplar
{

namespace Abc = Alembic::Abc;
namespace AbcGeom = Alembic::AbcGeom;

/** A polygon mesh or a subdivision surface, which differ in their schema alone. */
struct FAlembicObject
{
	Abc::IObject Object;
	std::optional<AbcGeom::IPolyMesh> Mesh;
	std::optional<AbcGeom::ISubD> Subdivision;

	Abc::IP3fArrayProperty Positions() const;
	Abc::IInt32ArrayProperty Counts() const;
	Abc::IInt32ArrayProperty Indices() const;
	Abc::ICompoundProperty Others() const; // attributes of the file's own
	Abc::ICompoundProperty Custom() const; // user properties
};

/** The samples around a time, and how far it is from the first to the second. */
struct FAlembicBetween
{
	Abc::index_t Before = 0;
	Abc::index_t After = 0;
	double Fraction = 0.0;
};

FAlembicBetween LocateSamples(const Abc::TimeSamplingPtr& Sampling, size_t Count, double Time);

/** Custom properties (user properties in Alembic's terms) that are single numbers and change over time. */
class FAlembicNumbers
{
public:
	/** Adds those of an object; what is not such a number goes to Unused. An object may be given more than once. */
	void Add(const Abc::ICompoundProperty& Properties, const std::string& Path, std::vector<std::string>& Unused);

	/** The values at a time; between samples they are blended. */
	std::vector<double> ReadAt(double Time) const;

	std::vector<std::string> Names;

private:
	std::vector<Abc::IScalarProperty> Properties;
	std::set<std::string> Taken;
	std::set<std::string> Paths;
};

/** Polygons, UVs, normals and face sets; fails if they change over time. Alembic lists corners clockwise; the result is
 * counterclockwise. */
FAlembicMesh ReadAlembicSurface(FAlembicObject& Object);

/** What the object has and ReadAlembicSurface does not use. */
void ListUnusedOfObject(FAlembicObject& Object, std::vector<std::string>& Unused);

} // namespace Exemplar
