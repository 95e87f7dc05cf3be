// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"
#include "RHIDefinitions.h"

/** The defines that a shader is compiled with. */
struct FShaderCompilerEnvironment
{
	void SetDefine(const TCHAR* Name, int32 Value) { HostDefines[HostToUtf8(Name)] = Value; }
	void SetDefine(const TCHAR* Name, bool Value) { SetDefine(Name, Value ? 1 : 0); }
	std::map<std::string, int> HostDefines;
};

struct FGlobalShaderPermutationParameters
{
	EShaderPlatform Platform = SP_HostVulkan;
	int32 PermutationId = 0;
};

/** One dimension: values from zero to one less than the count. */
template <int32 CountValue, typename Value>
struct THostPermutation
{
	using Type = Value;
	static constexpr int32 Count = CountValue;
};
// The macro brings the body of the class that it stands behind.
#define HOST_PERMUTATION(Name, Count, Type) \
public \
	THostPermutation<Count, Type> \
	{ \
	public: \
		static const char* DefineName() \
		{ \
			return Name; \
		} \
	}
#define SHADER_PERMUTATION_INT(Name, Count) HOST_PERMUTATION(Name, Count, int32)
#define SHADER_PERMUTATION_BOOL(Name) HOST_PERMUTATION(Name, 2, bool)

template <typename... Dimensions>
struct TShaderPermutationDomain
{
	template <typename Dimension>
	void Set(typename Dimension::Type Value)
	{
		check(static_cast<int32>(Value) >= 0 && static_cast<int32>(Value) < Dimension::Count);
		Values[Dimension::DefineName()] = static_cast<int32>(Value);
	}
	/** Every dimension has a value: zero unless it was set. */
	std::map<std::string, int> Values = {{Dimensions::DefineName(), 0}...};
};

/** A shader of one permutation, as the host compiles it. */
struct FHostShader
{
	std::string File;
	std::string Entry;
	std::map<std::string, int> Defines;
};

class FGlobalShader
{
public:
	using FPermutationDomain = TShaderPermutationDomain<>; // of a shader that has no other
	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters&) { return true; }
	static void ModifyCompilationEnvironment(const FGlobalShaderPermutationParameters&, FShaderCompilerEnvironment&) {}
};

class FGlobalShaderMap
{
};
inline FGlobalShaderMap* GetGlobalShaderMap(ERHIFeatureLevel::Type)
{
	static FGlobalShaderMap Map;
	return &Map;
}

template <typename ShaderType>
class TShaderRef
{
public:
	FHostShader Shader;
};
template <typename ShaderType>
class TShaderMapRef : public TShaderRef<ShaderType>
{
public:
	explicit TShaderMapRef(const FGlobalShaderMap* Map)
		: TShaderMapRef(Map, typename ShaderType::FPermutationDomain())
	{
	}
	TShaderMapRef(const FGlobalShaderMap*, const typename ShaderType::FPermutationDomain& Permutation)
	{
		const FGlobalShaderPermutationParameters Parameters;
		check(ShaderType::ShouldCompilePermutation(Parameters));
		FShaderCompilerEnvironment Environment;
		ShaderType::ModifyCompilationEnvironment(Parameters, Environment);
		this->Shader.File = ShaderType::HostFile();
		this->Shader.Entry = ShaderType::HostEntry();
		this->Shader.Defines = Environment.HostDefines;
		for (const auto& [Name, Value] : Permutation.Values)
		{
			this->Shader.Defines[Name] = Value;
		}
	}
};

#define DECLARE_GLOBAL_SHADER(ShaderClass) \
public: \
	static const char* HostFile(); \
	static const char* HostEntry();
#define IMPLEMENT_GLOBAL_SHADER(ShaderClass, SourceFile, FunctionName, Frequency) \
	static_assert(Frequency == SF_Compute); \
	const char* ShaderClass::HostFile() \
	{ \
		return SourceFile; \
	} \
	const char* ShaderClass::HostEntry() \
	{ \
		return FunctionName; \
	}
