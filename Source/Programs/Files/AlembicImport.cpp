// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AlembicImport.h"

#include "Base/File.h"
#include "Files/Failure.h"

#if EXEMPLAR_WITH_ALEMBIC
#include "Files/AlembicRead.h"
#include "Files/ChildProcess.h"
#include "Files/LargeMemory.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <utility>
#endif

namespace Exemplar
{

#if EXEMPLAR_WITH_ALEMBIC

namespace
{

constexpr const char* CrashSentence =
	"the file cannot be read: it is damaged, or needs more memory than allowed. Export it again, or in parts.";

enum class EMessage : uint8_t
{
	Head,
	Numbers,
	Points,
	Error
};

/** In the child: what is found goes through the pipe as it is. */
class FPipeSink final : public IAlembicSink
{
public:
	explicit FPipeSink(FChildWriter& InPipe)
		: Pipe(InPipe)
	{
	}

	void AddHead(const FAlembicHead& Head) override
	{
		Pipe.Write(EMessage::Head);
		Pipe.Write(static_cast<uint64_t>(Head.Meshes.size()));
		for (const FAlembicMesh& Mesh : Head.Meshes)
		{
			const FSourceMesh& Surface = Mesh.Surface;
			Pipe.WriteText(Mesh.Path);
			Pipe.Write(Mesh.VertexCount);
			Pipe.Write(Mesh.ToWorld);
			for (const auto* Array : {&Surface.PolygonOffsets, &Surface.CornerVertices, &Surface.CornerUVs,
					 &Surface.CornerNormals, &Surface.PolygonMaterials})
			{
				Pipe.WriteArray(std::span<const uint32_t>(*Array));
			}
			Pipe.WriteArray(std::span<const FFloat2>(Surface.UVs));
			Pipe.WriteArray(std::span<const FFloat3>(Surface.Normals));
			WriteSets(Surface.MoreUVs);
			WriteSets(Surface.Colors);
			Pipe.Write(static_cast<uint64_t>(Surface.Materials.size()));
			for (const auto& Material : Surface.Materials)
			{
				Pipe.WriteText(Material.Name);
			}
		}
		Pipe.WriteArray(std::span<const uint32_t>(Head.Frames));
		for (const auto* Texts : {&Head.Unused, &Head.Numbers})
		{
			Pipe.Write(static_cast<uint64_t>(Texts->size()));
			for (const std::string& Text : *Texts)
			{
				Pipe.WriteText(Text);
			}
		}
	}

	void AddNumbers(std::span<const double> Values) override
	{
		Pipe.Write(EMessage::Numbers);
		Pipe.WriteArray(Values);
	}

	void AddPoints(const FAffine3d& ToWorld, std::span<const float> Coordinates) override
	{
		Pipe.Write(EMessage::Points);
		Pipe.Write(ToWorld);
		Pipe.WriteMany(std::as_bytes(Coordinates));
	}

private:
	template <typename T>
	void WriteSets(const std::vector<TCornerSet<T>>& Sets)
	{
		Pipe.Write(static_cast<uint64_t>(Sets.size()));
		for (const TCornerSet<T>& Set : Sets)
		{
			Pipe.WriteArray(std::span<const uint32_t>(Set.Corners));
			Pipe.WriteArray(std::span<const T>(Set.Values));
		}
	}

	FChildWriter& Pipe;
};

void RunChild(const std::filesystem::path& File, const FSceneOptions& Options, FChildWriter& Pipe)
{
	const auto SendError = [&](EErrorCode Code, const std::string& Message)
	{
		Pipe.Write(EMessage::Error);
		Pipe.Write(Code);
		Pipe.WriteText(Message);
	};
	try
	{
		FPipeSink Sink(Pipe);
		ReadAlembic(File, Options, Sink);
	}
	catch (const FFailure& Failure)
	{
		SendError(Failure.Error.Code, Failure.Error.Message);
	}
	catch (const std::exception& Exception)
	{
		std::string Why = Exception.what();
		std::replace(Why.begin(), Why.end(), '\n', ' ');
		SendError(EErrorCode::Malformed, "the file cannot be read (" + Why + "). Export it again.");
	}
}

class FAlembicImporter
{
public:
	FAlembicImporter(const FSceneOptions& InOptions, FChildProcess& InChild, const FBuildContext& InContext)
		: Options(InOptions)
		, Child(InChild)
		, Context(InContext)
	{
	}

