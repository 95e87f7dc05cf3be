// Copyright (c) 2026 Exemplar contributors. MIT license.

// Modules, plug-ins and Automation tests.
#include "Interfaces/IPluginManager.h"
#include "Logging/LogMacros.h"
#include "Modules/ModuleManager.h"
#include "PluginDescriptor.h"
#include "Runner.h"
#include "ShaderCore.h"
#include "ShaderFolders.h"

#include <fstream>
#include <regex>

namespace
{

std::vector<FAutomationTestBase*>& Tests()
{
	static std::vector<FAutomationTestBase*> List;
	return List;
}
std::atomic<FAutomationTestBase*> Running{nullptr};
std::mutex RunningMutex; // what the render thread logs is the running test's as well

struct FModuleEntry
{
	std::string Name;
	IModuleInterface* (*Make)();
	std::unique_ptr<IModuleInterface> Module;
};
std::vector<FModuleEntry>& Modules()
{
	static std::vector<FModuleEntry> List;
	return List;
}

template <typename T>
bool Judge(FAutomationTestBase& Test, const TCHAR* What, bool bGood, const T& Actual, const T& Expected)
{
	if (!bGood)
	{
		Test.AddError(FString::Printf(TEXT("%s: %s instead of %s"), What, *Actual, *Expected));
	}
	return bGood;
}
FString Show(double Number)
{
	return FString::Printf(TEXT("%.9g"), Number);
}
FPluginDescriptor ReadDescriptor()
{
	std::ifstream File(std::string(Host::PluginFolder()) + "/Exemplar.uplugin");
	const std::string Text((std::istreambuf_iterator<char>(File)), std::istreambuf_iterator<char>());
	std::smatch Found;
	check(std::regex_search(Text, Found, std::regex("\"VersionName\": \"([^\"]*)\"")));
	FPluginDescriptor Out;
	Out.VersionName = HostFromUtf8(Found[1].str().c_str());
	return Out;
}
FString Show(const FVector& V)
{
	return FString::Printf(TEXT("(%.9g %.9g %.9g)"), V.X, V.Y, V.Z);
}

} // namespace

IModuleInterface::~IModuleInterface() = default;
IPlugin::~IPlugin() = default;

FHostModuleEntry::FHostModuleEntry(const char* Name, IModuleInterface* (*Make)())
{
	Modules().push_back({Name, Make, nullptr});
}

void Host::StartModules()
{
	for (FModuleEntry& Entry : Modules())
	{
		Entry.Module.reset(Entry.Make());
		Entry.Module->StartupModule();
	}
}
void Host::StopModules()
{
	for (auto At = Modules().rbegin(); At != Modules().rend(); ++At)
	{
		At->Module->ShutdownModule();
		At->Module.reset();
	}
}

IPluginManager& IPluginManager::Get()
{
	static IPluginManager Manager;
	return Manager;
}
TSharedPtr<IPlugin> IPluginManager::FindPlugin(const FString& Name)
{
	class FPlugin : public IPlugin
	{
	public:
		FString GetBaseDir() const override { return HostFromUtf8(Host::PluginFolder()); }
		const FPluginDescriptor& GetDescriptor() const override
		{
			static const FPluginDescriptor Descriptor = ReadDescriptor();
			return Descriptor;
		}
	};
	return Name == FString(TEXT("Exemplar")) ? TSharedPtr<IPlugin>(MakeShared<FPlugin>()) : nullptr;
}

std::vector<std::string> Host::StartedModules()
{
	std::vector<std::string> Out;
	for (const FModuleEntry& Entry : Modules())
	{
		if (Entry.Module)
		{
			Out.push_back(Entry.Name);
		}
	}
	return Out;
}

std::map<std::string, std::string>& Host::ShaderFolders()
{
	static std::map<std::string, std::string> Folders;
	return Folders;
}
void AddShaderSourceDirectoryMapping(const FString& VirtualDirectory, const FString& RealDirectory)
{
	check(Host::ShaderFolders().emplace(HostToUtf8(*VirtualDirectory), HostToUtf8(*RealDirectory)).second);
}

