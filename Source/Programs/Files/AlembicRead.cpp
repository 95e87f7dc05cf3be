// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AlembicRead.h"

#include "Base/File.h"
#include "Files/AlembicLibrary.h"
#include "Files/Failure.h"
#include "Files/FrameList.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{
namespace
{

/** Deeper trees than this are damage. */
constexpr size_t MostDepth = 1024;

/** An object in the tree with the transforms above it, from the top down. */
struct FPlaced
{
	FAlembicObject Object;
	std::vector<AbcGeom::IXform> Above;
};

bool IsChosen(const std::string& Path, const std::vector<std::string>& Chosen)
{
	return Chosen.empty() ||
		std::any_of(Chosen.begin(), Chosen.end(),
			[&](const std::string& Wanted)
			{
				const std::string Start = Wanted.starts_with('/') ? Wanted : "/" + Wanted;
				return Path == Start || Path.starts_with(Start + "/");
			});
}

class FTree
{
public:
	FTree(const Abc::IObject& Top, const std::vector<std::string>& InChosen)
		: Chosen(InChosen)
	{
		std::vector<AbcGeom::IXform> Above;
		Visit(Top, Above, 0);
	}

	std::vector<FPlaced> Meshes;
	std::vector<std::string> Paths;             // of all meshes in the file
	std::map<std::string, size_t> CountOfOther; // by schema

private:
	void Visit(const Abc::IObject& Parent, std::vector<AbcGeom::IXform>& Above, size_t Depth)
	{
		if (Depth > MostDepth)
		{
			Fail(EErrorCode::Unsupported,
				"its objects are nested more than " + std::to_string(MostDepth) + " deep. Flatten the hierarchy.");
		}
		for (size_t I = 0; I < Parent.getNumChildren(); ++I)
		{
			const Abc::ObjectHeader& Header = Parent.getChildHeader(I);
			const Abc::IObject Child = Parent.getChild(I);
			const size_t Before = Above.size();
			if (AbcGeom::IXform::matches(Header))
			{
				AbcGeom::IXform Xform(Child, Abc::kWrapExisting);
				if (!Xform.getSchema().getInheritsXforms())
				{
					std::vector<AbcGeom::IXform> Alone{Xform};
					Visit(Child, Alone, Depth + 1);
					continue;
				}
				Above.push_back(Xform);
			}
			else if (AbcGeom::IPolyMesh::matches(Header) || AbcGeom::ISubD::matches(Header))
			{
				AddMesh(Child, Header, Above);
			}
			else if (!AbcGeom::IFaceSet::matches(Header))
			{
				const std::string Schema = Header.getMetaData().get("schema");
				CountOfOther[Schema.empty() ? "objects without a schema" : Schema] += 1;
			}
			Visit(Child, Above, Depth + 1);
			Above.resize(Before);
		}
	}

	void AddMesh(const Abc::IObject& Child, const Abc::ObjectHeader& Header, const std::vector<AbcGeom::IXform>& Above)
	{
		Paths.push_back(Child.getFullName());
		if (!IsChosen(Child.getFullName(), Chosen))
		{
			return;
		}
		FPlaced& Placed = Meshes.emplace_back();
		Placed.Object.Object = Child;
		Placed.Above = Above;
		if (AbcGeom::IPolyMesh::matches(Header))
		{
			Placed.Object.Mesh.emplace(Child, Abc::kWrapExisting);
		}
		else
		{
			Placed.Object.Subdivision.emplace(Child, Abc::kWrapExisting);
		}
	}

