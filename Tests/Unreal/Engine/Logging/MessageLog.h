// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Logging/TokenizedMessage.h"
#include "UObject/NameTypes.h"

/** A tab of sentences for people. What is an error or a warning also goes to the output log. */
class HOST_API FMessageLog
{
public:
	FMessageLog(const FName& InLogName)
		: HostName(InLogName)
	{
	}
	TSharedRef<FTokenizedMessage> Error(const FText& InMessage);
	TSharedRef<FTokenizedMessage> Warning(const FText& InMessage);
	TSharedRef<FTokenizedMessage> Info(const FText& InMessage);

private:
	FName HostName;
};
