// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Session.h"

#include "Base/File.h"
#include "Base/ThreadPool.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <unistd.h>

namespace Exemplar
{
namespace
{

volatile std::sig_atomic_t bInterrupted = 0;

/** The first signal requests cancellation; the second gets the default handling. */
void Interrupt(int Signal)
{
	bInterrupted = 1;
	std::signal(Signal, SIG_DFL);
}

} // namespace

int ExitCodeOf(EErrorCode Code)
{
	switch (Code)
	{
	case EErrorCode::InvalidArgument:
		return 2;
	case EErrorCode::NotFound:
		return 3;
	case EErrorCode::Unreadable:
		return 4;
	case EErrorCode::Unwritable:
		return 5;
	case EErrorCode::Unsupported:
		return 6;
	case EErrorCode::Malformed:
		return 7;
	case EErrorCode::Mismatch:
		return 8;
	case EErrorCode::Degenerate:
		return 9;
	case EErrorCode::Canceled:
		return 130;
	}
	return 1;
}

std::filesystem::path ToPath(const std::string& Argument)
{
	return std::filesystem::path(std::u8string(Argument.begin(), Argument.end()));
}

std::string ExtensionOf(const std::filesystem::path& Path)
{
	std::string Extension = PathToText(Path.extension());
	for (char& C : Extension)
	{
		C = C >= 'A' && C <= 'Z' ? static_cast<char>(C - 'A' + 'a') : C;
	}
	return Extension;
}

FSession::FSession()
{
	Callback = [this](std::string_view Stage, double Fraction) { return ReportProgress(Stage, Fraction); };
	std::signal(SIGINT, Interrupt);
	std::signal(SIGTERM, Interrupt);
}

FSession::~FSession() = default;

const FBuildContext& FSession::Context()
{
	if (!Pool)
	{
		Pool = MakeThreadPool(ThreadCount);
		bShowProgress = !bQuiet && isatty(STDERR_FILENO) != 0;
		BuildContext.Progress = FProgress(Callback);
		BuildContext.Executor = Pool.get();
		BuildContext.Seed = Seed;
	}
	return BuildContext;
}

bool FSession::IsWatched()
{
	Context();
	return bShowProgress;
}

bool FSession::ReportProgress(std::string_view Stage, double Fraction)
{
	if (bShowProgress)
	{
		constexpr size_t Width = 30;
		const double Clamped = Fraction < 0.0 ? 0.0 : Fraction > 1.0 ? 1.0 : Fraction;
		const auto Filled = static_cast<size_t>(Clamped * Width);
		char Percent[16];
		std::snprintf(Percent, sizeof(Percent), " %3d %% ", static_cast<int>(Clamped * 100.0));
		std::string Line = "[";
		Line.append(Filled, '#').append(Width - Filled, '.').append("]").append(Percent).append(Stage);
		if (Line != ShownProgress)
		{
			std::fprintf(stderr, "\r\033[K%s", Line.c_str());
			std::fflush(stderr);
			ShownProgress = std::move(Line);
		}
	}
	return bInterrupted == 0;
}

void FSession::ClearProgress()
{
	if (!ShownProgress.empty())
	{
		std::fputs("\r\033[K", stderr);
		ShownProgress.clear();
	}
}

void FSession::Print(const std::string& Text)
{
	ClearProgress();
	std::fwrite(Text.data(), 1, Text.size(), stdout);
}

void FSession::Say(const std::string& Text)
{
	ClearProgress();
	if (!bQuiet)
	{
		std::fprintf(stderr, "%s\n", Text.c_str());
	}
}

int FSession::Finish()
{
	FStatus Status = FOk{};
	try
	{
		Status = Command();
	}
	catch (const std::bad_alloc&)
	{
		Status = FError{EErrorCode::Unsupported, "out of memory. Use fewer or smaller examples."};
	}
	catch (const std::exception& Exception)
	{
		// Our code does not throw, so this is a defect rather than something the user can fix.
		ClearProgress();
		std::fprintf(stderr, "exemplar: internal error: %s. Please report it.\n", Exception.what());
		return 70;
	}
	ClearProgress();
	if (Status && std::fflush(stdout) != 0)
	{
		Status = FError{EErrorCode::Unwritable, "cannot write to standard output. Is the disk full?"};
	}
	if (!Status)
	{
		std::fprintf(stderr, "exemplar: %s\n", Status.GetError().Message.c_str());
		return ExitCodeOf(Status.GetError().Code);
	}
	return 0;
}

} // namespace Exemplar
