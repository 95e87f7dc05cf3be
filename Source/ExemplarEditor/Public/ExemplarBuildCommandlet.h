// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"

#include "ExemplarBuildCommandlet.generated.h"

/**
 * UnrealEditor-Cmd PROJECT -run=ExemplarBuild -Manifest=FILE [-Folder=/Game/Heroes] [-Json=FILE]
 *
 * Builds the characters of a list and saves them; those whose examples and options have not changed are left alone. The
 * exit code is 0, 1 if a character failed, or 2 if the list or the arguments are wrong.
 */
UCLASS()
class EXEMPLAREDITOR_API UExemplarBuildCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	UExemplarBuildCommandlet();
	virtual int32 Main(const FString& Params) override;
};
