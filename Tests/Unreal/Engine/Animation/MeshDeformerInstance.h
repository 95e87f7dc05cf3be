// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Delegates/Delegate.h"
#include "UObject/Object.h"

class FSceneInterface;

enum class EMeshDeformerOutputBuffer : uint8
{
	None = 0,
	SkinnedMeshPosition = 1 << 0,
	SkinnedMeshTangents = 1 << 1,
	SkinnedMeshVertexColor = 1 << 2
};
constexpr EMeshDeformerOutputBuffer operator|(EMeshDeformerOutputBuffer A, EMeshDeformerOutputBuffer B)
{
	return static_cast<EMeshDeformerOutputBuffer>(static_cast<uint8>(A) | static_cast<uint8>(B));
}

class HOST_API UMeshDeformerInstanceSettings : public UObject
{
public:
	static UClass* StaticClass();
};

/** A deformer on one component. FallbackDelegate is called on the render thread where there is nothing deformed. */
class HOST_API UMeshDeformerInstance : public UObject
{
public:
	static UClass* StaticClass();
	enum EWorkLoad
	{
		WorkLoad_Setup,
		WorkLoad_Trigger,
		WorkLoad_Update
	};
	enum EExectutionGroup
	{
		ExecutionGroup_Default,
		ExecutionGroup_Immediate
	};
	struct FEnqueueWorkDesc
	{
		FSceneInterface* Scene = nullptr;
		EWorkLoad WorkLoadType = WorkLoad_Update;
		EExectutionGroup ExecutionGroup = ExecutionGroup_Default;
		FName OwnerName;
		FSimpleDelegate FallbackDelegate;
	};
	virtual void AllocateResources() = 0;
	virtual void ReleaseResources() = 0;
	virtual void EnqueueWork(FEnqueueWorkDesc const& InDesc) = 0;
	virtual EMeshDeformerOutputBuffer GetOutputBuffers() const = 0;
	virtual UMeshDeformerInstance* GetInstanceForSourceDeformer() = 0;
};
