// Copyright (c) 2026 Exemplar contributors. MIT license.

// unreal-host [PREFIX [EXPECTED]]              runs the Automation tests whose names begin so, on Vulkan
// unreal-host --recording [PREFIX [EXPECTED]]  the same without a device: tests of pixels are not asked for
// unreal-host --draw FILE                      draws the character of a file and compares it with the reference
// unreal-host --leak                           loses some memory: a leak sanitizer has to report it
// unreal-host --race                           writes from two threads: a thread sanitizer has to report it
// unreal-host --wrongs                         lists mistakes and what the host has to say about each
// unreal-host --wrong NAME                     makes one of them
// Fails when a test fails or when there are not as many as expected: a test that is not compiled any more is not seen
// otherwise. With CI=true it fails without a device too.
#include "MisuseTests.h"
#include "RenderThread.h"
#include "RenderingThread.h"
#include "Runner.h"
#include "SamplePicture.h"
#include "UObject/Object.h"
#include "View.h"

namespace
{

Host::FRunResult Run(const std::vector<std::string>& Words, bool bHasDevice)
{
	if (!Words.empty() && Words[0] == "--leak")
	{
		static char* volatile Lost = new char[1000];
		Lost[0] = 1;
		Lost = nullptr;
		return {1, 0, 0};
	}
	if (!Words.empty() && Words[0] == "--race")
	{
		int Shared = 0;
		std::thread Other([&] { ++Shared; });
		++Shared;
		Other.join();
		return {Shared > 0 ? 1 : 0, 0, 0};
	}
	if (Words.size() == 2 && Words[0] == "--wrong")
	{
		Host::RunMisuse(Words[1]);
		std::printf("FAILED  nobody has noticed: %s\n", Words[1].c_str());
		return {0, 1, 0};
	}
	if (Words.size() == 2 && Words[0] == "--draw")
	{
		const bool bGood = bHasDevice && Host::DrawsAsTheReference(Words[1]);
		const bool bCrowd = bHasDevice && Host::CrowdDrawsAsTheReference(Words[1]);
		return {(bGood ? 1 : 0) + (bCrowd ? 1 : 0), (bGood ? 0 : 1) + (bCrowd ? 0 : 1), 0};
	}
	Host::FRunResult Result =
		Host::RunAutomationTests(Words.empty() ? "Exemplar." : Words[0], bHasDevice, [] { FlushRenderingCommands(); });
	const int All = Result.Passed + Result.Failed + Result.Skipped;
	const int Expected = Words.size() > 1 ? std::atoi(Words[1].c_str()) : All;
	if (All != Expected)
	{
		std::printf("FAILED  %d tests, expected %d\n", All, Expected);
		++Result.Failed;
	}
	return Result;
}

} // namespace

int main(int Count, char** Arguments)
{
	std::vector<std::string> Words(Arguments + 1, Arguments + Count);
	if (!Words.empty() && Words[0] == "--wrongs")
	{
		Host::ListMisuses();
		return 0;
	}
	const bool bRecording =
		!Words.empty() && (Words[0] == "--recording" || Words[0] == "--leak" || Words[0] == "--race");
	if (!Words.empty() && Words[0] == "--recording")
	{
		Words.erase(Words.begin());
	}
	std::string WhyNot;
	std::unique_ptr<Host::IDevice> Device = bRecording ? nullptr : Host::MakeVulkanDevice(WhyNot);
	const bool bHasDevice = Device != nullptr;
	if (!bHasDevice)
	{
		const char* Ci = std::getenv("CI");
		if (!bRecording && Ci && std::string(Ci) == "true")
		{
			std::printf("FAILED  no device: %s\n", WhyNot.c_str());
			return 1;
		}
		Device = Host::MakeRecordingDevice();
	}
	Host::StartRenderThread(std::move(Device));
	Host::StartModules();
	Host::FRunResult Result = Run(Words, bHasDevice);
	for (const std::string& Message : Host::TakeDeviceMessages())
	{
		std::printf("FAILED  the device says: %s\n", Message.c_str());
		++Result.Failed;
	}
	HostDestroyAllObjects();
	Host::StopModules();
	Host::StopRenderThread();
	std::printf("%d passed, %d failed, %d skipped\n", Result.Passed, Result.Failed, bRecording ? 0 : Result.Skipped);
	return Result.Failed == 0 && Result.Passed > 0 ? 0 : 1;
}
