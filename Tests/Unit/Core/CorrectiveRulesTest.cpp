// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/Character.h"
#include "FaultyCharacters.h"

#include <gtest/gtest.h>

#include <cmath>

namespace Exemplar
{
namespace CorrectiveRulesTest
{

/** Rules whose sentence covers several faults: those that the corpus, with one file per rule, has no room for. */
TEST(CorrectiveRules, EveryPartOfARuleIsChecked)
{
	const auto Check = [](const char* Rule, void (*Break)(FCharacterData&))
	{
		FCharacterData Data = MakeSmallCharacterData();
		Break(Data);
		const TResult<FCharacter> Made = FCharacter::FromData(Data);
		EXPECT_FALSE(Made.IsOk()) << Rule;
		const std::string Message = Made.IsOk() ? "" : Made.GetError().Message;
		EXPECT_NE(Message.find("orrective"), std::string::npos) << Rule << ": " << Message;
	};
	Check("CorrectiveFieldsAreSound", [](FCharacterData& Data) { Data.Correctives.Correctives[0].Strength = NAN; });
	Check("CorrectiveKernelsAreSound", [](FCharacterData& Data) { Data.Correctives.Kernels[0].Function = 7; });
	Check("CorrectiveKernelsAreSound", [](FCharacterData& Data) { Data.Correctives.Kernels[1].First = 0xffffffffu; });
	Check("CorrectiveKernelsAreSound", [](FCharacterData& Data) { Data.Correctives.Kernels[3].Count = 3; });
	Check("CorrectiveTermsAreSound", [](FCharacterData& Data) { Data.Correctives.Terms[2].Scale = -1.0f; });
	Check("CorrectiveNumbersAreSound", [](FCharacterData& Data) { Data.Correctives.Coefficients[3] = NAN; });
	Check("CorrectiveRunsExist", [](FCharacterData& Data) { Data.Correctives.Runs[1].FirstKernel = 5; });
	Check("CorrectiveShapesAreSound", [](FCharacterData& Data) { Data.Correctives.Shapes[2].DeltaScale = INFINITY; });
	Check("CorrectiveHelpersAreSound", [](FCharacterData& Data) { Data.Correctives.Helpers[1].Shape = 3; });
	Check("CorrectiveDeltaRowsAreSound", [](FCharacterData& Data) { Data.Levels[0].Correctives.Normals.pop_back(); });
	Check("CorrectiveAfterIsSound", [](FCharacterData& Data) { Data.Levels[0].Correctives.After[0].Joint = 1; });
	Check("terms are shared", [](FCharacterData& Data) { Data.Correctives.Kernels[0].Count = 2; });
	Check("a curve has no second coordinate",
		[](FCharacterData& Data) {
			Data.Correctives.Kernels[3] = {6, 0, 0, 1.0f, 1, 1};
		});
	Check("a curve has no name", [](FCharacterData& Data) { Data.Correctives.Curves[0].Name = ""; });
}

} // namespace CorrectiveRulesTest
} // namespace Exemplar