	FSourceExamples Import(const std::string& Name)
	{
		ReadHead();
		Out.Name = Name;
		const size_t FrameCount = Head.Frames.size();
		if (VertexCount > Options.MaxVertices / (FrameCount + 1))
		{
			Fail(EErrorCode::Unsupported,
				std::to_string(FrameCount) + " frames of " + std::to_string(VertexCount) +
					" vertices exceed the limit. Choose fewer with --frames, as in 0-99, or a lower --rate.");
		}
		Out.Poses.resize(FrameCount);
		for (size_t Frame = 0; Frame < FrameCount; ++Frame)
		{
			Out.Poses[Frame].Name = Name + " " + std::to_string(Head.Frames[Frame]);
			Out.Poses[Frame].Numbers = ReadNumbers();
			Out.Poses[Frame].Positions = ReadPoints(FrameCount - Frame);
			Child.SetDone(static_cast<double>(Frame) / static_cast<double>(FrameCount));
			if (!Context.Progress.Report(static_cast<double>(Frame) / static_cast<double>(FrameCount)))
			{
				throw FFailure{Context.Progress.CanceledError()};
			}
		}
		if (FrameCount == 0)
		{
			ReadNumbers();
			Out.Rest.Positions = ReadPoints(1).ToVector();
		}
		else
		{
			Out.Rest.Positions = Out.Poses.front().Positions.ToVector();
		}
		return std::move(Out);
	}

private:
	/** A message begins with its kind; an error ends the reading. */
	void Expect(EMessage Kind)
	{
		const auto Found = Child.Read<EMessage>();
		if (Found == EMessage::Error)
		{
			const auto Code = Child.Read<EErrorCode>();
			Fail(Code > EErrorCode::Canceled ? EErrorCode::Malformed : Code, Child.ReadText());
		}
		if (Found != Kind)
		{
			Child.FailEarly();
		}
	}

	void ReadHead()
	{
		Expect(EMessage::Head);
		const auto MeshCount = Child.Read<uint64_t>();
		if (MeshCount == 0 || MeshCount > 1000000)
		{
			Child.FailEarly();
		}
		for (uint64_t Index = 0; Index < MeshCount; ++Index)
		{
			ReadMesh();
		}
		DropUnusedCorners(Out.Rest);
		TakeUsedMaterials();
		Head.Frames = Child.ReadArray<uint32_t>(1 << 24);
		for (auto* Texts : {&Out.Unused, &Head.Numbers})
		{
			const auto Count = Child.Read<uint64_t>();
			for (uint64_t I = 0; I < Count; ++I)
			{
				Texts->push_back(Child.ReadText());
			}
		}
	}

	/** The custom properties of the frame that follows. */
	std::vector<FSourceNumber> ReadNumbers()
	{
		std::vector<FSourceNumber> Numbers;
		if (!Head.Numbers.empty())
		{
			Expect(EMessage::Numbers);
			const std::vector<double> Values = Child.ReadArray<double>(Head.Numbers.size());
			for (size_t I = 0; I < Values.size(); ++I)
			{
				const auto Value = static_cast<float>(Values[I]);
				Numbers.push_back({Head.Numbers[I], std::isfinite(Value) ? Value : 0.0f});
			}
		}
		return Numbers;
	}

	void ReadMesh()
	{
		FAlembicMesh Mesh;
		FSourceMesh& Surface = Mesh.Surface;
		const size_t Most = Options.MaxVertices * 8;
		Mesh.Path = Child.ReadText();
		Mesh.VertexCount = Child.Read<uint32_t>();
		Mesh.ToWorld = Child.Read<FAffine3d>();
		for (auto* Array : {&Surface.PolygonOffsets, &Surface.CornerVertices, &Surface.CornerUVs,
				 &Surface.CornerNormals, &Surface.PolygonMaterials})
		{
			*Array = Child.ReadArray<uint32_t>(Most);
		}
		Surface.UVs = Child.ReadArray<FFloat2>(Most);
		Surface.Normals = Child.ReadArray<FFloat3>(Most);
		ReadSets(Surface.MoreUVs, Most, Surface.CornerVertices.size());
		ReadSets(Surface.Colors, Most, Surface.CornerVertices.size());
		const auto MaterialCount = Child.Read<uint64_t>();
		for (uint64_t I = 0; I < MaterialCount; ++I)
		{
			Surface.Materials.push_back({Child.ReadText(), {0.8f, 0.8f, 0.8f, 1.0f}});
		}
		Check(Mesh);
		Append(Mesh);
	}

