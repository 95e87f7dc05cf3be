// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BoneWeights.h"
#include "Containers/Array.h"
#include "Math/Vector.h"
#include "MeshTypes.h"
#include "UObject/NameTypes.h"

/** Values of elements, as the engine's references to attributes give access to them. */
template <typename IDType, typename ValueType>
class THostAttributes
{
public:
	explicit THostAttributes(TArray<ValueType>& InValues)
		: Values(InValues)
	{
	}
	ValueType& operator[](IDType Element) const { return Values[Element.GetValue()]; }
	void Set(IDType Element, const ValueType& Value) const { Values[Element.GetValue()] = Value; }
	/** Of the first set; the host has no other. */
	void Set(IDType Element, int32 Index, const ValueType& Value) const
	{
		check(Index == 0);
		Set(Element, Value);
	}

private:
	TArray<ValueType>& Values;
};

struct FHostMorph
{
	FName Name;
	bool bNormals = false;
	TArray<FVector3f> Positions; // of vertices
	TArray<FVector3f> Normals;   // of instances
};

/** A mesh as tools make it. Elements are numbered as they are made. */
struct HOST_API FMeshDescription
{
	FVertexID CreateVertex();
	FVertexInstanceID CreateVertexInstance(const FVertexID VertexID);
	FPolygonGroupID CreatePolygonGroup();
	FPolygonID CreatePolygon(
		const FPolygonGroupID PolygonGroupID, TArrayView<const FVertexInstanceID> VertexInstanceIDs);
	THostAttributes<FVertexID, FVector3f> GetVertexPositions()
	{
		return THostAttributes<FVertexID, FVector3f>(HostPositions);
	}

	bool bHostRegistered = false;
	TArray<FVector3f> HostPositions;
	TArray<TArray<UE::AnimationCore::FBoneWeight>> HostWeights;
	TArray<FVertexID> HostVertices; // of instances
	TArray<FVector3f> HostNormals, HostTangents;
	TArray<float> HostSigns;
	TArray<FVector2f> HostUVs;
	TArray<FName> HostSlots; // of groups
	TArray<TArray<FVertexInstanceID>> HostTriangles;
	std::vector<FHostMorph> HostMorphs;
};