FAutomationTestBase::FAutomationTestBase(const char* InName, bool)
	: Name(InName)
{
	Tests().push_back(this);
}
FAutomationTestBase::~FAutomationTestBase()
{
	std::erase(Tests(), this);
}
void FAutomationTestBase::AddError(const FString& Line)
{
	Errors.push_back(Line);
}
void FAutomationTestBase::AddWarning(const FString& Line)
{
	std::printf("       warning: %s\n", HostToUtf8(*Line).c_str());
}
void FAutomationTestBase::AddExpectedError(
	const FString& Pattern, EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences, bool bIsRegex)
{
	check(!bIsRegex); // regular expressions are not done here
	Expected.push_back({Pattern, Match == EAutomationExpectedErrorFlags::Exact, Occurrences, 0});
}
bool FAutomationTestBase::HostTakeLog(bool bError, const FString& Line)
{
	for (FExpected& One : Expected)
	{
		if (One.bExact ? Line == One.Pattern : Line.Contains(One.Pattern))
		{
			++One.Seen;
			return true;
		}
	}
	if (bError)
	{
		AddError(Line);
	}
	else
	{
		AddWarning(Line);
	}
	return false;
}
bool FAutomationTestBase::TestTrue(const TCHAR* What, bool Value)
{
	return Judge(*this, What, Value, FString(TEXT("false")), FString(TEXT("true")));
}
bool FAutomationTestBase::TestFalse(const TCHAR* What, bool Value)
{
	return Judge(*this, What, !Value, FString(TEXT("true")), FString(TEXT("false")));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, int32 Actual, int32 Expected_)
{
	return TestEqual(What, int64(Actual), int64(Expected_));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, int64 Actual, int64 Expected_)
{
	return Judge(*this, What, Actual == Expected_, FString::Printf(TEXT("%lld"), Actual),
		FString::Printf(TEXT("%lld"), Expected_));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, float Actual, float Expected_, float Tolerance)
{
	return TestEqual(What, double(Actual), double(Expected_), double(Tolerance));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, double Actual, double Expected_, double Tolerance)
{
	return Judge(*this, What, std::abs(Actual - Expected_) <= Tolerance, Show(Actual), Show(Expected_));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, FVector Actual, FVector Expected_, float Tolerance)
{
	return Judge(*this, What, Actual.Equals(Expected_, double(Tolerance)), Show(Actual), Show(Expected_));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, const FString& Actual, const FString& Expected_)
{
	return Judge(*this, What, Actual == Expected_, Actual, Expected_);
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, FName Actual, FName Expected_)
{
	return Judge(*this, What, Actual == Expected_, Actual.ToString(), Expected_.ToString());
}
bool FAutomationTestBase::TestNotNull(const TCHAR* What, const void* Pointer)
{
	return Judge(*this, What, Pointer != nullptr, FString(TEXT("null")), FString(TEXT("something")));
}
bool FAutomationTestBase::TestNull(const TCHAR* What, const void* Pointer)
{
	return Judge(*this, What, Pointer == nullptr, FString(TEXT("something")), FString(TEXT("null")));
}

bool Host::TakeLog(bool bError, const FString& Line)
{
	const std::lock_guard Lock(RunningMutex);
	if (FAutomationTestBase* Test = Running)
	{
		return Test->HostTakeLog(bError, Line);
	}
	return false;
}

Host::FRunResult Host::RunAutomationTests(const std::string& Prefix, bool bHasDevice, void (*Flush)())
{
	std::vector<FAutomationTestBase*> Sorted = Tests();
	std::sort(Sorted.begin(), Sorted.end(), [](auto* A, auto* B) { return A->Name < B->Name; });
	FRunResult Out;
	for (FAutomationTestBase* Test : Sorted)
	{
		if (Test->Name.rfind(Prefix, 0) != 0)
		{
			continue;
		}
		if (!bHasDevice && !!(Test->GetTestFlags() & EAutomationTestFlags::NonNullRHI))
		{
			std::printf("skipped %s: there is no device\n", Test->Name.c_str());
			++Out.Skipped;
			continue;
		}
		Running = Test;
		const bool bAnswer = Test->RunTest(FString());
		Flush(); // what the render thread still has to log
		const std::lock_guard Lock(RunningMutex);
		Running = nullptr;
		for (const FAutomationTestBase::FExpected& One : Test->Expected)
		{
			if (One.Occurrences > 0 ? One.Seen != One.Occurrences : One.Seen == 0)
			{
				Test->AddError(FString::Printf(
					TEXT("expected %d times, seen %d times: %s"), One.Occurrences, One.Seen, *One.Pattern));
			}
		}
		const bool bGood = bAnswer && Test->Errors.empty();
		std::printf("%s %s\n", bGood ? "ok     " : "FAILED ", Test->Name.c_str());
		for (const FString& Error : Test->Errors)
		{
			std::printf("        %s\n", HostToUtf8(*Error).c_str());
		}
		(bGood ? Out.Passed : Out.Failed) += 1;
	}
	return Out;
}
