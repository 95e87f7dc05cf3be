// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <memory>

namespace Exemplar
{

/** Memory for large arrays that are written once, in large pages where the system has them: fresh memory costs more
 * than what is written to it, page by page. Throws std::bad_alloc. */
std::shared_ptr<std::byte> AllocateLarge(size_t Size);

} // namespace Exemplar
