// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "PSOPrecacheFwd.h"

class FVertexFactoryType;
class UMaterialInterface;

struct FPSOPrecacheVertexFactoryData
{
	explicit FPSOPrecacheVertexFactoryData(const FVertexFactoryType* InVertexFactoryType)
		: VertexFactoryType(InVertexFactoryType)
	{
	}
	const FVertexFactoryType* VertexFactoryType;
};
using FPSOPrecacheVertexFactoryDataList = TArray<FPSOPrecacheVertexFactoryData>;

struct FMaterialInterfacePSOPrecacheParams
{
	UMaterialInterface* MaterialInterface = nullptr;
	FPSOPrecacheParams PSOPrecacheParams;
	FPSOPrecacheVertexFactoryDataList VertexFactoryDataList;
};
