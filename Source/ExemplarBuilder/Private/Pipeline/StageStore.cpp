// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildCharacter.h"

#include "Base/Checksum.h"
#include "Pipeline/OptionTable.h"
#include "Pipeline/StageEntry.h"

namespace Exemplar
{

namespace StageStoreDetail
{

/** Two checksums with different seeds, fed piece by piece; each piece includes its length. */
class FKeyHash
{
public:
	explicit FKeyHash(const FStageKey& Start)
		: Key(Start)
	{
	}

	void Add(std::span<const std::byte> Bytes)
	{
		Key.Low = Checksum64(Bytes, Key.Low ^ Bytes.size());
		Key.High = Checksum64(Bytes, Key.High + 0x9e3779b97f4a7c15u * (Bytes.size() + 1));
	}
	void Add(std::string_view Text) { Add(std::as_bytes(std::span(Text.data(), Text.size()))); }
	void Add(uint64_t Number) { Add(std::as_bytes(std::span(&Number, 1))); }
	template <typename ItemType>
	void Add(const std::vector<ItemType>& Items)
	{
		static_assert(std::has_unique_object_representations_v<ItemType> || std::is_floating_point_v<ItemType>);
		Add(std::as_bytes(std::span(Items)));
	}
	void Add(const std::vector<FDouble3>& Items) { Add(std::as_bytes(std::span(Items))); }
	void Add(const std::vector<FFloat3>& Items) { Add(std::as_bytes(std::span(Items))); }
	void Add(const std::vector<FFloat2>& Items) { Add(std::as_bytes(std::span(Items))); }
	void Add(const std::vector<FFloat4>& Items) { Add(std::as_bytes(std::span(Items))); }

	FStageKey Key;
};

} // namespace StageStoreDetail

IStageStore::~IStageStore() = default;

std::string FormatStageKey(const FStageKey& Key)
{
	std::string Out;
	for (const uint64_t Half : {Key.High, Key.Low})
	{
		for (int Shift = 60; Shift >= 0; Shift -= 4)
		{
			Out += "0123456789abcdef"[Half >> Shift & 15];
		}
	}
	return Out;
}

FStageKey MakeStageKey(std::string_view Stage, const FBuildOptions& Options, const FStageKey& Before)
{
	StageStoreDetail::FKeyHash Hash(Before);
	Hash.Add(Stage);
	for (const FBuildOption& Option : GetOptionTable())
	{
		if (Option.Stage() == Stage || (Stage == "levels" && Option.Stage() == "clip"))
		{
			Hash.Add(Option.Key);
			Hash.Add(FormatOptionValue(Option.Get(Options)));
		}
	}
	if (const std::optional<FSkeletonData>& Given = Options.Rig.Skeleton.Joints; Given && Stage == "rig")
	{
		for (const std::string& Name : Given->Names)
		{
			Hash.Add(Name);
		}
		Hash.Add(Given->Parents);
		Hash.Add(std::as_bytes(std::span(Given->RestLocal)));
	}
	return Hash.Key;
}

FStageKey MakeExamplesKey(const FExampleSet& Examples, uint64_t Seed, std::string_view Code)
{
	StageStoreDetail::FKeyHash Hash({StageEntryVersion, ~uint64_t{StageEntryVersion}});
	Hash.Add(Code);
	Hash.Add(Seed);
	Hash.Add(Examples.Source.Name);
	Hash.Add(Examples.PointOfSource);
	Hash.Add(Examples.Rest.Positions);
	Hash.Add(Examples.Rest.Triangles);
	Hash.Add(Examples.TriangleCorners);
	Hash.Add(Examples.TrianglePolygons);
	Hash.Add(uint64_t{Examples.Poses.size()});
	for (const std::vector<FDouble3>& Pose : Examples.Poses)
	{
		Hash.Add(Pose);
	}
	const FSourceMesh& Mesh = Examples.Source.Rest;
	Hash.Add(Mesh.PolygonOffsets);
	Hash.Add(Mesh.CornerVertices);
	Hash.Add(Mesh.CornerUVs);
	Hash.Add(Mesh.CornerNormals);
	Hash.Add(Mesh.UVs);
	Hash.Add(Mesh.Normals);
	const auto AddSets = [&](const auto& Sets)
	{
		Hash.Add(uint64_t{Sets.size()});
		for (const auto& Set : Sets)
		{
			Hash.Add(Set.Corners);
			Hash.Add(Set.Values);
		}
	};
	AddSets(Mesh.MoreUVs);
	AddSets(Mesh.Colors);
	Hash.Add(Mesh.PolygonMaterials);
	for (const TMaterialSlot<FOwned>& Material : Mesh.Materials)
	{
		Hash.Add(Material.Name);
		Hash.Add(std::as_bytes(std::span(&Material.BaseColor, 1)));
	}
	return Hash.Key;
}

} // namespace Exemplar
