// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AlembicLibrary.h"
#include "Files/Failure.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

constexpr const char* FixMesh = ". Export it again.";

/** Whether all samples of a property have the same bytes; some exporters write a constant topology in every frame. */
template <typename PropertyType>
bool HasOneValue(const PropertyType& Property)
{
	const size_t Count = Property.getNumSamples();
	if (Count <= 1 || Property.isConstant())
	{
		return true;
	}
	Alembic::AbcCoreAbstract::ArraySampleKey First, Other;
	if (!Property.getKey(First, Abc::ISampleSelector(Abc::index_t(0))))
	{
		return false;
	}
	for (size_t Sample = 1; Sample < Count; ++Sample)
	{
		if (!Property.getKey(Other, Abc::ISampleSelector(static_cast<Abc::index_t>(Sample))) || !(First == Other))
		{
			return false;
		}
	}
	return true;
}

/** An attribute of the first frame: per corner, per vertex, or one value for all. */
template <typename ParamType, typename AddType>
std::vector<uint32_t> ReadCorners(ParamType Param, const FSourceMesh& Surface, size_t VertexCount, const AddType& Add)
{
	std::vector<uint32_t> Corners;
	if (!Param.valid() || Param.getNumSamples() == 0)
	{
		return Corners;
	}
	const auto Sample = Param.getIndexedValue(Abc::ISampleSelector(Abc::index_t(0)));
	if (!Sample.getVals() || !Sample.getIndices())
	{
		return Corners;
	}
	const auto& Values = *Sample.getVals();
	const auto& Indices = *Sample.getIndices();
	const size_t CornerCount = Surface.CornerVertices.size();
	const bool bPerCorner = Indices.size() == CornerCount, bPerVertex = Indices.size() == VertexCount;
	if (!(bPerCorner || bPerVertex || Indices.size() == 1))
	{
		return Corners; // per polygon: not an attribute that a surface has
	}
	for (size_t I = 0; I < Values.size(); ++I)
	{
		Add(Values[I]);
	}
	const bool bByVertex = bPerVertex && !(bPerCorner && Param.getScope() == AbcGeom::kFacevaryingScope);
	for (size_t C = 0; C < CornerCount; ++C)
	{
		const size_t At = Indices.size() == 1 ? 0 : bByVertex ? Surface.CornerVertices[C] : C;
		const uint32_t Index = Indices[At];
		Corners.push_back(Index < Values.size() ? Index : NoIndex);
	}
	return Corners;
}

template <typename SchemaType>
void ReadFaceSets(SchemaType& Schema, FSourceMesh& Surface)
{
	std::vector<std::string> Names;
	Schema.getFaceSetNames(Names);
	Surface.Materials.push_back({"default", {0.8f, 0.8f, 0.8f, 1.0f}});
	Surface.PolygonMaterials.assign(Surface.PolygonCount(), 0);
	for (const std::string& Name : Names)
	{
		const AbcGeom::IFaceSet Set = Schema.getFaceSet(Name);
		const auto Sample = Set.getSchema().getValue(Abc::ISampleSelector(Abc::index_t(0)));
		if (!Sample.getFaces())
		{
			continue;
		}
		const auto Material = static_cast<uint32_t>(Surface.Materials.size());
		Surface.Materials.push_back({Name, {0.8f, 0.8f, 0.8f, 1.0f}});
		for (size_t I = 0; I < Sample.getFaces()->size(); ++I)
		{
			const int32_t Face = (*Sample.getFaces())[I];
			if (Face >= 0 && static_cast<size_t>(Face) < Surface.PolygonCount())
			{
				Surface.PolygonMaterials[static_cast<size_t>(Face)] = Material;
			}
		}
	}
}

/** Turns the corners of every polygon around. */
void Reverse(const FSourceMesh& Surface, std::vector<uint32_t>& Corners)
{
	for (size_t F = 0; !Corners.empty() && F < Surface.PolygonCount(); ++F)
	{
		std::reverse(Corners.begin() + Surface.PolygonOffsets[F], Corners.begin() + Surface.PolygonOffsets[F + 1]);
	}
}

