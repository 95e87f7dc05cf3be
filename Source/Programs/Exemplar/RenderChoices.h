// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderRequest.h"

#if EXEMPLAR_WITH_VULKAN

#include "Render/Pictures.h"

namespace Exemplar
{

/** Resolves a request for a character; errors list the available choices. */
TResult<FPictureOptions> ChoosePictures(const FCharacterView& Character, const FRenderRequest& Request);

} // namespace Exemplar

#endif