	template <typename T>
	void ReadSets(std::vector<TCornerSet<T>>& Sets, size_t Most, size_t CornerCount)
	{
		const auto SetCount = Child.Read<uint64_t>();
		for (uint64_t I = 0; I < SetCount; ++I)
		{
			TCornerSet<T>& Set = Sets.emplace_back();
			Set.Corners = Child.ReadArray<uint32_t>(Most);
			Set.Values = Child.ReadArray<T>(Most);
			if (Set.Corners.size() != CornerCount || !AllBelow(Set.Corners, Set.Values.size(), true))
			{
				Child.FailEarly();
			}
		}
	}

	static bool AllBelow(const std::vector<uint32_t>& Values, size_t Limit, bool bMayBeNone)
	{
		return std::all_of(Values.begin(), Values.end(),
			[&](uint32_t Value) { return Value < Limit || (bMayBeNone && Value == NoIndex); });
	}

	/** The child may have been damaged by the file: what it says is checked like the file. */
	void Check(const FAlembicMesh& Mesh) const
	{
		const FSourceMesh& Surface = Mesh.Surface;
		const auto& Offsets = Surface.PolygonOffsets;
		const size_t Corners = Surface.CornerVertices.size();
		const bool bSound = Mesh.VertexCount <= Options.MaxVertices - (std::min)(VertexCount, Options.MaxVertices) &&
			!Offsets.empty() && Offsets.front() == 0 && Offsets.back() == Corners &&
			std::is_sorted(Offsets.begin(), Offsets.end()) &&
			AllBelow(Surface.CornerVertices, Mesh.VertexCount, false) &&
			AllBelow(Surface.CornerUVs, Surface.UVs.size(), true) &&
			AllBelow(Surface.CornerNormals, Surface.Normals.size(), true) &&
			(Surface.CornerUVs.empty() || Surface.CornerUVs.size() == Corners) &&
			(Surface.CornerNormals.empty() || Surface.CornerNormals.size() == Corners) &&
			Surface.PolygonMaterials.size() == Surface.PolygonCount() &&
			AllBelow(Surface.PolygonMaterials, Surface.Materials.size(), false);
		if (!bSound)
		{
			Child.FailEarly();
		}
	}

	/** Several meshes become one, in the order of the file; materials are shared by name. */
	void Append(FAlembicMesh& Mesh)
	{
		std::vector<uint32_t> Shared;
		for (const auto& Material : Mesh.Surface.Materials)
		{
			const auto Known = std::find_if(
				Materials.begin(), Materials.end(), [&](const auto& Slot) { return Slot.Name == Material.Name; });
			Shared.push_back(static_cast<uint32_t>(Known - Materials.begin()));
			if (Known == Materials.end())
			{
				Materials.push_back(Material);
			}
		}
		for (uint32_t& Material : Mesh.Surface.PolygonMaterials)
		{
			Material = Shared[Material];
		}
		AppendSurface(Mesh.Surface, Mesh.ToWorld, Out.Rest);
		VertexCounts.push_back(Mesh.VertexCount);
		VertexCount += Mesh.VertexCount;
		Out.Rest.Positions.resize(VertexCount);
	}

	/** Materials that no polygon uses are left out: every mesh brings a default one. */
	void TakeUsedMaterials()
	{
		std::vector<uint32_t> NewOfOld(Materials.size(), NoIndex);
		for (uint32_t& Material : Out.Rest.PolygonMaterials)
		{
			if (NewOfOld[Material] == NoIndex)
			{
				NewOfOld[Material] = static_cast<uint32_t>(Out.Rest.Materials.size());
				Out.Rest.Materials.push_back(Materials[Material]);
			}
			Material = NewOfOld[Material];
		}
	}

