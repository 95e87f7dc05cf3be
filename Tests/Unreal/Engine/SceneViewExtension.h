// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "SceneView.h"
#include "Templates/SharedPointer.h"

class FRDGBuilder;

/** Makes sure that extensions come from NewExtension. */
class FAutoRegister
{
	friend class FSceneViewExtensions;
	FAutoRegister() = default;
};

/** What is asked at the start of a view family's picture. The first three on the game thread, the last on the render
 * thread, with the graph that draws the picture. */
class HOST_API ISceneViewExtension
{
public:
	virtual ~ISceneViewExtension();
	virtual void SetupViewFamily(FSceneViewFamily& InViewFamily) = 0;
	virtual void SetupView(FSceneViewFamily& InViewFamily, FSceneView& InView) = 0;
	virtual void BeginRenderViewFamily(FSceneViewFamily& InViewFamily) = 0;
	virtual void PreRenderViewFamily_RenderThread(FRDGBuilder&, FSceneViewFamily&) {}
};
class HOST_API FSceneViewExtensionBase : public ISceneViewExtension
{
public:
	explicit FSceneViewExtensionBase(const FAutoRegister&) {}
};

/** Those that there are; whoever made one keeps it. */
class HOST_API FSceneViewExtensions
{
public:
	template <typename ExtensionType, typename... TArgs>
	static TSharedRef<ExtensionType, ESPMode::ThreadSafe> NewExtension(TArgs&&... Args)
	{
		const TSharedRef<ExtensionType, ESPMode::ThreadSafe> Made =
			MakeShared<ExtensionType>(FAutoRegister(), Forward<TArgs>(Args)...);
		HostRegister(Made.Held);
		return Made;
	}

	static void HostRegister(const std::shared_ptr<ISceneViewExtension>& Extension);
	static std::vector<std::shared_ptr<ISceneViewExtension>> HostGather();
};
