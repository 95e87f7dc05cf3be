// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

struct FPluginDescriptor;

class HOST_API IPlugin
{
public:
	virtual ~IPlugin();
	virtual FString GetBaseDir() const = 0;
	virtual const FPluginDescriptor& GetDescriptor() const = 0;
};
class HOST_API IPluginManager
{
public:
	static IPluginManager& Get();
	/** Null where there is no plug-in of that name. */
	TSharedPtr<IPlugin> FindPlugin(const FString& Name);
};
