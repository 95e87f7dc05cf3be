// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "MeshDescription.h"

class HOST_API FSkinWeightsVertexAttributesRef
{
public:
	explicit FSkinWeightsVertexAttributesRef(FMeshDescription& InDescription)
		: HostDescription(InDescription)
	{
	}
	void Set(FVertexID InVertexID, TArrayView<const UE::AnimationCore::FBoneWeight> InBoneWeights);

private:
	FMeshDescription& HostDescription;
};

/** What a skeletal mesh has beside positions. Nothing of it is there before Register. */
class HOST_API FSkeletalMeshAttributes
{
public:
	explicit FSkeletalMeshAttributes(FMeshDescription& InMeshDescription)
		: HostDescription(InMeshDescription)
	{
	}
	void Register() { HostDescription.bHostRegistered = true; }
	auto GetVertexInstanceUVs() { return HostOf<FVertexInstanceID>(HostDescription.HostUVs); }
	auto GetVertexInstanceNormals() { return HostOf<FVertexInstanceID>(HostDescription.HostNormals); }
	auto GetVertexInstanceTangents() { return HostOf<FVertexInstanceID>(HostDescription.HostTangents); }
	auto GetVertexInstanceBinormalSigns() { return HostOf<FVertexInstanceID>(HostDescription.HostSigns); }
	auto GetPolygonGroupMaterialSlotNames() { return HostOf<FPolygonGroupID>(HostDescription.HostSlots); }
	FSkinWeightsVertexAttributesRef GetVertexSkinWeights()
	{
		check(HostDescription.bHostRegistered);
		return FSkinWeightsVertexAttributesRef(HostDescription);
	}
	/** False where there is one of that name, or no name. */
	bool RegisterMorphTargetAttribute(const FName InMorphTargetName, const bool bIncludeNormals);
	auto GetVertexMorphPositionDelta(const FName InMorphTargetName)
	{
		return HostOf<FVertexID>(HostMorph(InMorphTargetName).Positions);
	}
	auto GetVertexInstanceMorphNormalDelta(const FName InMorphTargetName)
	{
		check(HostMorph(InMorphTargetName).bNormals);
		return HostOf<FVertexInstanceID>(HostMorph(InMorphTargetName).Normals);
	}

private:
	template <typename IDType, typename ValueType>
	THostAttributes<IDType, ValueType> HostOf(TArray<ValueType>& Values)
	{
		check(HostDescription.bHostRegistered);
		return THostAttributes<IDType, ValueType>(Values);
	}
	FHostMorph& HostMorph(FName Name);
	FMeshDescription& HostDescription;
};
