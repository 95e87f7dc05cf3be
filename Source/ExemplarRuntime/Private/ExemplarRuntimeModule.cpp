// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarLog.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "Render/ExemplarDeformerWorker.h"
#include "ShaderCore.h"

DEFINE_LOG_CATEGORY(LogExemplar);

namespace
{

/** Shows the engine where the plug-in's shaders are, /Plugin/Exemplar is Shaders/, and who deforms meshes. */
class FExemplarRuntimeModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Exemplar"));
		if (!Plugin.IsValid())
		{
			UE_LOG(LogExemplar, Error,
				TEXT("The Exemplar plug-in was not found, so its shaders are missing. Reinstall the plug-in."));
			return;
		}
		AddShaderSourceDirectoryMapping(
			TEXT("/Plugin/Exemplar"), FPaths::Combine(Plugin->GetBaseDir(), TEXT("Shaders")));
		ComputeSystemInterface::RegisterSystem(&FExemplarDeformerSystem::Get()); // before there is a scene
		bRegistered = true;
	}
	virtual void ShutdownModule() override
	{
		if (bRegistered)
		{
			ComputeSystemInterface::UnregisterSystem(&FExemplarDeformerSystem::Get());
		}
	}

private:
	bool bRegistered = false;
};

} // namespace

IMPLEMENT_MODULE(FExemplarRuntimeModule, ExemplarRuntime)
