// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Geometry/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** Assembles a binary glTF file from JSON and one buffer. Every Add appends to the buffer and returns the index of the
 * new accessor. Bounds are those of the floats as written, which validators compare.
 */
class FGltfWriter
{
public:
	nlohmann::ordered_json Json;

	FGltfWriter();

	size_t AddScalars(std::span<const float> Values, bool bBounds);
	size_t AddVectors(std::span<const FFloat2> Values);
	size_t AddVectors(std::span<const FFloat3> Values, bool bBounds = false);
	size_t AddVectors(std::span<const FFloat4> Values);
	size_t AddRotations(std::span<const FRotation> Values);
	size_t AddMatrices(std::span<const float> ColumnMajor);

	/** Vertex attributes: as above, marked for the vertex buffer. */
	size_t AddAttribute(std::span<const float> Values, size_t Width, bool bBounds = false);
	size_t AddJoints(std::span<const uint16_t> FourAVertex, bool bWide);
	size_t AddColors(std::span<const uint8_t> FourAVertex);

	/** Vectors of Count vertices that are zero but for some, ascending. */
	size_t AddSparse(size_t Count, std::span<const uint32_t> Vertices, std::span<const FFloat3> Values, bool bBounds);

	/** Triangle corners, as 16-bit indices if they fit. */
	size_t AddIndices(std::span<const uint32_t> Indices);

	/** A texture of an embedded PNG image; returns its index. It is not repeated, and filtered over mip levels. */
	size_t AddTexture(std::string_view Name, std::span<const std::byte> Png);

	/** Appends to the array with that name and returns the index of the item. */
	size_t Append(const char* ArrayName, nlohmann::ordered_json Item);

	/** The file; throws FFailure if it would exceed the limit of glTF (4 GiB). */
	std::vector<std::byte> Finish();

private:
	size_t AddFloats(std::span<const float> Values, size_t Width, bool bBounds, int Target);
	size_t AddAccessor(std::span<const std::byte> Bytes, int ComponentType, size_t Width, size_t Count, int Target);

	std::vector<std::byte> Buffer;
};

} // namespace Exemplar
