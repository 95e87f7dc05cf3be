// Copyright (c) 2026 Exemplar contributors. MIT license.

using System;
using System.IO;
using UnrealBuildTool;

// libigl's headers: in a package those that are used, in ThirdParty/libigl/include; in a clone from EXEMPLAR_LIBIGL_DIR or
// ThirdParty/libigl/fetched (see ThirdParty/libigl/README.md). Names of modules are global, so it does not have the library's: another plug-in may.
public class ExemplarLibigl : ModuleRules
{
	public ExemplarLibigl(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		string Folder = Path.Combine(PluginDirectory, "ThirdParty", "libigl", "include");
		if (!Directory.Exists(Folder))
		{
			Folder = Environment.GetEnvironmentVariable("EXEMPLAR_LIBIGL_DIR");
		}
		if (string.IsNullOrEmpty(Folder))
		{
			Folder = Path.Combine(PluginDirectory, "ThirdParty", "libigl", "fetched");
		}
		if (!File.Exists(Path.Combine(Folder, "igl", "cotmatrix.h")))
		{
			throw new BuildException("There is no igl/cotmatrix.h in {0}: see ThirdParty/libigl/README.md for how to get libigl.", Folder);
		}
		PublicSystemIncludePaths.Add(Folder);
		PublicDefinitions.Add("IGL_PARALLEL_FOR_FORCE_SERIAL");
	}
}
