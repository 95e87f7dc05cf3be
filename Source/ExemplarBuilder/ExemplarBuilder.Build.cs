// Copyright (c) 2026 Exemplar contributors. MIT license.

using UnrealBuildTool;

// Engine-free: the standard library, Eigen and libigl. Unreal's Core is linked for IMPLEMENT_MODULE in
// ExemplarBuilderModule.cpp.
public class ExemplarBuilder : ModuleRules
{
	public ExemplarBuilder(ReadOnlyTargetRules Target) : base(Target)
	{
		CppStandard = CppStandardVersion.Cpp20;
		bEnableExceptions = false;
		bUseRTTI = false;

		// The engine's macros (check, PI, TEXT) must not reach the other files, neither by a shared header nor by a
		// unity file that holds the module's one engine file.
		PCHUsage = PCHUsageMode.NoPCHs;
		bUseUnity = false;

		PublicDependencyModuleNames.Add("ExemplarCore");
		PrivateDependencyModuleNames.AddRange(new string[] { "Core", "ExemplarLibigl" });
		AddEngineThirdPartyPrivateStaticDependencies(Target, "Eigen");
	}
}
