// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/CookedCharacter.h"

#include "Base/Sentence.h"

#include <set>

namespace Exemplar
{

ESkinOperator FindCrowdOperator(const FCharacterView& Character)
{
	return SupportsOperator(Character, ESkinOperator::AnimationSpace) ? ESkinOperator::AnimationSpace
																	  : ESkinOperator::LinearBlend;
}

TResult<FCookedCharacter> CookCharacter(
	const FPosableCharacter& Character, std::span<const ESkinOperator> More, bool bKeepMeshes, IExecutor& Executor)
{
	const FCharacterView& View = Character.View();
	FCookedCharacter Out;
	Out.Preferred = FindPreferredOperator(View);
	Out.Crowd = FindCrowdOperator(View);
	std::set<EPackedKind> Kinds{PackedKindOf(Out.Preferred), PackedKindOf(Out.Crowd)};
	for (const ESkinOperator Operator : More)
	{
		if (!SupportsOperator(View, Operator))
		{
			return FError{EErrorCode::Unsupported,
				Sentence("The character cannot be cooked for the operator ", ToString(Operator),
					": its levels do not have what that reads. Do not ask for it, or build the character with it.")};
		}
		Kinds.insert(PackedKindOf(Operator));
	}
	for (const EPackedKind Kind : Kinds)
	{
		if (!Character.Poser)
		{
			break; // nothing moves it, and nothing draws it
		}
		const TResult<std::vector<FGpuLevel>> Levels =
			MakeGpuLevels(View, Character.Poser->GetRest(), Kind, Character.Basis, Executor);
		if (!Levels)
		{
			return Levels.GetError();
		}
		for (uint32_t Level = 0; Level < Levels->size(); ++Level)
		{
			Out.Blocks.push_back({Kind, Level, WriteGpuLevel((*Levels)[Level])});
		}
	}
	if (bKeepMeshes || Out.Blocks.empty())
	{
		const std::span<const std::byte> Bytes = Character.Character.Bytes();
		Out.Character.assign(Bytes.begin(), Bytes.end());
		return Out;
	}
	FCharacterData Data = Character.Character.ToData();
	Data.Levels.clear();
	const TResult<FCharacter> Rest = FCharacter::FromData(Data);
	if (!Rest)
	{
		return Rest.GetError();
	}
	Out.Character.assign(Rest->Bytes().begin(), Rest->Bytes().end());
	return Out;
}

} // namespace Exemplar
