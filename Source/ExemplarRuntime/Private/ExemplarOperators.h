// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacter.h"
#include "ExemplarCharacterData.h"
#include "Posing/CorrectiveScales.h"

constexpr bool ExemplarIsSameOperator(EExemplarOperator Setting, Exemplar::ESkinOperator Operator)
{
	return static_cast<uint8>(Setting) == static_cast<uint8>(Operator) + 1;
}
static_assert(static_cast<uint8>(EExemplarOperator::Automatic) == 0);
static_assert(ExemplarIsSameOperator(EExemplarOperator::LinearBlend, Exemplar::ESkinOperator::LinearBlend));
static_assert(ExemplarIsSameOperator(EExemplarOperator::AnimationSpace, Exemplar::ESkinOperator::AnimationSpace));
static_assert(ExemplarIsSameOperator(EExemplarOperator::DualQuaternion, Exemplar::ESkinOperator::DualQuaternion));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Spherical, Exemplar::ESkinOperator::Spherical));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Twist, Exemplar::ESkinOperator::Twist));
static_assert(ExemplarIsSameOperator(EExemplarOperator::CenterOfRotation, Exemplar::ESkinOperator::CenterOfRotation));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Blended, Exemplar::ESkinOperator::Blended));
static_assert(static_cast<int32>(EExemplarOperator::Blended) == Exemplar::SkinOperatorCount);

/** The operator that a setting means for a character. */
inline Exemplar::ESkinOperator ExemplarOperatorOf(EExemplarOperator Setting, const FExemplarCharacterData& Character)
{
	return Setting == EExemplarOperator::Automatic
		? Character.GetPreferredOperator()
		: static_cast<Exemplar::ESkinOperator>(static_cast<uint8>(Setting) - 1);
}

/** Scales a corrective by its name. If the character has none of that name, logs a warning and returns false. */
bool ExemplarSetCorrective(const UObject& Owner, const FExemplarCharacterData* Character, FName Corrective,
	float Weight, Exemplar::FCorrectiveScales& Out);
