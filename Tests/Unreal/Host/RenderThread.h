// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Device.h"

namespace Host
{

HOST_API void StartRenderThread(std::unique_ptr<IDevice> Device);
HOST_API void StopRenderThread();

} // namespace Host
