// Copyright (c) 2026 Exemplar contributors. MIT license.

// The part of Unreal's build tool that the plug-in's Build.cs files name, written from Epic's page on module properties
// (dev.epicgames.com/documentation/unreal-engine/module-properties-in-unreal-engine): what they set can be printed.
// BuildRules.exe PLUGIN ENGINE PLATFORM TYPE prints a line `MODULE KEY VALUE` for each setting of each module.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnrealBuildTool
{
	public enum CppStandardVersion { Default, Cpp14, Cpp17, Cpp20, Latest }

	public enum TargetType { Game, Editor, Client, Server, Program }

	public class BuildException : Exception
	{
		public BuildException(string Format, params object[] Arguments) : base(string.Format(Format, Arguments)) {}
	}

	public struct UnrealTargetPlatform
	{
		public static readonly UnrealTargetPlatform Win64 = new UnrealTargetPlatform("Win64");
		public static readonly UnrealTargetPlatform Linux = new UnrealTargetPlatform("Linux");
		public static readonly UnrealTargetPlatform Mac = new UnrealTargetPlatform("Mac");
		readonly string Name;
		internal UnrealTargetPlatform(string InName) { Name = InName; }
		public override string ToString() { return Name; }
		public override bool Equals(object Other) { return Other is UnrealTargetPlatform && Other.ToString() == Name; }
		public override int GetHashCode() { return Name.GetHashCode(); }
		public static bool operator ==(UnrealTargetPlatform A, UnrealTargetPlatform B) { return A.Name == B.Name; }
		public static bool operator !=(UnrealTargetPlatform A, UnrealTargetPlatform B) { return A.Name != B.Name; }
	}

	public class ReadOnlyTargetRules
	{
		internal ReadOnlyTargetRules(UnrealTargetPlatform InPlatform, TargetType InType) { Platform = InPlatform; Type = InType; }
		public UnrealTargetPlatform Platform { get; }
		public TargetType Type { get; }
		public bool bBuildEditor { get { return Type == TargetType.Editor; } }
	}

	public class ModuleRules
	{
		public enum ModuleType { CPlusPlus, External }
		public enum PCHUsageMode { Default, NoPCHs, NoSharedPCHs, UseSharedPCHs, UseExplicitOrSharedPCHs }

		public ModuleRules(ReadOnlyTargetRules InTarget) { Target = InTarget; }

		public readonly ReadOnlyTargetRules Target;
		public ModuleType Type = ModuleType.CPlusPlus;
		public CppStandardVersion CppStandard = CppStandardVersion.Default;
		public PCHUsageMode PCHUsage = PCHUsageMode.Default;
		public bool bEnableExceptions = false;
		public bool bUseRTTI = false;
		public bool bUseUnity = true;
		public List<string> PublicDependencyModuleNames = new List<string>();
		public List<string> PrivateDependencyModuleNames = new List<string>();
		public List<string> PublicSystemIncludePaths = new List<string>();
		public List<string> PublicIncludePaths = new List<string>();
		public List<string> PrivateIncludePaths = new List<string>();
		public List<string> PublicDefinitions = new List<string>();
		public List<string> PrivateDefinitions = new List<string>();
		public string ModuleDirectory { get { return Program.ModuleDirectories[GetType().Name]; } }
		public string PluginDirectory { get { return Program.PluginDirectory; } }
		public string EngineDirectory { get { return Program.EngineDirectory; } }
		public void AddEngineThirdPartyPrivateStaticDependencies(ReadOnlyTargetRules InTarget, params string[] Names)
		{
			PrivateDependencyModuleNames.AddRange(Names);
		}
	}

	static class Program
	{
		internal static string PluginDirectory, EngineDirectory;
		internal static readonly Dictionary<string, string> ModuleDirectories = new Dictionary<string, string>();

		static int Main(string[] Words)
		{
			PluginDirectory = Words[0];
			EngineDirectory = Words[1];
			foreach (string File in Directory.GetFiles(Path.Combine(PluginDirectory, "Source"), "*.Build.cs", SearchOption.AllDirectories))
			{
				ModuleDirectories[Path.GetFileName(File).Replace(".Build.cs", "")] = Path.GetDirectoryName(File);
			}
			var Target = new ReadOnlyTargetRules(new UnrealTargetPlatform(Words[2]), (TargetType)Enum.Parse(typeof(TargetType), Words[3]));
			var Found = Assembly.GetExecutingAssembly().GetTypes().Where(Each => Each.IsSubclassOf(typeof(ModuleRules))).ToDictionary(Each => Each.Name);
			foreach (string Name in ModuleDirectories.Keys.Union(Found.Keys).OrderBy(Each => Each, StringComparer.Ordinal))
			{
				if (!Found.ContainsKey(Name) || !ModuleDirectories.ContainsKey(Name))
				{
					Console.Error.WriteLine("{0}: a module's file, {0}.Build.cs, has a class of its name in it, and no other.", Name);
					return 1;
				}
				try
				{
					Print(Name, (ModuleRules)Activator.CreateInstance(Found[Name], Target));
				}
				catch (TargetInvocationException Thrown) when (Thrown.InnerException is BuildException)
				{
					Console.Error.WriteLine("{0}: {1}", Name, Thrown.InnerException.Message);
					return 1;
				}
			}
			return 0;
		}

		static void Print(string Name, ModuleRules Rules)
		{
			foreach (FieldInfo Field in typeof(ModuleRules).GetFields().Where(Each => Each.Name != "Target"))
			{
				object Value = Field.GetValue(Rules);
				foreach (object Each in Value as IEnumerable<string> ?? new[] { Value.ToString() })
				{
					Console.WriteLine("{0} {1} {2}", Name, Field.Name, Each);
				}
			}
		}
	}
}
