// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the descriptor says the engine will load is what there is.
#include "Runner.h"
#include "SceneFixture.h"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace
{

/** Modules of Exemplar.uplugin that are loaded here: those for the editor only where there is one. */
std::set<std::string> ModulesOfTheDescriptor()
{
	std::ifstream File(std::string(Host::PluginFolder()) + "/Exemplar.uplugin");
	std::ostringstream Text;
	Text << File.rdbuf();
	const std::string All = Text.str();
	const std::regex Module("\"Name\": \"(\\w+)\",\\s*\"Type\": \"(\\w+)\"");
	std::set<std::string> Out;
	for (std::sregex_iterator At(All.begin(), All.end(), Module), End; At != End; ++At)
	{
		if ((*At)[2] != "Editor" || (WITH_EDITOR && (HOST_EDITOR_MODULE || (*At)[1] != "ExemplarEditor")))
		{
			Out.insert((*At)[1]);
		}
	}
	return Out;
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FModulesOfTheDescriptor, "Exemplar.Host.Modules.ThoseOfTheDescriptorStart", Host::TestFlags)
bool FModulesOfTheDescriptor::RunTest(const FString&)
{
	const std::vector<std::string> Started = Host::StartedModules();
	const std::set<std::string> Described = ModulesOfTheDescriptor();
	TestTrue(TEXT("the descriptor names the modules of a game"), Described.count("ExemplarCore") == 1);
	TestTrue(
		TEXT("the descriptor's modules started"), std::set<std::string>(Started.begin(), Started.end()) == Described);
	TestTrue(TEXT("each once"), Started.size() == Described.size());
	return true;
}
