// Copyright (c) 2026 Exemplar contributors. MIT license.

// Strings, names, logging, memory: the part of the host that is plain code.
#include "HAL/IConsoleManager.h"
#include "HAL/UnrealMemory.h"
#include "Logging/LogMacros.h"
#include "Runner.h"
#include "Stats/Stats.h"
#include "UObject/NameTypes.h"

#include <map>
#include <string>

FHostStat& HostMemoryStat(const TCHAR* CounterName)
{
	static std::map<std::basic_string<TCHAR>, FHostStat> Stats;
	return Stats[CounterName];
}

void HostCheckFailed(const char* Expression, const char* File, int Line)
{
	std::fprintf(stderr, "check failed: %s, %s:%d\n", Expression, File, Line);
	std::abort();
}

IConsoleManager& IConsoleManager::Get()
{
	static IConsoleManager Manager;
	return Manager;
}
IConsoleVariable* IConsoleManager::FindConsoleVariable(const TCHAR* Name) const
{
	const auto At = HostVariables.find(Name);
	return At == HostVariables.end() ? nullptr : At->second;
}
IConsoleVariable::IConsoleVariable(const TCHAR* Name)
{
	check(IConsoleManager::Get().HostVariables.emplace(Name, this).second);
}
IConsoleVariable::~IConsoleVariable()
{
	std::erase_if(IConsoleManager::Get().HostVariables, [this](const auto& Entry) { return Entry.second == this; });
}

bool FMemory::bHostMisaligned = false;
void* FMemory::Malloc(SIZE_T Count, uint32 Alignment)
{
	// What was allocated is noted in front of what is given out, which a test may move off its border.
	std::byte* Own = static_cast<std::byte*>(::operator new(Count + 32, std::align_val_t(16)));
	std::byte* Out = Own + (bHostMisaligned && Alignment == 0 ? 24 : 16);
	std::memcpy(Out - sizeof(Own), &Own, sizeof(Own));
	return Out;
}
void FMemory::Free(void* Pointer)
{
	if (Pointer)
	{
		void* Own;
		std::memcpy(&Own, static_cast<std::byte*>(Pointer) - sizeof(Own), sizeof(Own));
		::operator delete(Own, std::align_val_t(16));
	}
}

namespace
{

char16_t LowerOf(char16_t C)
{
	return C >= u'A' && C <= u'Z' ? static_cast<char16_t>(C + 32) : C;
}
std::u16string LowerOf(std::u16string Text)
{
	for (char16_t& C : Text)
	{
		C = LowerOf(C);
	}
	return Text;
}

/** Names are found by their lower case and shown as they were first written. */
struct FNameTable
{
	std::mutex Mutex;
	std::map<std::u16string, uint32> Numbers{{u"none", 0}};
	std::vector<std::u16string> Texts{u"None"};
};
FNameTable& NameTable()
{
	static FNameTable Table;
	return Table;
}

} // namespace

FName::FName(const TCHAR* Text)
{
	if (!Text || !*Text)
	{
		return;
	}
	FNameTable& Table = NameTable();
	const std::lock_guard Lock(Table.Mutex);
	const auto [At, bNew] = Table.Numbers.try_emplace(LowerOf(std::u16string(Text)), Table.Texts.size());
	if (bNew)
	{
		Table.Texts.push_back(Text);
	}
	Index = At->second;
}

FString FName::ToString() const
{
	FNameTable& Table = NameTable();
	const std::lock_guard Lock(Table.Mutex);
	return FString(Table.Texts[Index]);
}

bool operator==(const FString& A, const FString& B)
{
	return LowerOf(A.Characters) == LowerOf(B.Characters);
}

bool FString::Contains(const FString& Part) const
{
	return LowerOf(Characters).find(LowerOf(Part.Characters)) != std::u16string::npos;
}

FString FString::FromInt(int32 Number)
{
	return Printf(TEXT("%d"), Number);
}

