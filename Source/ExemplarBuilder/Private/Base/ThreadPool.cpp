// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/ThreadPool.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace Exemplar
{
namespace ThreadPoolDetail
{

/** Threads sleep between jobs; a job is a shared counter from which every thread draws the next task. */
class FThreadPool final : public IExecutor
{
public:
	explicit FThreadPool(int ThreadCount)
	{
		for (int Index = 1; Index < ThreadCount; ++Index)
		{
			Threads.emplace_back([this] { Work(); });
		}
	}

	~FThreadPool() override
	{
		{
			const std::lock_guard Lock(Mutex);
			bStopping = true;
		}
		Wake.notify_all();
		for (std::thread& Thread : Threads)
		{
			Thread.join();
		}
	}

	int GetThreadCount() const override { return static_cast<int>(Threads.size()) + 1; }

	void Run(int TaskCount, const std::function<void(int)>& Task) override
	{
		if (Working == this || TaskCount <= 1 || Threads.empty())
		{
			for (int Index = 0; Index < TaskCount; ++Index)
			{
				Task(Index);
			}
			return;
		}
		const std::lock_guard OneJobAtATime(JobMutex);
		{
			const std::lock_guard Lock(Mutex);
			Job = &Task;
			JobSize = TaskCount;
			Next.store(0, std::memory_order_relaxed);
			Busy = static_cast<int>(Threads.size());
			++Generation;
		}
		Wake.notify_all();
		Drain(Task, TaskCount);
		std::unique_lock Lock(Mutex);
		Done.wait(Lock, [this] { return Busy == 0; });
	}

private:
	void Drain(const std::function<void(int)>& Task, int TaskCount)
	{
		const FThreadPool* Outer = Working;
		Working = this;
		for (int Index = Next.fetch_add(1); Index < TaskCount; Index = Next.fetch_add(1))
		{
			Task(Index);
		}
		Working = Outer;
	}

	void Work()
	{
		unsigned Seen = 0;
		std::unique_lock Lock(Mutex);
		while (true)
		{
			Wake.wait(Lock, [&] { return bStopping || Generation != Seen; });
			if (bStopping)
			{
				return;
			}
			Seen = Generation;
			const std::function<void(int)>& Task = *Job;
			const int TaskCount = JobSize;
			Lock.unlock();
			Drain(Task, TaskCount);
			Lock.lock();
			if (--Busy == 0)
			{
				Done.notify_one();
			}
		}
	}

	/** The pool whose tasks this thread is running: a task that calls Run again must not wait for itself. */
	static inline thread_local const FThreadPool* Working = nullptr;

	std::vector<std::thread> Threads;
	std::mutex JobMutex;
	std::mutex Mutex;
	std::condition_variable Wake;
	std::condition_variable Done;
	std::atomic<int> Next{0};
	const std::function<void(int)>* Job = nullptr;
	int JobSize = 0;
	int Busy = 0;
	unsigned Generation = 0;
	bool bStopping = false;
};

} // namespace ThreadPoolDetail

std::unique_ptr<IExecutor> MakeThreadPool(int ThreadCount)
{
	const int Cores = static_cast<int>(std::thread::hardware_concurrency());
	const int Count = ThreadCount > 0 ? ThreadCount : (Cores > 0 ? Cores : 1);
	return std::make_unique<ThreadPoolDetail::FThreadPool>(Count);
}

} // namespace Exemplar
