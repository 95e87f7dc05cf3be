// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CrowdField.h"
#include "GpuTestDevice.h"

#include "Crowd/GpuCrowd.h"

namespace Exemplar
{

/** A crowd on the CPU and the same crowd on the device, frame by frame. */
class FCrowdGpuTest : public FGpuTest
{
protected:
	FCrowdField Field;

	// The device's side; palettes in two regions, by turns.
	std::vector<FGpuCrowdDraw> Draws;
	FGpuBindings Bindings;
	FGpuBuffer DeviceStates, LevelCounts, LevelFirsts, DeviceVisible, DrawArguments, PoseArguments, SkinInstances,
		Transforms, CustomData, OutCustomData, DevicePalettes, DeviceInstances, PreviousInstances;
	uint32_t Region = 0;
	FGpuCrowdParameters Extra;         // what tests ask for beyond a camera: everybody, turns, custom data
	std::vector<uint32_t> Generations; // of members; one where there are none

	/** Once the field has its members and the draws are known. */
	void MakeDeviceCrowd();

	/** A frame of FCrowdJob, then one of the kernels. */
	FCrowdStatistics RunBoth();
	FCrowdStatistics RunCpu();
	void RunDevice();
};

} // namespace Exemplar
