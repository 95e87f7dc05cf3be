// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/SpirvReflection.h"

#include <map>
#include <set>

namespace Exemplar
{
namespace SpirvReading
{

// Numbers from the SPIR-V specification, as far as an interface needs them.
enum EOpcode : uint32_t
{
	OpLine = 8,
	OpName = 5,
	OpMemberName = 6,
	OpEntryPoint = 15,
	OpExecutionMode = 16,
	OpTypeInt = 21,
	OpTypeFloat = 22,
	OpTypeVector = 23,
	OpTypeMatrix = 24,
	OpTypeImage = 25,
	OpTypeSampler = 26,
	OpTypeArray = 28,
	OpTypeRuntimeArray = 29,
	OpTypeStruct = 30,
	OpTypePointer = 32,
	OpConstant = 43,
	OpFunction = 54,
	OpFunctionParameter = 55,
	OpFunctionEnd = 56,
	OpVariable = 59,
	OpImageTexelPointer = 60,
	OpLoad = 61,
	OpAccessChain = 65,
	OpArrayLength = 68,
	OpDecorate = 71,
	OpMemberDecorate = 72,
	OpLabel = 248,
	OpNoLine = 317
};
enum EDecoration : uint32_t
{
	DecorationArrayStride = 6,
	DecorationNonWritable = 24,
	DecorationBinding = 33,
	DecorationDescriptorSet = 34,
	DecorationOffset = 35,
	DecorationBufferBlock = 3
};
constexpr uint32_t ExecutionModeLocalSize = 17;
constexpr uint32_t DimBuffer = 5;
constexpr uint32_t StorageUniformConstant = 0, StorageUniform = 2, StorageStorageBuffer = 12;

struct FType
{
	uint32_t Op = 0;
	std::vector<uint32_t> Operands; // without the result
};

struct FModule
{
	std::map<uint32_t, std::string> Names;
	std::map<std::pair<uint32_t, uint32_t>, std::string> MemberNames;
	std::map<uint32_t, FType> Types;
	std::map<uint32_t, uint32_t> Constants;
	std::map<std::pair<uint32_t, uint32_t>, uint32_t> Decorations; // (id, decoration)
	std::map<uint32_t, uint32_t> SetWords;
	std::map<std::pair<uint32_t, uint32_t>, uint32_t> MemberOffsets;
	std::set<std::pair<uint32_t, uint32_t>> NonWritableMembers;
	std::vector<std::pair<uint32_t, std::pair<uint32_t, uint32_t>>> Variables; // id, (pointer type, storage)
	std::set<uint32_t> Used;
};

std::string ReadString(std::span<const uint32_t> Words)
{
	std::string Out;
	for (const uint32_t Word : Words)
	{
		for (int Byte = 0; Byte < 4; ++Byte)
		{
			const char C = static_cast<char>(Word >> (8 * Byte) & 0xff);
			if (C == 0)
			{
				return Out;
			}
			Out += C;
		}
	}
	return Out;
}

std::string TypeName(const FModule& Module, uint32_t Id)
{
	const auto Found = Module.Types.find(Id);
	if (Found == Module.Types.end())
	{
		return "?";
	}
	const FType& Type = Found->second;
	switch (Type.Op)
	{
	case OpTypeInt:
		return Type.Operands[1] != 0 ? "int" : "uint";
	case OpTypeFloat:
		return "float";
	case OpTypeVector:
		return TypeName(Module, Type.Operands[0]) + std::to_string(Type.Operands[1]);
	case OpTypeMatrix:
		return TypeName(Module, Type.Operands[0]) + "x" + std::to_string(Type.Operands[1]);
	case OpTypeArray:
	{
		const auto Length = Module.Constants.find(Type.Operands[1]);
		return TypeName(Module, Type.Operands[0]) + "[" +
			(Length == Module.Constants.end() ? "?" : std::to_string(Length->second)) + "]";
	}
	default:
		return "struct";
	}
}

uint32_t SizeOf(const FModule& Module, uint32_t Id)
{
	const auto Found = Module.Types.find(Id);
	if (Found == Module.Types.end())
	{
		return 0;
	}
	const FType& Type = Found->second;
	switch (Type.Op)
	{
	case OpTypeInt:
	case OpTypeFloat:
		return 4;
	case OpTypeVector:
		return SizeOf(Module, Type.Operands[0]) * Type.Operands[1];
	case OpTypeMatrix:
		return 16 * Type.Operands[1];
	case OpTypeArray:
	{
		const auto Stride = Module.Decorations.find({Id, DecorationArrayStride});
		const auto Length = Module.Constants.find(Type.Operands[1]);
		return Stride == Module.Decorations.end() || Length == Module.Constants.end() ? 0
																					  : Stride->second * Length->second;
	}
	default:
		return 0;
	}
}

void ReadInstruction(FModule& Module, FSpirvReflection& Out, bool bInFunction, std::span<const uint32_t> All, size_t At)
{
	const uint32_t Count = All[At] >> 16, Op = All[At] & 0xffff;
	const std::span<const uint32_t> W = All.subspan(At, Count);
	const auto Type = [&] { Module.Types[W[1]] = {Op, {W.begin() + 2, W.end()}}; };
	switch (Op)
	{
	case OpName:
		Module.Names[W[1]] = ReadString(W.subspan(2));
		break;
	case OpMemberName:
		Module.MemberNames[{W[1], W[2]}] = ReadString(W.subspan(3));
		break;
	case OpEntryPoint:
		Out.Entry = ReadString(W.subspan(3));
		break;
	case OpExecutionMode:
		if (W[2] == ExecutionModeLocalSize && Count >= 6)
		{
			Out.GroupSize[0] = W[3];
			Out.GroupSize[1] = W[4];
			Out.GroupSize[2] = W[5];
		}
		break;
	case OpTypeInt:
	case OpTypeFloat:
	case OpTypeVector:
	case OpTypeMatrix:
	case OpTypeImage:
	case OpTypeSampler:
	case OpTypeArray:
	case OpTypeRuntimeArray:
	case OpTypeStruct:
	case OpTypePointer:
		Type();
		break;
	case OpConstant:
		Module.Constants[W[2]] = W[3];
		break;
	case OpDecorate:
		Module.Decorations[{W[1], W[2]}] = Count > 3 ? W[3] : 1;
		if (W[2] == DecorationDescriptorSet)
		{
			Module.SetWords[W[1]] = static_cast<uint32_t>(At + 3);
		}
		break;
	case OpMemberDecorate:
		if (W[3] == DecorationOffset)
		{
			Module.MemberOffsets[{W[1], W[2]}] = W[4];
		}
		if (W[3] == DecorationNonWritable)
		{
			Module.NonWritableMembers.insert({W[1], W[2]});
		}
		break;
	case OpVariable:
		if (!bInFunction)
		{
			Module.Variables.push_back({W[2], {W[1], W[3]}});
		}
		break;
	case OpLoad:
	case OpAccessChain:
	case OpImageTexelPointer:
	case OpArrayLength:
		Module.Used.insert(W[3]);
		break;
	default:
		break;
	}
}

void DescribeBlock(const FModule& Module, uint32_t Struct, FShaderBinding& Out)
{
	const FType& Type = Module.Types.at(Struct);
	for (uint32_t Index = 0; Index < Type.Operands.size(); ++Index)
	{
		FShaderMember Member;
		const auto Name = Module.MemberNames.find({Struct, Index});
		const auto Offset = Module.MemberOffsets.find({Struct, Index});
		Member.Name = Name == Module.MemberNames.end() ? "" : Name->second;
		Member.Offset = Offset == Module.MemberOffsets.end() ? 0 : Offset->second;
		Member.Type = TypeName(Module, Type.Operands[Index]);
		Out.BlockBytes = Member.Offset + SizeOf(Module, Type.Operands[Index]);
		Out.Members.push_back(std::move(Member));
	}
	Out.BlockBytes = (Out.BlockBytes + 15) / 16 * 16;
}

/** False if the variable is not a resource. */
bool DescribeVariable(const FModule& Module, uint32_t Id, uint32_t Pointer, uint32_t Storage, FShaderBinding& Out)
{
	if (Storage != StorageUniformConstant && Storage != StorageUniform && Storage != StorageStorageBuffer)
	{
		return false;
	}
	const uint32_t Pointee = Module.Types.at(Pointer).Operands[1];
	const auto Found = Module.Types.find(Pointee);
	if (Found == Module.Types.end())
	{
		return false;
	}
	const FType& Type = Found->second;
	const auto Name = Module.Names.find(Id);
	Out.Name = Name == Module.Names.end() ? "" : Name->second;
	if (Type.Op == OpTypeImage)
	{
		// Sampled type, dimension, depth, arrayed, multisampled, sampled (2: storage), format.
		const bool bStorage = Type.Operands[5] == 2;
		Out.ElementType = TypeName(Module, Type.Operands[0]);
		Out.bWritable = bStorage;
		Out.Kind = Type.Operands[1] == DimBuffer ? (bStorage ? EShaderResource::TexelWrite : EShaderResource::TexelRead)
												 : EShaderResource::Texture;
	}
	else if (Type.Op == OpTypeSampler)
	{
		Out.Kind = EShaderResource::Sampler;
	}
	else if (Type.Op == OpTypeStruct)
	{
		const bool bStructured =
			Storage == StorageStorageBuffer || Module.Decorations.count({Pointee, DecorationBufferBlock}) != 0;
		if (bStructured)
		{
			Out.Kind = EShaderResource::Structured;
			Out.bWritable = Module.NonWritableMembers.count({Pointee, 0}) == 0;
			const FType& Array = Module.Types.at(Type.Operands[0]);
			const auto Stride = Module.Decorations.find({Type.Operands[0], DecorationArrayStride});
			Out.ElementType = Array.Operands.empty() ? "?" : TypeName(Module, Array.Operands[0]);
			Out.Stride = Stride == Module.Decorations.end() ? 0 : Stride->second;
		}
		else
		{
			Out.Kind = EShaderResource::UniformBlock;
			const auto StructName = Module.Names.find(Pointee);
			Out.Name = Out.Name.empty() && StructName != Module.Names.end() ? StructName->second : Out.Name;
			DescribeBlock(Module, Pointee, Out);
		}
	}
	else
	{
		return false;
	}
	const auto Set = Module.Decorations.find({Id, DecorationDescriptorSet});
	const auto Binding = Module.Decorations.find({Id, DecorationBinding});
	const auto SetWord = Module.SetWords.find(Id);
	Out.Set = Set == Module.Decorations.end() ? 0 : Set->second;
	Out.Binding = Binding == Module.Decorations.end() ? 0 : Binding->second;
	Out.SetWordAt = SetWord == Module.SetWords.end() ? 0 : SetWord->second;
	Out.bUsed = Module.Used.count(Id) != 0;
	return true;
}

} // namespace SpirvReading

const FShaderBinding* FSpirvReflection::Find(const std::string& Name) const
{
	for (const FShaderBinding& Binding : Bindings)
	{
		if (Binding.Name == Name)
		{
			return &Binding;
		}
	}
	return nullptr;
}

TResult<FSpirvReflection> ReflectSpirv(std::span<const uint32_t> Words)
{
	using namespace SpirvReading;
	if (Words.size() < 5 || Words[0] != 0x07230203u)
	{
		return FError{EErrorCode::Malformed, "The data is not SPIR-V: its magic number is missing."};
	}
	FModule Module;
	FSpirvReflection Out;
	bool bInFunction = false;
	for (size_t At = 5; At < Words.size();)
	{
		const uint32_t Count = Words[At] >> 16, Op = Words[At] & 0xffff;
		if (Count == 0 || Count > Words.size() - At)
		{
			return FError{EErrorCode::Malformed,
				"The SPIR-V module is truncated at word " + std::to_string(At) + ". Compile the shader again."};
		}
		bInFunction = bInFunction || Op == OpFunction;
		ReadInstruction(Module, Out, bInFunction, Words, At);
		const bool bCounts = Op != OpFunction && Op != OpFunctionParameter && Op != OpFunctionEnd && Op != OpLabel &&
			Op != OpLine && Op != OpNoLine && Op != OpVariable;
		Out.InstructionCount += bInFunction && bCounts ? 1 : 0;
		At += Count;
	}
	for (const auto& [Id, Variable] : Module.Variables)
	{
		FShaderBinding Binding;
		if (DescribeVariable(Module, Id, Variable.first, Variable.second, Binding))
		{
			Out.Bindings.push_back(std::move(Binding));
		}
	}
	return Out;
}

} // namespace Exemplar