	const std::vector<std::string>& Chosen;
};

/** The times of the property with the most samples: meshes and transforms may be sampled differently. */
std::vector<double> FindTimes(const std::vector<FPlaced>& Meshes)
{
	std::vector<double> Times;
	const auto Consider = [&](const Abc::TimeSamplingPtr& Sampling, size_t Count)
	{
		if (Count > Times.size())
		{
			Times.clear();
			for (size_t I = 0; I < Count; ++I)
			{
				Times.push_back(Sampling->getSampleTime(static_cast<Abc::index_t>(I)));
			}
		}
	};
	for (const FPlaced& Placed : Meshes)
	{
		const Abc::IP3fArrayProperty Positions = Placed.Object.Positions();
		Consider(Positions.getTimeSampling(), Positions.isConstant() ? 1 : Positions.getNumSamples());
		for (const AbcGeom::IXform& Xform : Placed.Above)
		{
			Consider(Xform.getSchema().getTimeSampling(),
				Xform.getSchema().isConstant() ? 1 : Xform.getSchema().getNumSamples());
		}
	}
	return Times;
}

std::vector<double> Resample(const std::vector<double>& Times, double Rate)
{
	if (!(Rate > 0.0) || Times.size() < 2)
	{
		return Times;
	}
	const double Frames = std::floor((Times.back() - Times.front()) * Rate + 0.01) + 1.0;
	if (!(Frames >= 1.0) || !(Frames <= 1e6))
	{
		Fail(EErrorCode::Unsupported, "it has more than a million frames at this rate. Sample it at a lower rate.");
	}
	std::vector<double> Out;
	for (size_t I = 0; I < static_cast<size_t>(Frames); ++I)
	{
		Out.push_back(Times.front() + static_cast<double>(I) / Rate);
	}
	return Out;
}

/** The product of all transforms above a mesh; between samples, matrices are blended. */
FAffine3d WorldAt(const std::vector<AbcGeom::IXform>& Above, double Time)
{
	FAffine3d World;
	for (const AbcGeom::IXform& Xform : Above)
	{
		const auto& Schema = Xform.getSchema();
		const FAlembicBetween At = LocateSamples(Schema.getTimeSampling(), Schema.getNumSamples(), Time);
		const auto Read = [&](Abc::index_t Index)
		{
			const Imath::M44d M = Schema.getValue(Abc::ISampleSelector(Index)).getMatrix(); // of row vectors
			return FAffine3d{{M[0][0], M[1][0], M[2][0], M[3][0], M[0][1], M[1][1], M[2][1], M[3][1], M[0][2], M[1][2],
				M[2][2], M[3][2]}};
		};
		if (Schema.getNumSamples() == 0)
		{
			continue;
		}
		FAffine3d Local = Read(At.Before);
		if (At.Fraction > 0.0)
		{
			const FAffine3d Next = Read(At.After);
			for (size_t I = 0; I < Local.M.size(); ++I)
			{
				Local.M[I] += At.Fraction * (Next.M[I] - Local.M[I]);
			}
		}
		World = Compose(World, Local);
	}
	return World;
}

void SendPoints(const FPlaced& Placed, uint32_t VertexCount, double Time, IAlembicSink& Sink)
{
	const Abc::IP3fArrayProperty Positions = Placed.Object.Positions();
	const FAlembicBetween At = LocateSamples(Positions.getTimeSampling(), Positions.getNumSamples(), Time);
	const auto Read = [&](Abc::index_t Index)
	{
		const Abc::P3fArraySamplePtr Sample = Positions.getValue(Abc::ISampleSelector(Index));
		if (Sample->size() != VertexCount)
		{
			Fail(EErrorCode::Mismatch,
				"mesh '" + Placed.Object.Object.getFullName() + "' has " + std::to_string(Sample->size()) +
					" vertices in sample " + std::to_string(Index) + ", but " + std::to_string(VertexCount) +
					" in the first. Export a mesh of constant topology.");
		}
		return Sample;
	};
	const auto Numbers = [](const Abc::P3fArraySamplePtr& Sample)
	{ return std::span<const float>(reinterpret_cast<const float*>(Sample->get()), 3 * Sample->size()); };
	const FAffine3d World = WorldAt(Placed.Above, Time);
	const Abc::P3fArraySamplePtr Before = Read(At.Before);
	if (At.Fraction == 0.0)
	{
		Sink.AddPoints(World, Numbers(Before));
		return;
	}
	const Abc::P3fArraySamplePtr After = Read(At.After);
	std::vector<float> Blended(Numbers(Before).begin(), Numbers(Before).end());
	for (size_t I = 0; I < Blended.size(); ++I)
	{
		Blended[I] += static_cast<float>(At.Fraction) * (Numbers(After)[I] - Blended[I]);
	}
	Sink.AddPoints(World, Blended);
}

[[noreturn]] void FailWithoutMesh(const FTree& Tree, const std::vector<std::string>& Objects)
{
	if (Tree.Paths.empty())
	{
		Fail(EErrorCode::Degenerate,
			"it contains no polygon mesh and no subdivision surface. Export it with its meshes.");
	}
	std::string Known;
	for (size_t I = 0; I < Tree.Paths.size() && I < 20; ++I)
	{
		Known += (I == 0 ? "'" : ", '") + Tree.Paths[I] + "'";
	}
	Fail(EErrorCode::NotFound, "no mesh at '" + Objects.front() + "'. Available meshes: " + Known + ".");
}

} // namespace

