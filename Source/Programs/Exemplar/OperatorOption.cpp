// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "OperatorOption.h"

namespace Exemplar
{

CLI::Option* AddOperatorOption(CLI::App& Command, std::string& Name, const std::string& Help)
{
	std::vector<std::string> Names;
	for (int32_t Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		Names.emplace_back(ToString(static_cast<ESkinOperator>(Operator)));
	}
	return Command.add_option("--operator", Name, Help)->check(CLI::IsMember(Names));
}

TResult<FCharacter> WithOperator(const FCharacter& Character, const std::string& Name, const std::string& Path)
{
	if (Name.empty())
	{
		return Character;
	}
	const ESkinOperator Operator = *FindSkinOperator(Name); // the option admits no other names
	if (!SupportsOperator(Character.View(), Operator))
	{
		const bool bWeights = SupportsOperator(Character.View(), ESkinOperator::LinearBlend);
		const char* const Own = Operator == ESkinOperator::CenterOfRotation ? "centers of rotation" : "blend factors";
		return FError{EErrorCode::Unsupported,
			Path + ": --operator " + Name + " needs " +
				(Operator == ESkinOperator::AnimationSpace ? "an animation-space skin"
						: bWeights                         ? Own
														   : "blend weights") +
				", and a level has none. Build the character again, or choose another operator."};
	}
	FCharacterData Data = Character.ToData();
	Data.PreferredOperator = static_cast<uint32_t>(Operator) + 1;
	return FCharacter::FromData(Data);
}

} // namespace Exemplar
