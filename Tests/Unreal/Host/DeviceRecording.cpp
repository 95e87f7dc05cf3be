// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Device.h"

namespace
{

class FHeapMemory : public Host::IMemory
{
public:
	explicit FHeapMemory(size_t ByteCount)
		: All(ByteCount)
	{
	}
	std::span<std::byte> Bytes() override { return All; }

private:
	std::vector<std::byte> All;
};

class FRecordingDevice : public Host::IDevice
{
public:
	std::unique_ptr<Host::IMemory> MakeMemory(size_t ByteCount) override
	{
		return std::make_unique<FHeapMemory>(ByteCount);
	}
	void Dispatch(const FHostShader&, const std::vector<FHostShaderMember>&,
		const std::map<std::string, Host::FBoundBuffer>& Buffers, const std::map<std::string, std::vector<std::byte>>&,
		uint32, uint32, uint32, FRHIBuffer*, uint32) override
	{
		// Touches what a shader would write, so that a thread sanitizer sees it.
		for (const auto& [Name, Bound] : Buffers)
		{
			if (Bound.Type.rfind("RW", 0) == 0)
			{
				for (std::byte& Byte : Bound.Buffer->Memory->Memory->Bytes())
				{
					Byte = std::byte{0};
				}
			}
		}
	}
	std::vector<std::string> NamesOf(const FHostShader&) override { return {}; }
	Host::FPicture Draw(uint32 Width, uint32 Height, const std::vector<Host::FDraw>&) override
	{
		return Host::FPicture(Width, Height);
	}
};

} // namespace

Host::FPicture::FPicture(uint32 InWidth, uint32 InHeight)
	: Width(InWidth)
	, Height(InHeight)
	, Triangles(size_t{Width} * Height)
	, Depths(Triangles.size())
	, Normals(4 * Triangles.size())
	, Motions(4 * Triangles.size())
	, Colors(Triangles.size())
{
}

std::unique_ptr<Host::IDevice> Host::MakeRecordingDevice()
{
	return std::make_unique<FRecordingDevice>();
}
