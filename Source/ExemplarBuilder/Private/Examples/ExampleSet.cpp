// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Examples/ExampleSet.h"
