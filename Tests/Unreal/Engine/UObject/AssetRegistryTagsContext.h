// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/NameTypes.h"

struct FHostAssetRegistryTag
{
	enum ETagType
	{
		TT_Hidden,
		TT_Alphabetical,
		TT_Numerical,
		TT_Dimensional
	};
	FName Name;
	FString Value;
	ETagType Type = TT_Hidden;
	FHostAssetRegistryTag(FName InName, const FString& InValue, ETagType InType)
		: Name(InName)
		, Value(InValue)
		, Type(InType)
	{
	}
};

class FAssetRegistryTagsContextData
{
public:
	TArray<FHostAssetRegistryTag> Tags;
};

/** A reference to the list that tags go to: passed by value. */
class FAssetRegistryTagsContext
{
public:
	FAssetRegistryTagsContext(FAssetRegistryTagsContextData& InData)
		: Data(InData)
	{
	}
	void AddTag(FHostAssetRegistryTag Tag) { Data.Tags.Add(MoveTemp(Tag)); }

private:
	FAssetRegistryTagsContextData& Data;
};
