// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Executor.h"

namespace Exemplar
{

IExecutor::~IExecutor() = default;

namespace ExecutorDetail
{

class FSerialExecutor final : public IExecutor
{
public:
	int GetThreadCount() const override { return 1; }
	void Run(int TaskCount, const std::function<void(int)>& Task) override
	{
		for (int Index = 0; Index < TaskCount; ++Index)
		{
			Task(Index);
		}
	}
};

} // namespace ExecutorDetail

IExecutor& GetSerialExecutor()
{
	static ExecutorDetail::FSerialExecutor Executor;
	return Executor;
}

} // namespace Exemplar
