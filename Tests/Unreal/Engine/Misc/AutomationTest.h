// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"
#include "Math/Transform.h"
#include "UObject/NameTypes.h"

enum class EAutomationTestFlags : uint32
{
	None = 0,
	EditorContext = 0x1,
	ClientContext = 0x2,
	ServerContext = 0x4,
	CommandletContext = 0x8,
	ProgramContext = 0x10,
	NonNullRHI = 0x100,
	EngineFilter = 0x02000000,
	ProductFilter = 0x04000000
};
constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}
constexpr bool operator!(EAutomationTestFlags A)
{
	return A == EAutomationTestFlags::None;
}
constexpr EAutomationTestFlags operator&(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) & static_cast<uint32>(B));
}
constexpr EAutomationTestFlags EAutomationTestFlags_ApplicationContextMask = EAutomationTestFlags::EditorContext |
	EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext |
	EAutomationTestFlags::CommandletContext | EAutomationTestFlags::ProgramContext;

namespace EAutomationExpectedErrorFlags
{
enum MatchType
{
	Exact,
	Contains
};
} // namespace EAutomationExpectedErrorFlags

/**
 * A test enters the list by being made. What is logged as an error while a test runs is one of its errors, and a
 * warning one of its warnings, unless it was announced; what was announced and does not come is an error as well.
 */
class HOST_API FAutomationTestBase
{
public:
	FAutomationTestBase(const char* InName, bool bInComplexTask);
	virtual ~FAutomationTestBase();

	void AddError(const FString& Line);
	void AddWarning(const FString& Line);
	/** How often: zero means once or more. */
	void AddExpectedError(const FString& Pattern,
		EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains, int32 Occurrences = 1,
		bool bIsRegex = true);

	bool TestTrue(const TCHAR* What, bool Value);
	bool TestFalse(const TCHAR* What, bool Value);
	bool TestEqual(const TCHAR* What, int32 Actual, int32 Expected);
	bool TestEqual(const TCHAR* What, int64 Actual, int64 Expected);
	bool TestEqual(const TCHAR* What, float Actual, float Expected, float Tolerance = UE_KINDA_SMALL_NUMBER);
	bool TestEqual(const TCHAR* What, double Actual, double Expected, double Tolerance = UE_KINDA_SMALL_NUMBER);
	bool TestEqual(const TCHAR* What, FVector Actual, FVector Expected, float Tolerance = UE_KINDA_SMALL_NUMBER);
	bool TestEqual(const TCHAR* What, const FString& Actual, const FString& Expected);
	bool TestEqual(const TCHAR* What, FName Actual, FName Expected);
	bool TestNotNull(const TCHAR* What, const void* Pointer);
	bool TestNull(const TCHAR* What, const void* Pointer);

	virtual EAutomationTestFlags GetTestFlags() const = 0;
	virtual bool RunTest(const FString& Parameters) = 0;

	// The runner's.
	struct FExpected
	{
		FString Pattern;
		bool bExact;
		int32 Occurrences;
		int32 Seen;
	};
	std::string Name;
	std::vector<FExpected> Expected;
	std::vector<FString> Errors;
	bool HostTakeLog(bool bError, const FString& Line); // whether it was expected
};

#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(TestClass, PrettyName, TestFlags) \
	class TestClass : public FAutomationTestBase \
	{ \
	public: \
		TestClass() \
			: FAutomationTestBase(PrettyName, false) \
		{ \
			static_assert( \
				!!((TestFlags)&EAutomationTestFlags_ApplicationContextMask), "A test runs in some context."); \
		} \
		EAutomationTestFlags GetTestFlags() const override { return TestFlags; } \
		bool RunTest(const FString& Parameters) override; \
	}; \
	static TestClass TestClass##Instance;