/** Polygons of fewer than three corners have no surface, and are dropped with their corners and materials. */
void DropLines(FSourceMesh& Surface)
{
	std::vector<uint32_t> Kept, Offsets{0}, Materials;
	for (size_t F = 0; F < Surface.PolygonCount(); ++F)
	{
		const uint32_t Begin = Surface.PolygonOffsets[F], End = Surface.PolygonOffsets[F + 1];
		if (End - Begin >= 3)
		{
			for (uint32_t Corner = Begin; Corner < End; ++Corner)
			{
				Kept.push_back(Corner);
			}
			Offsets.push_back(static_cast<uint32_t>(Kept.size()));
			Materials.push_back(Surface.PolygonMaterials[F]);
		}
	}
	const auto Keep = [&](std::vector<uint32_t>& Corners)
	{
		if (!Corners.empty())
		{
			std::vector<uint32_t> Out;
			for (const uint32_t Corner : Kept)
			{
				Out.push_back(Corners[Corner]);
			}
			Corners = std::move(Out);
		}
	};
	Keep(Surface.CornerVertices);
	Keep(Surface.CornerUVs);
	Keep(Surface.CornerNormals);
	for (TCornerSet<FFloat2>& Set : Surface.MoreUVs)
	{
		Keep(Set.Corners);
	}
	for (TCornerSet<FFloat4>& Set : Surface.Colors)
	{
		Keep(Set.Corners);
	}
	Surface.PolygonOffsets = std::move(Offsets);
	Surface.PolygonMaterials = std::move(Materials);
}

/** Further UV sets and colors are attributes that Alembic leaves to the programs that write them. */
void ReadSets(const Abc::ICompoundProperty& Others, FAlembicMesh& Out)
{
	FSourceMesh& Surface = Out.Surface;
	for (size_t I = 0; Others.valid() && I < Others.getNumProperties(); ++I)
	{
		const Abc::PropertyHeader& Header = Others.getPropertyHeader(I);
		const std::string& Name = Header.getName();
		TCornerSet<FFloat2> UVs;
		TCornerSet<FFloat4> Colors;
		if (AbcGeom::IV2fGeomParam::matches(Header))
		{
			UVs.Corners = ReadCorners(AbcGeom::IV2fGeomParam(Others, Name), Surface, Out.VertexCount,
				[&](const Imath::V2f& V) {
					UVs.Values.push_back({V.x, V.y});
				});
		}
		else if (AbcGeom::IC3fGeomParam::matches(Header))
		{
			Colors.Corners = ReadCorners(AbcGeom::IC3fGeomParam(Others, Name), Surface, Out.VertexCount,
				[&](const Imath::C3f& C) {
					Colors.Values.push_back({C.x, C.y, C.z, 1.0f});
				});
		}
		else if (AbcGeom::IC4fGeomParam::matches(Header))
		{
			Colors.Corners = ReadCorners(AbcGeom::IC4fGeomParam(Others, Name), Surface, Out.VertexCount,
				[&](const Imath::C4f& C) {
					Colors.Values.push_back({C.r, C.g, C.b, C.a});
				});
		}
		if (!UVs.Corners.empty())
		{
			Surface.MoreUVs.push_back(std::move(UVs));
		}
		if (!Colors.Corners.empty())
		{
			Surface.Colors.push_back(std::move(Colors));
		}
	}
}

/** Whether ReadSets reads it. */
bool IsSet(const Abc::PropertyHeader& Header)
{
	return AbcGeom::IV2fGeomParam::matches(Header) || AbcGeom::IC3fGeomParam::matches(Header) ||
		AbcGeom::IC4fGeomParam::matches(Header);
}

void ReadPolygons(const FAlembicObject& Object, FAlembicMesh& Out)
{
	const std::string What = "mesh '" + Out.Path + "'";
	const auto Counts = Object.Counts().getValue(Abc::ISampleSelector(Abc::index_t(0)));
	const auto Indices = Object.Indices().getValue(Abc::ISampleSelector(Abc::index_t(0)));
	size_t Corner = 0;
	for (size_t F = 0; F < Counts->size(); ++F)
	{
		const int32_t Count = (*Counts)[F];
		if (Count < 0 || static_cast<size_t>(Count) > Indices->size() - Corner)
		{
			Fail(EErrorCode::Malformed, What + " has a face of " + std::to_string(Count) + " corners" + FixMesh);
		}
		for (const size_t End = Corner + static_cast<size_t>(Count); Corner < End; ++Corner)
		{
			const int32_t Vertex = (*Indices)[Corner];
			if (Vertex < 0 || static_cast<uint32_t>(Vertex) >= Out.VertexCount)
			{
				Fail(EErrorCode::Malformed,
					What + " refers to vertex " + std::to_string(Vertex) + " of " + std::to_string(Out.VertexCount) +
						FixMesh);
			}
			Out.Surface.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Out.Surface.PolygonOffsets.push_back(static_cast<uint32_t>(Corner));
	}
}

} // namespace

Abc::IP3fArrayProperty FAlembicObject::Positions() const
{
	return Mesh ? Mesh->getSchema().getPositionsProperty() : Subdivision->getSchema().getPositionsProperty();
}

