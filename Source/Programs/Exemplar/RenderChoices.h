// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderRequest.h"

#if EXEMPLAR_WITH_VULKAN

#include "Render/Pictures.h"

namespace Exemplar
{

/** What the words of a request mean for a character; fails with a sentence that says what could be asked for. */
TResult<FPictureOptions> ChoosePictures(const FCharacterView& Character, const FRenderRequest& Request);

} // namespace Exemplar

#endif
