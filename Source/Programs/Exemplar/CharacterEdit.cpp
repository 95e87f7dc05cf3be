// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CharacterEdit.h"

#include "Base/CharacterFile.h"
#include "Command.h"
#include "Inputs.h"

namespace Exemplar
{

void FCharacterEdit::AddPaths(CLI::App& Command, const char* InHelp, const char* OutHelp)
{
	Command.add_option("CHARACTER", In, InHelp)->required();
	Command.add_option("-o,--out", Out, OutHelp)->required();
}

void FCharacterEdit::AddJson(CLI::App& Command, const char* Help)
{
	Command.add_option("--json", Json, Help);
}

TResult<FCharacter> FCharacterEdit::Load(std::span<const FOutputFile> Others) const
{
	std::vector<FOutputFile> Outputs{{"--out", Out, CharacterExtensions, bMayReplaceInput}, {"--json", Json, {}}};
	Outputs.insert(Outputs.end(), Others.begin(), Others.end());
	if (const FStatus Status = CheckOutputs(Outputs, {&In, 1}); !Status)
	{
		return Status.GetError();
	}
	return LoadCharacter(In);
}

FStatus FCharacterEdit::Write(const FCharacter& Character, const FJson& Figures, FSession& Session) const
{
	FStatus Written = WriteCharacter(ToPath(Out), Character, {}, Session);
	if (Written && !Json.empty())
	{
		Written = WriteJson(ToPath(Json), Figures);
		if (Written)
		{
			Session.Say("Wrote " + Json);
		}
	}
	return Written;
}

FError FCharacterEdit::Locate(const FError& Error) const
{
	return Error.Code == EErrorCode::Canceled ? Error : FError{Error.Code, In + ": " + Error.Message};
}

TResult<FCharacter> LoadCharacter(const std::string& Path)
{
	if (!IsCharacterPath(Path))
	{
		return FError{
			EErrorCode::Unsupported, Path + ": not a character (.exemplar). Create one with build or convert."};
	}
	return LoadCharacter(ToPath(Path));
}

} // namespace Exemplar