std::string HostToUtf8(const TCHAR* Text)
{
	std::string Out;
	for (const char16_t* At = Text; *At; ++At)
	{
		char32_t C = *At;
		if (C >= 0xd800 && C < 0xdc00 && At[1] >= 0xdc00 && At[1] < 0xe000)
		{
			C = 0x10000 + ((C - 0xd800) << 10) + (*++At - 0xdc00);
		}
		const int Extra = C < 0x80 ? 0 : C < 0x800 ? 1 : C < 0x10000 ? 2 : 3;
		static constexpr unsigned char Leads[] = {0x00, 0xc0, 0xe0, 0xf0};
		Out += static_cast<char>(Leads[Extra] | (C >> (6 * Extra)));
		for (int Place = Extra - 1; Place >= 0; --Place)
		{
			Out += static_cast<char>(0x80 | ((C >> (6 * Place)) & 0x3f));
		}
	}
	return Out;
}

FString HostFromUtf8(const char* Text)
{
	std::u16string Out;
	for (const unsigned char* At = reinterpret_cast<const unsigned char*>(Text); *At;)
	{
		const int Extra = *At < 0x80 ? 0 : *At < 0xe0 ? 1 : *At < 0xf0 ? 2 : 3;
		char32_t C = Extra == 0 ? *At : *At & (0x3f >> Extra);
		++At;
		for (int Place = 0; Place < Extra && (*At & 0xc0) == 0x80; ++Place)
		{
			C = (C << 6) | (*At++ & 0x3f);
		}
		if (C >= 0x10000)
		{
			Out += static_cast<char16_t>(0xd800 + ((C - 0x10000) >> 10));
			C = 0xdc00 + ((C - 0x10000) & 0x3ff);
		}
		Out += static_cast<char16_t>(C);
	}
	return FString(Out);
}

/** Flags, width and precision go to the C library; the type of an argument has to be the one that its letter wants. */
FString FString::Format_(const TCHAR* Format, std::initializer_list<FHostFormatArgument> Arguments)
{
	std::u16string Out;
	const FHostFormatArgument* Next = Arguments.begin();
	for (const TCHAR* At = Format; *At; ++At)
	{
		if (*At != u'%')
		{
			Out += *At;
			continue;
		}
		if (At[1] == u'%')
		{
			Out += *++At;
			continue;
		}
		std::string Part = "%";
		for (++At; *At && std::u16string_view(u"-+ #0123456789.").find(*At) != std::u16string_view::npos; ++At)
		{
			Part += static_cast<char>(*At);
		}
		while (*At == u'l' || *At == u'h')
		{
			++At; // every integer is passed with its whole width
		}
		check(Next != Arguments.end() && *At);
		const char Letter = static_cast<char>(*At);
		char Text[128];
		if (const auto* Number = std::get_if<double>(&Next->Value))
		{
			check(std::string_view("feg").find(Letter) != std::string_view::npos);
			std::snprintf(Text, sizeof(Text), (Part + Letter).c_str(), *Number);
		}
		else if (const auto* Signed = std::get_if<long long>(&Next->Value))
		{
			check(std::string_view("dixu").find(Letter) != std::string_view::npos);
			std::snprintf(Text, sizeof(Text), (Part + "ll" + Letter).c_str(), *Signed);
		}
		else if (const auto* Unsigned = std::get_if<unsigned long long>(&Next->Value))
		{
			check(std::string_view("dixu").find(Letter) != std::string_view::npos);
			std::snprintf(Text, sizeof(Text), (Part + "ll" + Letter).c_str(), *Unsigned);
		}
		else
		{
			check(Letter == 's' && Part == "%");
			Out += std::get<const TCHAR*>(Next->Value);
			Text[0] = 0;
		}
		++Next;
		for (const char* C = Text; *C; ++C)
		{
			Out += static_cast<char16_t>(*C);
		}
	}
	check(Next == Arguments.end());
	return FString(Out);
}

void HostLog(const FHostLogCategory& Category, ELogVerbosity::Type Verbosity, const FString& Line)
{
	static std::mutex Mutex;
	const std::lock_guard Lock(Mutex);
	if (Verbosity <= ELogVerbosity::Warning && Host::TakeLog(Verbosity == ELogVerbosity::Error, Line))
	{
		return; // a test has announced it
	}
	static constexpr const char* Words[] = {"", "Fatal", "Error", "Warning", "Display", "Log", "Verbose"};
	if (Verbosity < ELogVerbosity::Verbose)
	{
		std::printf("%s: %s: %s\n", HostToUtf8(Category.Name).c_str(), Words[Verbosity], HostToUtf8(*Line).c_str());
	}
	if (Verbosity == ELogVerbosity::Fatal)
	{
		std::abort();
	}
}
