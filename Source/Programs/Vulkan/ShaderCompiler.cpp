// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/ShaderCompiler.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace Exemplar
{
namespace ShaderCompiling
{

constexpr uint32_t OpCapability = 17, OpTypeImage = 25;
constexpr uint32_t DimBuffer = 5, FormatUnknown = 0, FormatRgba32f = 1;
constexpr uint32_t CapabilityStorageImageWriteWithoutFormat = 56;
constexpr uint32_t PixelSet = 1;

uint64_t HashText(const std::string& Text, uint64_t Hash = 0xcbf29ce484222325ull)
{
	for (const char C : Text)
	{
		Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3ull;
	}
	return Hash;
}

std::string ReadText(const std::filesystem::path& File)
{
	std::ifstream In(File, std::ios::binary);
	std::ostringstream Out;
	Out << In.rdbuf();
	return Out.str();
}

std::string Quote(const std::string& Text)
{
	std::string Out = "'";
	for (const char C : Text)
	{
		Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
	}
	return Out + "'";
}

const char* StageName(EShaderStage Stage)
{
	return Stage == EShaderStage::Compute ? "comp" : (Stage == EShaderStage::Vertex ? "vert" : "frag");
}

std::vector<uint32_t> ReadWords(const std::filesystem::path& File)
{
	const std::string Bytes = ReadText(File);
	std::vector<uint32_t> Out(Bytes.size() / 4);
	std::memcpy(Out.data(), Bytes.data(), Out.size() * 4);
	return Out;
}

/**
 * glslang assumes 32-bit floats for RWBuffer<float4>, because HLSL has no format; in Direct3D the view has it.
 * Vulkan has the same where the format is unknown and writing without one is allowed.
 */
void ForgetTexelFormats(std::vector<uint32_t>& Words)
{
	bool bChanged = false;
	for (size_t At = 5; At < Words.size() && (Words[At] >> 16) != 0; At += Words[At] >> 16)
	{
		const bool bImage = (Words[At] & 0xffff) == OpTypeImage;
		if (bImage && Words[At + 3] == DimBuffer && Words[At + 7] == 2 && Words[At + 8] == FormatRgba32f)
		{
			Words[At + 8] = FormatUnknown;
			bChanged = true;
		}
	}
	if (bChanged)
	{
		const uint32_t Capability[2] = {2u << 16 | OpCapability, CapabilityStorageImageWriteWithoutFormat};
		Words.insert(Words.begin() + 5, Capability, Capability + 2);
	}
}

std::filesystem::path TemporaryStem()
{
	static std::atomic<uint64_t> Counter{0};
	const uint64_t Now = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
	return std::filesystem::temp_directory_path() /
		("exemplar-shader-" + std::to_string(Now) + "-" + std::to_string(Counter++));
}

/** The name between quotes of an #include line; empty where the line is none. */
std::string IncludedFile(const std::string& Line)
{
	const size_t Hash = Line.find_first_not_of(" \t");
	if (Hash == std::string::npos || Line[Hash] != '#')
	{
		return {};
	}
	const size_t Word = Line.find_first_not_of(" \t", Hash + 1);
	if (Word == std::string::npos || Line.compare(Word, 7, "include") != 0)
	{
		return {};
	}
	const size_t Open = Line.find('"', Word), Close = Open == std::string::npos ? Open : Line.find('"', Open + 1);
	return Close == std::string::npos ? std::string() : Line.substr(Open + 1, Close - Open - 1);
}

} // namespace ShaderCompiling

FShaderCompiler::FShaderCompiler()
{
	const auto FromEnvironment = [](const char* Name, const char* Otherwise)
	{
		const char* Value = std::getenv(Name);
		return std::filesystem::path(Value != nullptr && Value[0] != 0 ? Value : Otherwise);
	};
	const std::filesystem::path Source = FromEnvironment("EXEMPLAR_SOURCE", EXEMPLAR_SOURCE_DIR);
	Folders["/Plugin/Exemplar"] = Source / "Shaders";
	Folders["/Engine"] = Source / "Source/Programs/Vulkan/Engine";
	Folders["/Harness"] = Source / "Source/Programs/Vulkan/Shaders";
	Folders["/Render"] = Source / "Source/Programs/Render/Shaders";
	CacheFolder = FromEnvironment("EXEMPLAR_SHADER_CACHE", EXEMPLAR_SHADER_CACHE_DIR);
}

void FShaderCompiler::MapFolder(const std::string& Virtual, const std::filesystem::path& Folder)
{
	Folders[Virtual] = Folder;
}

bool FShaderCompiler::IsAvailable()
{
	static const bool bAvailable = std::system("glslangValidator --version >/dev/null 2>&1") == 0;
	return bAvailable;
}

TResult<std::filesystem::path> FShaderCompiler::Resolve(const std::string& VirtualFile) const
{
	for (const auto& [Virtual, Folder] : Folders)
	{
		if (VirtualFile.compare(0, Virtual.size() + 1, Virtual + "/") == 0)
		{
			const std::filesystem::path File = Folder / VirtualFile.substr(Virtual.size() + 1);
			if (std::filesystem::is_regular_file(File))
			{
				return File;
			}
			return FError{EErrorCode::NotFound,
				"Shader file " + VirtualFile + " does not exist (" + File.string() +
					"). Check the name, or set EXEMPLAR_SOURCE to the plug-in's folder."};
		}
	}
	return FError{EErrorCode::NotFound,
		"The shader path " + VirtualFile + " has an unknown folder. Use /Plugin/Exemplar or /Engine."};
}

FStatus FShaderCompiler::FlattenInto(const std::string& VirtualFile, const std::string& From,
	std::vector<std::string>& Guarded, std::string& Out, int Depth) const
{
	if (std::find(Guarded.begin(), Guarded.end(), VirtualFile) != Guarded.end())
	{
		return FOk{};
	}
	if (Depth > 32)
	{
		return FError{
			EErrorCode::Malformed, VirtualFile + " is included at more than 32 levels. Check for circular includes."};
	}
	TResult<std::filesystem::path> File = Resolve(VirtualFile);
	if (!File)
	{
		return FError{
			File.GetError().Code, File.GetError().Message + (From.empty() ? "" : " Included by " + From + ".")};
	}
	std::istringstream In(ShaderCompiling::ReadText(*File));
	std::string Line;
	int Number = 0;
	Out += "#line 1 \"" + VirtualFile + "\"\n";
	while (std::getline(In, Line))
	{
		++Number;
		const std::string Included = ShaderCompiling::IncludedFile(Line);
		if (Included.empty())
		{
			if (Line.find("#pragma once") != std::string::npos)
			{
				Guarded.push_back(VirtualFile);
				Line.clear();
			}
			Out += Line + "\n";
			continue;
		}
		const std::string Absolute = Included[0] == '/'
			? Included
			: std::filesystem::path(VirtualFile).parent_path().generic_string() + "/" + Included;
		FStatus Status = FlattenInto(Absolute, VirtualFile + ":" + std::to_string(Number), Guarded, Out, Depth + 1);
		if (!Status)
		{
			return Status;
		}
		Out += "#line " + std::to_string(Number + 1) + " \"" + VirtualFile + "\"\n";
	}
	return FOk{};
}

TResult<std::string> FShaderCompiler::Flatten(const std::string& VirtualFile) const
{
	std::vector<std::string> Guarded;
	std::string Out;
	FStatus Status = FlattenInto(VirtualFile, {}, Guarded, Out, 0);
	if (!Status)
	{
		return Status.GetError();
	}
	return Out;
}

TResult<FGpuShader> FShaderCompiler::Compile(const FShaderSource& Source) const
{
	using namespace ShaderCompiling;
	TResult<std::string> Flat = Flatten(Source.File);
	if (!Flat)
	{
		return Flat.GetError();
	}
	std::string Text = "#define EXEMPLAR_VULKAN 1\n";
	for (const auto& [Name, Value] : Source.Defines)
	{
		Text += "#define " + Name + " " + std::to_string(Value) + "\n";
	}
	Text += *Flat;
	FGpuShader Out;
	Out.Source = Source;
	char Key[40];
	std::snprintf(Key, sizeof(Key), "%016llx",
		static_cast<unsigned long long>(HashText(Source.Entry + StageName(Source.Stage), HashText(Text))));
	const std::filesystem::path Cached = CacheFolder.empty() ? CacheFolder : CacheFolder / (std::string(Key) + ".spv");
	if (!Cached.empty() && std::filesystem::is_regular_file(Cached))
	{
		Out.Words = ReadWords(Cached);
	}
	TResult<FSpirvReflection> Reflection = ReflectSpirv(Out.Words);
	if (!Reflection)
	{
		if (!IsAvailable())
		{
			return FError{EErrorCode::NotFound,
				"glslangValidator, which compiles the shaders, is not installed. Install glslang-tools."};
		}
		const std::filesystem::path Stem = TemporaryStem();
		const std::filesystem::path TextFile = Stem.string() + ".hlsl", WordFile = Stem.string() + ".spv",
									LogFile = Stem.string() + ".log";
		std::ofstream(TextFile, std::ios::binary) << Text;
		const std::string Command = std::string("glslangValidator -D -V --target-env vulkan1.1 --amb --aml -S ") +
			StageName(Source.Stage) + " -e " + Quote(Source.Entry) + " --source-entrypoint " + Quote(Source.Entry) +
			" -o " + Quote(WordFile.string()) + " " + Quote(TextFile.string()) + " >" + Quote(LogFile.string()) +
			" 2>&1";
		const int Status = std::system(Command.c_str());
		const std::string Log = ReadText(LogFile);
		Out.Words = Status == 0 ? ReadWords(WordFile) : std::vector<uint32_t>();
		std::error_code Ignored;
		for (const std::filesystem::path& File : {TextFile, WordFile, LogFile})
		{
			std::filesystem::remove(File, Ignored);
		}
		if (Status != 0 || Log.find("WARNING") != std::string::npos)
		{
			return FError{EErrorCode::Malformed, Source.File + " (" + Source.Entry + ") does not compile:\n" + Log};
		}
		ForgetTexelFormats(Out.Words);
		Reflection = ReflectSpirv(Out.Words);
		if (!Reflection)
		{
			return Reflection.GetError();
		}
		if (Source.Stage == EShaderStage::Pixel)
		{
			// Both stages of a draw number their resources from zero; each has its own set.
			for (FShaderBinding& Binding : Reflection->Bindings)
			{
				Out.Words[Binding.SetWordAt] = PixelSet;
				Binding.Set = PixelSet;
			}
		}
		if (!Cached.empty())
		{
			std::filesystem::create_directories(CacheFolder, Ignored);
			const std::filesystem::path Beside = Cached.string() + "." + Stem.filename().string();
			std::ofstream(Beside, std::ios::binary)
				.write(reinterpret_cast<const char*>(Out.Words.data()),
					static_cast<std::streamsize>(4 * Out.Words.size()));
			std::filesystem::rename(Beside, Cached, Ignored);
		}
	}
	Out.Reflection = std::move(*Reflection);
	return Out;
}

} // namespace Exemplar
