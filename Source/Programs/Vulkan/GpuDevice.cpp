// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/VulkanObjects.h"

#include <algorithm>
#include <utility>

namespace Exemplar
{
namespace VulkanSetup
{

constexpr const char* ValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL TakeMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
	const VkDebugUtilsMessengerCallbackDataEXT* Data, void* User)
{
	FGpuContents& Gpu = *static_cast<FGpuContents*>(User);
	const std::lock_guard<std::mutex> Lock(Gpu.MessageMutex);
	Gpu.Messages.push_back(Data->pMessage);
	return VK_FALSE;
}

bool HasValidationLayer()
{
	uint32_t Count = 0;
	vkEnumerateInstanceLayerProperties(&Count, nullptr);
	std::vector<VkLayerProperties> Layers(Count);
	vkEnumerateInstanceLayerProperties(&Count, Layers.data());
	return std::any_of(Layers.begin(), Layers.end(),
		[](const VkLayerProperties& Layer) { return std::string(Layer.layerName) == ValidationLayer; });
}

FStatus MakeInstance(const FGpuDeviceOptions& Options, FGpuContents& Gpu)
{
	if (Options.bValidation && !HasValidationLayer())
	{
		return FError{
			EErrorCode::NotFound, "The Vulkan validation layer is not installed. Install vulkan-validationlayers."};
	}
	VkApplicationInfo Application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
	Application.pApplicationName = "Exemplar";
	Application.apiVersion = VK_API_VERSION_1_3;
	VkDebugUtilsMessengerCreateInfoEXT Messages = {VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
	Messages.messageSeverity =
		VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
	Messages.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
	Messages.pfnUserCallback = TakeMessage;
	Messages.pUserData = &Gpu;
	const VkValidationFeatureEnableEXT Synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
	VkValidationFeaturesEXT Features = {VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
	Features.enabledValidationFeatureCount = 1;
	Features.pEnabledValidationFeatures = &Synchronization;
	Features.pNext = &Messages;
	const char* Extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
	VkInstanceCreateInfo Info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
	Info.pApplicationInfo = &Application;
	if (Options.bValidation)
	{
		Info.pNext = &Features;
		Info.enabledLayerCount = 1;
		Info.ppEnabledLayerNames = &ValidationLayer;
		Info.enabledExtensionCount = 1;
		Info.ppEnabledExtensionNames = &Extension;
	}
	if (const VkResult Result = vkCreateInstance(&Info, nullptr, &Gpu.Instance); Result != VK_SUCCESS)
	{
		return FError{EErrorCode::NotFound,
			"This machine has no Vulkan driver (vkCreateInstance returned " + std::to_string(Result) +
				"). Install one. mesa-vulkan-drivers includes one that does not require a graphics card."};
	}
	if (Options.bValidation)
	{
		const auto Create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
			vkGetInstanceProcAddr(Gpu.Instance, "vkCreateDebugUtilsMessengerEXT"));
		if (Create != nullptr)
		{
			Create(Gpu.Instance, &Messages, nullptr, &Gpu.Messenger);
		}
	}
	return FOk{};
}

/** Graphics cards first, unless a software device is requested. */
int RankOf(VkPhysicalDeviceType Type)
{
	switch (Type)
	{
	case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
		return 4;
	case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
		return 3;
	case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
		return 2;
	case VK_PHYSICAL_DEVICE_TYPE_CPU:
		return 1;
	default:
		return 0;
	}
}

FStatus ChooseDevice(const FGpuDeviceOptions& Options, FGpuContents& Gpu)
{
	uint32_t Count = 0;
	vkEnumeratePhysicalDevices(Gpu.Instance, &Count, nullptr);
	std::vector<VkPhysicalDevice> Devices(Count);
	vkEnumeratePhysicalDevices(Gpu.Instance, &Count, Devices.data());
	int Best = -1;
	for (const VkPhysicalDevice Device : Devices)
	{
		VkPhysicalDeviceProperties Properties;
		vkGetPhysicalDeviceProperties(Device, &Properties);
		const bool bKind = !Options.bSoftware || Properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
		if (!bKind || Properties.apiVersion < VK_API_VERSION_1_3 || RankOf(Properties.deviceType) <= Best)
		{
			continue;
		}
		uint32_t FamilyCount = 0;
		vkGetPhysicalDeviceQueueFamilyProperties(Device, &FamilyCount, nullptr);
		std::vector<VkQueueFamilyProperties> Families(FamilyCount);
		vkGetPhysicalDeviceQueueFamilyProperties(Device, &FamilyCount, Families.data());
		for (uint32_t Family = 0; Family < FamilyCount; ++Family)
		{
			constexpr VkQueueFlags Needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
			if ((Families[Family].queueFlags & Needed) == Needed)
			{
				Best = RankOf(Properties.deviceType);
				Gpu.Physical = Device;
				Gpu.QueueFamily = Family;
				Gpu.Properties = Properties;
				Gpu.bTimestamps = Families[Family].timestampValidBits != 0;
				Gpu.Name = Properties.deviceName;
				break;
			}
		}
	}
	if (Best < 0)
	{
		return FError{EErrorCode::NotFound,
			std::string("No ") + (Options.bSoftware ? "software " : "") +
				"device on this machine supports Vulkan 1.3. Update the graphics driver, or install "
				"mesa-vulkan-drivers."};
	}
	vkGetPhysicalDeviceMemoryProperties(Gpu.Physical, &Gpu.Memory);
	return FOk{};
}

FStatus MakeDevice(FGpuContents& Gpu)
{
	VkPhysicalDeviceFeatures Has;
	vkGetPhysicalDeviceFeatures(Gpu.Physical, &Has);
	VkPhysicalDeviceFeatures2 Features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
	Features.features.geometryShader = Has.geometryShader; // SV_PrimitiveID in pixel shaders
	Features.features.multiDrawIndirect = Has.multiDrawIndirect;
	Features.features.drawIndirectFirstInstance = Has.drawIndirectFirstInstance;
	Features.features.shaderStorageImageWriteWithoutFormat = Has.shaderStorageImageWriteWithoutFormat;
	Features.features.vertexPipelineStoresAndAtomics = Has.vertexPipelineStoresAndAtomics;
	Features.features.fragmentStoresAndAtomics = Has.fragmentStoresAndAtomics;
	VkPhysicalDeviceVulkan13Features Newer = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
	Newer.dynamicRendering = VK_TRUE;
	Features.pNext = &Newer;
	const float Priority = 1.0f;
	VkDeviceQueueCreateInfo Queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
	Queue.queueFamilyIndex = Gpu.QueueFamily;
	Queue.queueCount = 1;
	Queue.pQueuePriorities = &Priority;
	VkDeviceCreateInfo Info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
	Info.pNext = &Features;
	Info.queueCreateInfoCount = 1;
	Info.pQueueCreateInfos = &Queue;
	if (const VkResult Result = vkCreateDevice(Gpu.Physical, &Info, nullptr, &Gpu.Device); Result != VK_SUCCESS)
	{
		return MakeVulkanError("open the device " + Gpu.Name, Result);
	}
	vkGetDeviceQueue(Gpu.Device, Gpu.QueueFamily, 0, &Gpu.Queue);
	VkCommandPoolCreateInfo Pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
	Pool.queueFamilyIndex = Gpu.QueueFamily;
	if (const VkResult Result = vkCreateCommandPool(Gpu.Device, &Pool, nullptr, &Gpu.CommandPool); Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a command pool", Result);
	}
	VkSamplerCreateInfo Sampler = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
	Sampler.magFilter = Sampler.minFilter = VK_FILTER_LINEAR;
	Sampler.addressModeU = Sampler.addressModeV = Sampler.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
	if (const VkResult Result = vkCreateSampler(Gpu.Device, &Sampler, nullptr, &Gpu.Sampler); Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a sampler", Result);
	}
	return FOk{};
}

} // namespace VulkanSetup

FGpuContents::~FGpuContents()
{
	if (Device != VK_NULL_HANDLE)
	{
		vkDestroySampler(Device, Sampler, nullptr);
		vkDestroyCommandPool(Device, CommandPool, nullptr);
		vkDestroyDevice(Device, nullptr);
	}
	if (Messenger != VK_NULL_HANDLE)
	{
		const auto Destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
			vkGetInstanceProcAddr(Instance, "vkDestroyDebugUtilsMessengerEXT"));
		Destroy(Instance, Messenger, nullptr);
	}
	if (Instance != VK_NULL_HANDLE)
	{
		vkDestroyInstance(Instance, nullptr);
	}
}

