// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Vector.h"
#include "RHIResources.h"
#include "RenderGraphDefinitions.h"

enum class EHostShaderMember
{
	Value,
	Srv,
	RdgSrv,
	RdgUav,
	RdgAccess
};
/** A member as its macro declared it. */
struct FHostShaderMember
{
	const char* Name;
	const char* Type;
	size_t Offset;
	size_t Size;
	EHostShaderMember Kind;
};
/** HLSL's words; a type that shaders do not have is not here. */
template <typename T>
struct THostShaderType;
template <>
struct THostShaderType<uint32>
{
	static constexpr const char* Text = "uint";
};
template <>
struct THostShaderType<float>
{
	static constexpr const char* Text = "float";
};
template <>
struct THostShaderType<FVector4f>
{
	static constexpr const char* Text = "float4";
};

/** An array of a shader's: here of what fills whole registers alone, whose layout is the same everywhere. */
template <typename T, uint32 Count>
struct THostShaderArray
{
	static_assert(sizeof(T) == 16);
	T Items[Count];
	T& operator[](int32 Index)
	{
		check(Index >= 0 && Index < static_cast<int32>(Count));
		return Items[Index];
	}
	static constexpr int32 Num() { return Count; }
};
template <uint32 Count>
struct THostShaderType<THostShaderArray<FVector4f, Count>>
{
	static const char* ArrayText()
	{
		static const std::string Name = "float4[" + std::to_string(Count) + "]";
		return Name.c_str();
	}
};

// Each member's list is the one before it and itself.
#define BEGIN_SHADER_PARAMETER_STRUCT(StructName, Prefix) \
	struct Prefix StructName \
	{ \
		using zzThis = StructName; \
		struct zzFirst \
		{ \
		}; \
		static void zzList(std::vector<FHostShaderMember>&, zzFirst) {} \
		using zzBefore = zzFirst; \
		typedef zzFirst
#define HOST_SHADER_MEMBER(CppType, Text, MemberName, Kind_) \
	zzBefore##MemberName; \
	using zzType##MemberName = CppType; \
	zzType##MemberName MemberName = {}; \
	struct zzId##MemberName \
	{ \
	}; \
	static void zzList(std::vector<FHostShaderMember>& Out, zzId##MemberName) \
	{ \
		zzList(Out, zzBefore##MemberName()); \
		Out.push_back( \
			{#MemberName, Text, offsetof(zzThis, MemberName), sizeof(zzType##MemberName), EHostShaderMember::Kind_}); \
	} \
	typedef zzId##MemberName
#define SHADER_PARAMETER(MemberType, MemberName) \
	HOST_SHADER_MEMBER(MemberType, THostShaderType<MemberType>::Text, MemberName, Value)
#define HOST_SHADER_ARRAY(MemberType, MemberArray) \
	THostShaderArray<MemberType, sizeof(MemberType MemberArray) / sizeof(MemberType)>
#define SHADER_PARAMETER_ARRAY(MemberType, MemberName, MemberArray) \
	HOST_SHADER_MEMBER(HOST_SHADER_ARRAY(MemberType, MemberArray), \
		THostShaderType<HOST_SHADER_ARRAY(MemberType, MemberArray)>::ArrayText(), MemberName, Value)
#define RDG_BUFFER_ACCESS(MemberName, Access) HOST_SHADER_MEMBER(FRDGBuffer*, #Access, MemberName, RdgAccess)
#define SHADER_PARAMETER_SRV(ShaderType, MemberName) \
	HOST_SHADER_MEMBER(FRHIShaderResourceView*, #ShaderType, MemberName, Srv)
#define SHADER_PARAMETER_RDG_BUFFER_SRV(ShaderType, MemberName) \
	HOST_SHADER_MEMBER(FRDGBufferSRV*, #ShaderType, MemberName, RdgSrv)
#define SHADER_PARAMETER_RDG_BUFFER_UAV(ShaderType, MemberName) \
	HOST_SHADER_MEMBER(FRDGBufferUAV*, #ShaderType, MemberName, RdgUav)
// The members of a struct as if they stood here.
#define SHADER_PARAMETER_STRUCT_INCLUDE(StructType, MemberName) \
	zzBefore##MemberName; \
	StructType MemberName = {}; \
	struct zzId##MemberName \
	{ \
	}; \
	static void zzList(std::vector<FHostShaderMember>& Out, zzId##MemberName) \
	{ \
		zzList(Out, zzBefore##MemberName()); \
		for (FHostShaderMember Member : StructType::HostMembers()) \
		{ \
			Member.Offset += offsetof(zzThis, MemberName); \
			Out.push_back(Member); \
		} \
	} \
	typedef zzId##MemberName
#define END_SHADER_PARAMETER_STRUCT() \
	zzLast; \
	static const std::vector<FHostShaderMember>& HostMembers() \
	{ \
		static const std::vector<FHostShaderMember> List = [] \
		{ \
			std::vector<FHostShaderMember> Out; \
			zzList(Out, zzLast()); \
			return Out; \
		}(); \
		return List; \
	} \
	} \
	;
