// Copyright (c) 2026 Exemplar contributors. MIT license.

using UnrealBuildTool;

// What a game ships: the asset, the component and how they are drawn. Loaded before shader types are frozen (PostConfigInit).
public class ExemplarRuntime : ModuleRules
{
	public ExemplarRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		CppStandard = CppStandardVersion.Cpp20;
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;

		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "ExemplarCore" });
		PrivateDependencyModuleNames.AddRange(new string[] { "Projects", "RenderCore", "Renderer", "RHI" });
	}
}
