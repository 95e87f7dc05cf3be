// Copyright (c) 2026 Exemplar contributors. MIT license.

// compile-shaders.exe DXCOMPILER.DLL FOLDER: compiles what FOLDER/shaders.txt lists with Microsoft's compiler, as
// Unreal does: HLSL 2021, shader model 6.6, warnings as errors. Built by mingw and run under wine; run.sh does both.
// mingw has no dxcapi.h, so the few interfaces that are called are declared here, as the COM contract fixes them.

#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace
{

const GUID CompilerClass = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
const GUID CompilerInterface = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
const GUID ResultInterface = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};

struct FSource
{
	const void* Text;
	SIZE_T ByteCount;
	UINT Encoding;
};
struct IBlob : IUnknown
{
	virtual void* STDMETHODCALLTYPE GetBufferPointer() = 0;
	virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
struct IResult : IUnknown
{
	virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT* Status) = 0;
	virtual HRESULT STDMETHODCALLTYPE GetResult(IBlob** Result) = 0;
	virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(IBlob** Errors) = 0;
};
struct ICompiler : IUnknown
{
	virtual HRESULT STDMETHODCALLTYPE Compile(const FSource* Source, const wchar_t** Arguments, UINT32 ArgumentCount,
		void* IncludeHandler, REFIID Interface, void** Result) = 0;
};

std::string ReadText(const std::string& File)
{
	std::ifstream In(File, std::ios::binary);
	std::ostringstream Out;
	Out << In.rdbuf();
	return Out.str();
}

/** Empty where it compiled without a word. */
std::string Compile(ICompiler& Compiler, const std::string& Text, const std::vector<std::wstring>& Words)
{
	std::vector<const wchar_t*> Arguments;
	for (const std::wstring& Word : Words)
	{
		Arguments.push_back(Word.c_str());
	}
	const FSource Source = {Text.data(), Text.size(), 65001};
	IResult* Result = nullptr;
	HRESULT Status = Compiler.Compile(&Source, Arguments.data(), static_cast<UINT32>(Arguments.size()), nullptr,
		ResultInterface, reinterpret_cast<void**>(&Result));
	if (FAILED(Status) || Result == nullptr)
	{
		return "the compiler did not run";
	}
	IBlob* Errors = nullptr;
	IBlob* Code = nullptr;
	Result->GetErrorBuffer(&Errors);
	Result->GetStatus(&Status);
	Result->GetResult(&Code);
	std::string Out;
	if (Errors != nullptr)
	{
		Out.assign(static_cast<const char*>(Errors->GetBufferPointer()), Errors->GetBufferSize());
		Out.resize(Out.find_last_not_of(std::string("\0\n ", 3)) + 1);
		Errors->Release();
	}
	if (Out.empty() && (FAILED(Status) || Code == nullptr || Code->GetBufferSize() == 0))
	{
		Out = "no code came out";
	}
	if (Code != nullptr)
	{
		Code->Release();
	}
	Result->Release();
	return Out;
}

} // namespace

int main(int Count, char** Arguments)
{
	if (Count != 5)
	{
		std::fprintf(stderr, "usage: compile-shaders DXCOMPILER.DLL FOLDER PART PARTS\n");
		return 2;
	}
	const HMODULE Library = LoadLibraryA(Arguments[1]);
	using FCreate = HRESULT(WINAPI*)(REFCLSID, REFIID, void**);
	const auto Create = Library == nullptr
		? nullptr
		: reinterpret_cast<FCreate>(reinterpret_cast<void*>(GetProcAddress(Library, "DxcCreateInstance")));
	ICompiler* Compiler = nullptr;
	if (Create == nullptr || FAILED(Create(CompilerClass, CompilerInterface, reinterpret_cast<void**>(&Compiler))))
	{
		std::fprintf(stderr, "%s cannot be loaded\n", Arguments[1]);
		return 2;
	}
	const std::string Folder = Arguments[2];
	std::ifstream List(Folder + "/shaders.txt");
	// Several processes share the shaders: this one compiles numbers Part, Part + Parts, Part + 2 Parts and so on.
	const int Part = std::atoi(Arguments[3]), Parts = std::atoi(Arguments[4]);
	int Passed = 0, Failed = 0, Number = 0;
	for (std::string Line; std::getline(List, Line);)
	{
		if (Number++ % Parts != Part)
		{
			continue;
		}
		std::istringstream In(Line);
		std::string File, Entry, Profile, Define;
		std::getline(In, File, '\t');
		std::getline(In, Entry, '\t');
		std::getline(In, Profile, '\t');
		const auto Wide = [](const std::string& Word) { return std::wstring(Word.begin(), Word.end()); };
		std::vector<std::wstring> Words = {L"-E", Wide(Entry), L"-T", Wide(Profile), L"-HV", L"2021", L"-Zpr", L"-WX"};
		while (std::getline(In, Define, '\t'))
		{
			Words.insert(Words.end(), {L"-D", Wide(Define)});
		}
		const std::string Complaint = Compile(*Compiler, ReadText(Folder + "/" + File), Words);
		++(Complaint.empty() ? Passed : Failed);
		if (!Complaint.empty())
		{
			std::printf("%s\n%s\n", Line.c_str(), Complaint.c_str());
		}
	}
	std::printf("%d passed, %d failed, 0 skipped\n", Passed, Failed);
	return Failed == 0 && Passed > 0 ? 0 : 1;
}