void ReadAlembic(const std::filesystem::path& File, const FSceneOptions& Options, IAlembicSink& Sink)
{
	// Not mapped into memory: a mapping takes address space, which is limited, and files may be larger than memory.
	Abc::IArchive Archive(
		Alembic::AbcCoreOgawa::ReadArchive(1, false), PathToText(File), Abc::ErrorHandler::kThrowPolicy);
	if (!Archive.valid())
	{
		Fail(EErrorCode::Malformed, "it is not an Alembic file in the Ogawa form. Export it again.");
	}
	FTree Tree(Archive.getTop(), Options.Objects);
	if (Tree.Meshes.empty())
	{
		FailWithoutMesh(Tree, Options.Objects);
	}
	FAlembicHead Head;
	FAlembicNumbers Numbers;
	for (FPlaced& Placed : Tree.Meshes)
	{
		Head.Meshes.push_back(ReadAlembicSurface(Placed.Object));
		ListUnusedOfObject(Placed.Object, Head.Unused);
		Numbers.Add(Placed.Object.Custom(), Placed.Object.Object.getFullName(), Head.Unused);
		for (AbcGeom::IXform& Xform : Placed.Above)
		{
			Numbers.Add(Xform.getSchema().getUserProperties(), Xform.getFullName(), Head.Unused);
		}
	}
	Head.Numbers = Numbers.Names;
	for (const auto& [Schema, Count] : Tree.CountOfOther)
	{
		Head.Unused.push_back(std::to_string(Count) + " objects of the schema " + Schema + ".");
	}
	if (Tree.Paths.size() > Tree.Meshes.size())
	{
		Head.Unused.push_back(
			std::to_string(Tree.Paths.size() - Tree.Meshes.size()) + " meshes that --object leaves out.");
	}
	const std::vector<double> Times = Resample(FindTimes(Tree.Meshes), Options.FramesPerSecond);
	const bool bMoves = Times.size() > 1;
	TResult<std::vector<size_t>> Chosen =
		ParseFrames(Options.Frames.empty() ? "0-" : Options.Frames, Times.size(), "--frames");
	if (!Chosen)
	{
		throw FFailure{Chosen.GetError()};
	}
	for (size_t I = 0; bMoves && I < Chosen->size(); ++I)
	{
		Head.Frames.push_back(static_cast<uint32_t>((*Chosen)[I]));
	}
	for (size_t Mesh = 0; Mesh < Tree.Meshes.size() && !Chosen->empty(); ++Mesh)
	{
		Head.Meshes[Mesh].ToWorld = WorldAt(Tree.Meshes[Mesh].Above, Times[Chosen->front()]);
	}
	Sink.AddHead(Head);
	for (const size_t Frame : *Chosen)
	{
		if (!Head.Numbers.empty())
		{
			Sink.AddNumbers(Numbers.ReadAt(Times[Frame]));
		}
		for (size_t Mesh = 0; Mesh < Tree.Meshes.size(); ++Mesh)
		{
			SendPoints(Tree.Meshes[Mesh], Head.Meshes[Mesh].VertexCount, Times[Frame], Sink);
		}
	}
}

} // namespace Exemplar
