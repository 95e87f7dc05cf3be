// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/ChildProcess.h"

#include "Files/Failure.h"

#include <algorithm>

#if !defined(_WIN32)
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#endif

namespace Exemplar
{

#if !defined(_WIN32)

namespace
{

/** A child that is silent for so long follows a damaged file in a circle. */
constexpr int MostSecondsWithoutData = 60;

/** The address space of this process, in bytes; 0 where it is not known. */
size_t AddressSpace()
{
#if defined(__SANITIZE_ADDRESS__)
	return 0; // the sanitizer reserves terabytes
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
	return 0;
#endif
#endif
	size_t Pages = 0;
	std::ifstream("/proc/self/statm") >> Pages;
	return Pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

void LimitChild(size_t Base, size_t MostBytes)
{
	const rlimit None{0, 0};
	setrlimit(RLIMIT_CORE, &None);
	if (Base > 0)
	{
		const rlimit Memory{Base + MostBytes, Base + MostBytes};
		setrlimit(RLIMIT_AS, &Memory);
	}
#if defined(__GLIBC__)
	// A library that allocates every frame anew would otherwise get fresh pages from the system every time.
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
	for (const int Signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGSEGV, SIGABRT, SIGBUS, SIGFPE})
	{
		std::signal(Signal, SIG_DFL);
	}
	// What a library prints when it fails is not the program's to say.
	const int Nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (Nowhere >= 0)
	{
		dup2(Nowhere, STDOUT_FILENO);
		dup2(Nowhere, STDERR_FILENO);
	}
}

} // namespace

void FChildWriter::WriteBytes(std::span<const std::byte> Bytes)
{
	while (!Bytes.empty())
	{
		const ssize_t Written = write(Pipe, Bytes.data(), Bytes.size());
		if (Written < 0 && errno != EINTR)
		{
			_exit(1); // nobody listens any more
		}
		Bytes = Bytes.subspan(Written > 0 ? static_cast<size_t>(Written) : 0);
	}
}

void FChildWriter::WriteMany(std::span<const std::byte> Bytes)
{
	while (!Bytes.empty())
	{
		if (FreeSlots == 0)
		{
			char Token = 0;
			const ssize_t Count = read(Returned, &Token, 1);
			if (Count == 0 || (Count < 0 && errno != EINTR))
			{
				_exit(1);
			}
			FreeSlots += Count > 0 ? 1 : 0;
			continue;
		}
		const std::span<const std::byte> Part = Bytes.first((std::min)(Bytes.size(), SharedSlotSize));
		std::memcpy(Shared.data() + NextSlot * SharedSlotSize, Part.data(), Part.size());
		NextSlot = (NextSlot + 1) % SharedSlots;
		--FreeSlots;
		Write(static_cast<uint32_t>(Part.size()));
		Bytes = Bytes.subspan(Part.size());
	}
}

FChildProcess::FChildProcess(const std::function<void(FChildWriter&)>& Work, size_t MostBytes, std::string InSentence,
	const FBuildContext& InContext)
	: Sentence(std::move(InSentence))
	, Context(InContext)
{
	constexpr const char* NoPipe = "no pipe to a process that reads the file. Close other programs and try again.";
	int Ends[2] = {}, Back[2] = {};
	if (pipe2(Ends, O_CLOEXEC) != 0)
	{
		Fail(EErrorCode::Unreadable, NoPipe);
	}
	void* const Memory =
		mmap(nullptr, SharedSlots * SharedSlotSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	// A socket, because writing to one whose reader has ended need not raise a signal.
	if (Memory == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Back) != 0)
	{
		close(Ends[0]);
		close(Ends[1]);
		if (Memory != MAP_FAILED)
		{
			munmap(Memory, SharedSlots * SharedSlotSize);
		}
		Fail(EErrorCode::Unreadable, NoPipe);
	}
	Shared = {static_cast<std::byte*>(Memory), SharedSlots * SharedSlotSize};
	const size_t Base = AddressSpace();
	Id = fork();
	if (Id == 0)
	{
		close(Ends[0]);
		close(Back[1]);
		LimitChild(Base, MostBytes);
		FChildWriter Writer(Ends[1], Back[0], Shared);
		try
		{
			Work(Writer);
		}
		catch (...)
		{
			_exit(2);
		}
		_exit(0);
	}
	close(Ends[1]);
	close(Back[0]);
	Pipe = Ends[0];
	Returned = Back[1];
	if (Id < 0)
	{
		close(Pipe);
		close(Returned);
		munmap(Shared.data(), Shared.size());
		Fail(EErrorCode::Unreadable, "no process to read the file in. Close other programs and try again.");
	}
#if defined(F_SETPIPE_SZ)
	fcntl(Pipe, F_SETPIPE_SZ, 1 << 20);
#endif
}

FChildProcess::~FChildProcess()
{
	close(Pipe);
	close(Returned);
	kill(Id, SIGKILL);
	int Status = 0;
	while (waitpid(Id, &Status, 0) < 0 && errno == EINTR)
	{
	}
	munmap(Shared.data(), Shared.size());
}

void FChildProcess::ReadMany(size_t Count, const std::function<void(std::span<const std::byte>)>& Take)
{
	while (Count > 0)
	{
		const auto Size = Read<uint32_t>();
		if (Size != (std::min)(Count, SharedSlotSize))
		{
			FailEarly();
		}
		Take(Shared.subspan(NextSlot * SharedSlotSize, Size));
		NextSlot = (NextSlot + 1) % SharedSlots;
		Count -= Size;
		const char Token = 0;
		// If the child has ended there is nobody to tell, and the next reading says so.
		static_cast<void>(send(Returned, &Token, 1, MSG_NOSIGNAL));
	}
}

void FChildProcess::ReadBytes(std::span<std::byte> Bytes)
{
	int Waits = 0; // a fifth of a second each
	while (!Bytes.empty())
	{
		pollfd Waiting{Pipe, POLLIN, 0};
		const int Ready = poll(&Waiting, 1, 200);
		if (Ready <= 0)
		{
			if (!Context.Progress.Report(Done))
			{
				throw FFailure{Context.Progress.CanceledError()};
			}
			if (Ready == 0 && ++Waits > 5 * MostSecondsWithoutData)
			{
				FailEarly();
			}
			continue;
		}
		const ssize_t Count = read(Pipe, Bytes.data(), Bytes.size());
		if (Count == 0 || (Count < 0 && errno != EINTR))
		{
			FailEarly();
		}
		Bytes = Bytes.subspan(Count > 0 ? static_cast<size_t>(Count) : 0);
		Waits = 0;
	}
}

#endif

void FChildProcess::FailEarly() const
{
	Fail(EErrorCode::Malformed, Sentence);
}

} // namespace Exemplar
