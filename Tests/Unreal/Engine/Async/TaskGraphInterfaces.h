// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

namespace ENamedThreads
{
enum Type : int
{
	GameThread
};
}
