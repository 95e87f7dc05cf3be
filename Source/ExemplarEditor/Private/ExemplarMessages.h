// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"

#include <string_view>

namespace Exemplar
{

/** Sentences to the message log "Exemplar", which also puts them into the output log. */
void SayError(std::string_view Sentence);
void SayWarning(std::string_view Sentence);
void SayInfo(std::string_view Sentence);

} // namespace Exemplar
