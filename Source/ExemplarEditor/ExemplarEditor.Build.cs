// Copyright (c) 2026 Exemplar contributors. MIT license.

using UnrealBuildTool;

// What an editor adds: import, builds, stock assets and automation. A thin layer over ExemplarBuilder.
public class ExemplarEditor : ModuleRules
{
	public ExemplarEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		CppStandard = CppStandardVersion.Cpp20;
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;

		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "DataValidation", "Engine" });
		PrivateDependencyModuleNames.AddRange(new string[] { "AnimationCore", "AssetRegistry", "DerivedDataCache", "ExemplarBuilder",
			"ExemplarCore", "ExemplarRuntime", "MeshDescription", "Projects", "SkeletalMeshDescription", "SkeletalMeshUtilitiesCommon", "UnrealEd" });
	}
}
