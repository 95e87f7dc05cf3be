// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Math/Vector.h"
#include "RenderGraphDefinitions.h"

enum class EHostShaderMember
{
	Value,
	RdgSrv,
	RdgUav
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
	CppType MemberName = {}; \
	struct zzId##MemberName \
	{ \
	}; \
	static void zzList(std::vector<FHostShaderMember>& Out, zzId##MemberName) \
	{ \
		zzList(Out, zzBefore##MemberName()); \
		Out.push_back({#MemberName, Text, offsetof(zzThis, MemberName), sizeof(CppType), EHostShaderMember::Kind_}); \
	} \
	typedef zzId##MemberName
#define SHADER_PARAMETER(MemberType, MemberName) \
	HOST_SHADER_MEMBER(MemberType, THostShaderType<MemberType>::Text, MemberName, Value)
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
