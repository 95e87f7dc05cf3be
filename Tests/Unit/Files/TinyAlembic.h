// Copyright (c) 2026 Exemplar contributors. MIT license.
// Small Alembic files, written by Alembic's own library.

#pragma once

#include <Alembic/Abc/All.h>
#include <Alembic/AbcCoreOgawa/All.h>
#include <Alembic/AbcGeom/OFaceSet.h>
#include <Alembic/AbcGeom/OPolyMesh.h>
#include <Alembic/AbcGeom/OSubD.h>
#include <Alembic/AbcGeom/OXform.h>
#include <filesystem>
#include <vector>

namespace Exemplar
{

class FTinyAlembic
{
public:
	/** Samples are 1/10 s apart, from 0.5 s on. */
	explicit FTinyAlembic(const std::filesystem::path& File)
		: Archive(Alembic::AbcCoreOgawa::WriteArchive(), File.string())
		, Sampling(Archive.addTimeSampling(Alembic::Abc::TimeSampling(0.1, 0.5)))
	{
	}

	Alembic::Abc::OObject Top() { return Archive.getTop(); }

	/** A transform that moves along x by Step per sample. */
	Alembic::AbcGeom::OXform AddXform(Alembic::Abc::OObject Parent, const std::string& Name, double Step, size_t Count)
	{
		Alembic::AbcGeom::OXform Xform(Parent, Name, Sampling);
		for (size_t I = 0; I < Count; ++I)
		{
			Alembic::AbcGeom::XformSample Sample;
			Sample.setTranslation({1.0 + Step * static_cast<double>(I), 0.0, 0.0});
			Xform.getSchema().set(Sample);
		}
		return Xform;
	}

	/** The unit square, clockwise as Alembic has it, whose corner 2 rises by Step per sample. */
	Alembic::AbcGeom::OPolyMesh AddSquare(
		Alembic::Abc::OObject Parent, const std::string& Name, float Step, size_t Count, bool bUVs = false)
	{
		Alembic::AbcGeom::OPolyMesh Mesh(Parent, Name, Sampling);
		for (size_t I = 0; I < Count; ++I)
		{
			const std::vector<Imath::V3f> Points = PointsAt(Step * static_cast<float>(I));
			Alembic::AbcGeom::OPolyMeshSchema::Sample Sample;
			Sample.setPositions(Alembic::Abc::P3fArraySample(Points));
			if (I == 0)
			{
				Sample.setFaceIndices(Alembic::Abc::Int32ArraySample(Indices));
				Sample.setFaceCounts(Alembic::Abc::Int32ArraySample(Counts));
				if (bUVs)
				{
					Sample.setUVs(Alembic::AbcGeom::OV2fGeomParam::Sample(
						Alembic::Abc::V2fArraySample(UVs), Alembic::AbcGeom::kFacevaryingScope));
				}
			}
			Mesh.getSchema().set(Sample);
		}
		return Mesh;
	}

	static std::vector<Imath::V3f> PointsAt(float Height) { return {{0, 0, 0}, {1, 0, 0}, {1, 1, Height}, {0, 1, 0}}; }

	Alembic::Abc::OArchive Archive;
	uint32_t Sampling;
	const std::vector<int32_t> Indices{3, 2, 1, 0}, Counts{4};
	const std::vector<Imath::V2f> UVs{{0, 1}, {1, 1}, {1, 0}, {0, 0}}; // of the corners, in the order of Indices
};

} // namespace Exemplar