	/** Memory for the positions of one frame, from a block for many: at most as many as are still to come. A block is
	 * given back when its last pose is. */
	std::span<FDouble3> TakeMemory(size_t FramesLeft)
	{
		constexpr size_t BlockSize = size_t{64} << 20;
		if (FreeInBlock < VertexCount)
		{
			const size_t Frames = (std::min)(FramesLeft, BlockSize / (VertexCount * sizeof(FDouble3) + 1) + 1);
			FreeInBlock = Frames * VertexCount;
			Block = AllocateLarge(FreeInBlock * sizeof(FDouble3));
			Next = reinterpret_cast<FDouble3*>(Block.get());
		}
		FreeInBlock -= VertexCount;
		return {std::exchange(Next, Next + VertexCount), VertexCount};
	}

	FSharedPositions ReadPoints(size_t FramesLeft)
	{
		const std::span<FDouble3> Positions = TakeMemory(FramesLeft);
		FDouble3* To = Positions.data();
		for (const size_t Count : VertexCounts)
		{
			Expect(EMessage::Points);
			const auto World = Child.Read<FAffine3d>();
			const bool bIdentity = World == FAffine3d{};
			Child.ReadMany(Count * sizeof(FFloat3),
				[&](std::span<const std::byte> Bytes)
				{
					const std::span<const FFloat3> Points(
						reinterpret_cast<const FFloat3*>(Bytes.data()), Bytes.size() / sizeof(FFloat3));
					for (const FFloat3& P : Points)
					{
						const FDouble3 Wide{
							static_cast<double>(P.X), static_cast<double>(P.Y), static_cast<double>(P.Z)};
						*To++ = bIdentity ? Wide : TransformPoint(World, Wide);
					}
				});
		}
		return {Block, Positions};
	}

	const FSceneOptions& Options;
	FChildProcess& Child;
	const FBuildContext& Context;
	FAlembicHead Head;
	FSourceExamples Out;
	std::vector<TMaterialSlot<FOwned>> Materials;
	size_t VertexCount = 0;
	std::vector<size_t> VertexCounts; // of the meshes
	std::shared_ptr<std::byte> Block;
	FDouble3* Next = nullptr; // in Block
	size_t FreeInBlock = 0;
};

/** What can be said about the file without the library. */
void CheckMagic(const std::filesystem::path& File)
{
	std::error_code Error;
	if (std::filesystem::is_directory(File, Error) || !std::filesystem::exists(File, Error))
	{
		Fail(EErrorCode::NotFound, "there is no such file. Check the name.");
	}
	char Magic[8] = {};
	std::ifstream Stream(File, std::ios::binary);
	if (!Stream)
	{
		Fail(EErrorCode::Unreadable, "the file cannot be opened. Check its permissions.");
	}
	Stream.read(Magic, sizeof(Magic));
	if (std::memcmp(Magic, "\x89HDF", 4) == 0)
	{
		Fail(EErrorCode::Unsupported,
			"an Alembic file in the old HDF5 form. Convert it to Ogawa (abcconvert -toOgawa), or export it again.");
	}
	if (std::memcmp(Magic, "Ogawa", 5) != 0)
	{
		Fail(EErrorCode::Malformed, "it is not an Alembic file. Export it again.");
	}
}

} // namespace

bool HasAlembicReader()
{
	return true;
}

TResult<FSourceExamples> ImportAlembic(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context)
{
	return CatchFailures(PathToText(File),
		[&]() -> TResult<FSourceExamples>
		{
			CheckMagic(File);
			const size_t MostBytes = (size_t{1} << 30) + Options.MaxVertices * 48;
			FChildProcess Child(
				[&](FChildWriter& Pipe) { RunChild(File, Options, Pipe); }, MostBytes, CrashSentence, Context);
			return FAlembicImporter(Options, Child, Context).Import(PathToText(File.stem()));
		});
}

#else

bool HasAlembicReader()
{
	return false;
}

TResult<FSourceExamples> ImportAlembic(const std::filesystem::path& File, const FSceneOptions&, const FBuildContext&)
{
	return FError{EErrorCode::Unsupported,
		PathToText(File) +
			": this build does not read Alembic. Run Scripts/setup.sh, which fetches it, and build again; or export a "
			"mesh with a PC2 or MDD cache."};
}

#endif

} // namespace Exemplar
