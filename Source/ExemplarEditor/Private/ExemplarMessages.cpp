// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMessages.h"

#include "ExemplarConversions.h"
#include "Internationalization/Text.h"
#include "Logging/MessageLog.h"

namespace Exemplar
{

void SayError(std::string_view Sentence)
{
	FMessageLog(TEXT("Exemplar")).Error(FText::FromString(ToUnrealText(Sentence)));
}
void SayWarning(std::string_view Sentence)
{
	FMessageLog(TEXT("Exemplar")).Warning(FText::FromString(ToUnrealText(Sentence)));
}
void SayInfo(std::string_view Sentence)
{
	FMessageLog(TEXT("Exemplar")).Info(FText::FromString(ToUnrealText(Sentence)));
}

} // namespace Exemplar
