// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

struct FHostStructMetadata
{
	const TCHAR* GetShaderVariableName() const { return TEXT("Primitive"); }
};
struct FPrimitiveUniformShaderParameters
{
	struct FTypeInfo
	{
		static const FHostStructMetadata* GetStructMetadata()
		{
			static const FHostStructMetadata Metadata;
			return &Metadata;
		}
	};
};