Abc::IInt32ArrayProperty FAlembicObject::Counts() const
{
	return Mesh ? Mesh->getSchema().getFaceCountsProperty() : Subdivision->getSchema().getFaceCountsProperty();
}

Abc::IInt32ArrayProperty FAlembicObject::Indices() const
{
	return Mesh ? Mesh->getSchema().getFaceIndicesProperty() : Subdivision->getSchema().getFaceIndicesProperty();
}

Abc::ICompoundProperty FAlembicObject::Others() const
{
	return Mesh ? Mesh->getSchema().getArbGeomParams() : Subdivision->getSchema().getArbGeomParams();
}

Abc::ICompoundProperty FAlembicObject::Custom() const
{
	return Mesh ? Mesh->getSchema().getUserProperties() : Subdivision->getSchema().getUserProperties();
}

FAlembicMesh ReadAlembicSurface(FAlembicObject& Object)
{
	FAlembicMesh Out;
	Out.Path = Object.Object.getFullName();
	const Abc::IP3fArrayProperty Positions = Object.Positions();
	if (Positions.getNumSamples() == 0 || Object.Counts().getNumSamples() == 0 || Object.Indices().getNumSamples() == 0)
	{
		Fail(EErrorCode::Malformed, "mesh '" + Out.Path + "' has no points or no faces" + FixMesh);
	}
	if (!HasOneValue(Object.Counts()) || !HasOneValue(Object.Indices()))
	{
		Fail(EErrorCode::Mismatch,
			"mesh '" + Out.Path +
				"' changes its topology over time, and vertices of different topologies do not correspond. Export a "
				"mesh of constant topology, or choose others with --object.");
	}
	const auto First = Positions.getValue(Abc::ISampleSelector(Abc::index_t(0)));
	Out.VertexCount = static_cast<uint32_t>(First->size());
	ReadPolygons(Object, Out);
	FSourceMesh& Surface = Out.Surface;
	const auto AddUV = [&](const Imath::V2f& UV) { Surface.UVs.push_back({UV.x, UV.y}); };
	const auto AddNormal = [&](const Imath::V3f& N) { Surface.Normals.push_back({N.x, N.y, N.z}); };
	if (Object.Mesh)
	{
		Surface.CornerUVs = ReadCorners(Object.Mesh->getSchema().getUVsParam(), Surface, Out.VertexCount, AddUV);
		Surface.CornerNormals =
			ReadCorners(Object.Mesh->getSchema().getNormalsParam(), Surface, Out.VertexCount, AddNormal);
		ReadFaceSets(Object.Mesh->getSchema(), Surface);
	}
	else
	{
		Surface.CornerUVs = ReadCorners(Object.Subdivision->getSchema().getUVsParam(), Surface, Out.VertexCount, AddUV);
		ReadFaceSets(Object.Subdivision->getSchema(), Surface);
	}
	ReadSets(Object.Others(), Out);
	Reverse(Surface, Surface.CornerVertices);
	Reverse(Surface, Surface.CornerUVs);
	Reverse(Surface, Surface.CornerNormals);
	for (TCornerSet<FFloat2>& Set : Surface.MoreUVs)
	{
		Reverse(Surface, Set.Corners);
	}
	for (TCornerSet<FFloat4>& Set : Surface.Colors)
	{
		Reverse(Surface, Set.Corners);
	}
	DropLines(Surface);
	return Out;
}

void ListUnusedOfObject(FAlembicObject& Object, std::vector<std::string>& Unused)
{
	const std::string What = "Mesh '" + Object.Object.getFullName() + "': ";
	const Abc::ICompoundProperty Others = Object.Others();
	std::string Names;
	for (size_t I = 0; Others.valid() && I < Others.getNumProperties(); ++I)
	{
		if (!IsSet(Others.getPropertyHeader(I)))
		{
			Names += (Names.empty() ? "'" : ", '") + Others.getPropertyHeader(I).getName() + "'";
		}
	}
	if (!Names.empty())
	{
		Unused.push_back(What + "attributes of its own (" + Names + ").");
	}
	if (Object.Subdivision)
	{
		Unused.push_back(What + "a subdivision surface: its control mesh is read, without creases and holes.");
	}
	const bool bVelocities = Object.Mesh ? Object.Mesh->getSchema().getVelocitiesProperty().valid()
										 : Object.Subdivision->getSchema().getVelocitiesProperty().valid();
	if (bVelocities)
	{
		Unused.push_back(What + "velocities.");
	}
}

} // namespace Exemplar
