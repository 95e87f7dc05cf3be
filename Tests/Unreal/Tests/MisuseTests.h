// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>

namespace Host
{

/** A line `NAME | WORDS` for each mistake that the host has to notice at run time, and the words that it has to say. */
void ListMisuses();
/** Makes the mistake. Answers when nobody has noticed. */
void RunMisuse(const std::string& Name);

} // namespace Host
