// Copyright (c) 2026 Exemplar contributors. MIT license.

using UnrealBuildTool;

// Engine-free: the standard library alone. Unreal's Core is linked for IMPLEMENT_MODULE in ExemplarCoreModule.cpp.
public class ExemplarCore : ModuleRules
{
	public ExemplarCore(ReadOnlyTargetRules Target) : base(Target)
	{
		CppStandard = CppStandardVersion.Cpp20;
		bEnableExceptions = false;
		bUseRTTI = false;

		// The engine's macros (check, PI, TEXT) must not reach the other files, neither by a shared header nor by a
		// unity file that holds the module's one engine file.
		PCHUsage = PCHUsageMode.NoPCHs;
		bUseUnity = false;

		PrivateDependencyModuleNames.Add("Core");
	}
}