bool FGpuContents::FindMemory(
	uint32_t TypeBits, VkMemoryPropertyFlags Wanted, VkMemoryPropertyFlags Needed, uint32_t& Out) const
{
	for (const VkMemoryPropertyFlags Flags : {Wanted, Needed})
	{
		for (uint32_t Index = 0; Index < Memory.memoryTypeCount; ++Index)
		{
			if ((TypeBits >> Index & 1) != 0 && (Memory.memoryTypes[Index].propertyFlags & Flags) == Flags)
			{
				Out = Index;
				return true;
			}
		}
	}
	return false;
}

FError MakeVulkanError(const std::string& What, VkResult Result)
{
	const bool bMemory = Result == VK_ERROR_OUT_OF_DEVICE_MEMORY || Result == VK_ERROR_OUT_OF_HOST_MEMORY;
	return FError{bMemory ? EErrorCode::Degenerate : EErrorCode::Unsupported,
		"Vulkan could not " + What + " (result " + std::to_string(Result) + ")" +
			(bMemory ? ": not enough memory." : ". Update the graphics driver.")};
}

TResult<FGpuDevice> FGpuDevice::Create(const FGpuDeviceOptions& Options)
{
	auto Contents = std::make_shared<FGpuContents>();
	if (FStatus Status = VulkanSetup::MakeInstance(Options, *Contents); !Status)
	{
		return Status.GetError();
	}
	if (FStatus Status = VulkanSetup::ChooseDevice(Options, *Contents); !Status)
	{
		return Status.GetError();
	}
	if (FStatus Status = VulkanSetup::MakeDevice(*Contents); !Status)
	{
		return Status.GetError();
	}
	return FGpuDevice(std::move(Contents));
}

const std::string& FGpuDevice::Name() const
{
	return Contents->Name;
}

bool FGpuDevice::IsSoftware() const
{
	return Contents->Properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

std::vector<std::string> FGpuDevice::TakeValidationMessages() const
{
	const std::lock_guard<std::mutex> Lock(Contents->MessageMutex);
	return std::exchange(Contents->Messages, {});
}

} // namespace Exemplar
