// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ByteOrder.h"
#include "Examples/MeshFiles.h"
#include "Examples/PlyHeader.h"
#include "Examples/TextScanner.h"

#include <algorithm>
#include <array>

namespace Exemplar
{
namespace
{

/** Reads the numbers of the data in sequence, in any encoding. Every PLY number fits a double exactly. */
class FPlyNumbers
{
public:
	FPlyNumbers(std::span<const std::byte> InBytes, const FPlyHeader& Header)
		: Bytes(InBytes)
		, Position(Header.DataBegin)
		, Encoding(Header.Encoding)
		, FirstLine(Header.DataLine)
		, Scanner(InBytes.subspan(Header.DataBegin))
	{
	}

	bool IsAscii() const { return Encoding == EPlyEncoding::Ascii; }

	bool Read(EPlyType Type, double& Out)
	{
		if (IsAscii())
		{
			return Scanner.SkipSpace() && Scanner.ReadNumber(Out);
		}
		const size_t Size = SizeOfPlyType(Type);
		if (Bytes.size() - Position < Size)
		{
			return false;
		}
		Out = Load(Type, Bytes.data() + Position);
		Position += Size;
		return true;
	}

	/** Whether the remaining bytes can hold this many numbers of a type. */
	bool CanHold(uint64_t Count, EPlyType Type) const
	{
		return IsAscii() ? Count <= Scanner.BytesLeft() / 2 + 1
						 : Count <= (Bytes.size() - Position) / SizeOfPlyType(Type);
	}

	/** Whether the remaining bytes can hold all of an element; an empty list still stores its count. */
	bool CanHold(const FPlyElement& Element) const
	{
		uint64_t Smallest = 0;
		for (const FPlyProperty& Property : Element.Properties)
		{
			Smallest += IsAscii() ? 2 : SizeOfPlyType(Property.CountType.value_or(Property.Type));
		}
		const uint64_t Left = IsAscii() ? Scanner.BytesLeft() + 1 : Bytes.size() - Position;
		return Smallest == 0 || Element.Count <= Left / Smallest;
	}

	FError MakeError(std::string_view Name, std::string_view What) const
	{
		return IsAscii() ? MalformedLine(Name, FirstLine + Scanner.GetLine() - 1, What)
						 : MalformedByte(Name, Position, What);
	}

private:
	double Load(EPlyType Type, const std::byte* At) const
	{
		const bool bBig = Encoding == EPlyEncoding::BinaryBigEndian;
		switch (Type)
		{
		case EPlyType::Int8:
			return LoadBytes<int8_t>(At, bBig);
		case EPlyType::Uint8:
			return LoadBytes<uint8_t>(At, bBig);
		case EPlyType::Int16:
			return LoadBytes<int16_t>(At, bBig);
		case EPlyType::Uint16:
			return LoadBytes<uint16_t>(At, bBig);
		case EPlyType::Int32:
			return LoadBytes<int32_t>(At, bBig);
		case EPlyType::Uint32:
			return LoadBytes<uint32_t>(At, bBig);
		case EPlyType::Float32:
			return LoadBytes<float>(At, bBig);
		default:
			return LoadBytes<double>(At, bBig);
		}
	}

	std::span<const std::byte> Bytes;
	size_t Position;
	EPlyEncoding Encoding;
	size_t FirstLine;
	FTextScanner Scanner;
};

class FPlyParser
{
public:
	FPlyParser(std::span<const std::byte> Bytes, std::string_view InName, FPlyHeader InHeader)
		: Header(std::move(InHeader))
		, Numbers(Bytes, Header)
		, Name(InName)
	{
	}

	TResult<FSourceMesh> Run()
	{
		bool bHasVertices = false, bHasFaces = false;
		for (const FPlyElement& Element : Header.Elements)
		{
			const bool bVertices = Element.Name == "vertex", bFaces = Element.Name == "face";
			if ((bVertices && bHasVertices) || (bFaces && bHasFaces))
			{
				return FileError(EErrorCode::Malformed, Name,
					"the header has the element \"" + Element.Name + "\" twice. Export the mesh again");
			}
			bHasVertices = bHasVertices || bVertices;
			bHasFaces = bHasFaces || bFaces;
			if (!Numbers.CanHold(Element))
			{
				return Numbers.MakeError(Name,
					"the header declares " + std::to_string(Element.Count) + " entries of element \"" + Element.Name +
						"\", more than the rest of the file can hold. The file is truncated; export the mesh again");
			}
			if (!(bVertices ? ReadVertices(Element) : bFaces ? ReadFaces(Element) : SkipElement(Element)))
			{
				return Failure;
			}
		}
		return Finish();
	}

private:
	bool Fail(const FPlyElement& Element, uint64_t Index, std::string_view What)
	{
		Failure = Numbers.MakeError(
			Name, Element.Name + " " + std::to_string(Index) + " (counting from 0) " + std::string(What));
		return false;
	}

	bool FailShort(const FPlyElement& Element, uint64_t Index)
	{
		return Fail(Element, Index,
			Numbers.IsAscii() ? "does not have all its numbers. The file was truncated or edited; export the mesh again"
							  : "is where the file ends. The file is truncated; export the mesh again");
	}

	/** The count of a list, if the file can hold that many. */
	bool ReadListCount(const FPlyProperty& Property, uint64_t& Out)
	{
		double Count = 0.0;
		if (!Numbers.Read(*Property.CountType, Count) || !(Count >= 0.0 && Count <= 4294967295.0))
		{
			return false;
		}
		Out = static_cast<uint64_t>(Count);
		return static_cast<double>(Out) == Count && Numbers.CanHold(Out, Property.Type);
	}

	bool SkipProperty(const FPlyProperty& Property)
	{
		uint64_t Count = 1;
		double Ignored = 0.0;
		if (Property.CountType && !ReadListCount(Property, Count))
		{
			return false;
		}
		for (; Count > 0; --Count)
		{
			if (!Numbers.Read(Property.Type, Ignored))
			{
				return false;
			}
		}
		return true;
	}

	bool SkipElement(const FPlyElement& Element)
	{
		for (uint64_t Index = 0; Index < Element.Count && !Element.Properties.empty(); ++Index)
		{
			for (const FPlyProperty& Property : Element.Properties)
			{
				if (!SkipProperty(Property))
				{
					return FailShort(Element, Index);
				}
			}
		}
		return true;
	}

	/** The first of several common pairs of names that the element has. */
	static std::pair<size_t, size_t> FindUVs(const FPlyElement& Element)
	{
		static constexpr std::string_view Pairs[][2] = {
			{"u", "v"}, {"s", "t"}, {"texture_u", "texture_v"}, {"texture_s", "texture_t"}};
		for (const auto& Pair : Pairs)
		{
			const size_t U = Element.Find(Pair[0]), V = Element.Find(Pair[1]);
			if (U < Element.Properties.size() && V < Element.Properties.size())
			{
				return {U, V};
			}
		}
		return {Element.Properties.size(), Element.Properties.size()};
	}

	/** Where red, green, blue and alpha stand; Properties.size() for what is absent. */
	static std::array<size_t, 4> FindColors(const FPlyElement& Element)
	{
		const size_t None = Element.Properties.size();
		for (const std::string Prefix : {"", "diffuse_"})
		{
			const std::array<size_t, 4> Out = {Element.Find(Prefix + "red"), Element.Find(Prefix + "green"),
				Element.Find(Prefix + "blue"), Element.Find(Prefix + "alpha")};
			const auto IsNumber = [&](size_t Column) { return Column < None && !Element.Properties[Column].CountType; };
			if (IsNumber(Out[0]) && IsNumber(Out[1]) && IsNumber(Out[2]))
			{
				return {Out[0], Out[1], Out[2], IsNumber(Out[3]) ? Out[3] : None};
			}
		}
		return {None, None, None, None};
	}

	/** Integers are fractions of their largest value. */
	static float ColorPart(const FPlyElement& Element, size_t Column, const std::vector<double>& Row)
	{
		if (Column == Row.size())
		{
			return 1.0f;
		}
		const EPlyType Type = Element.Properties[Column].Type;
		const double Largest = Type == EPlyType::Uint8 ? 255.0 : (Type == EPlyType::Uint16 ? 65535.0 : 1.0);
		return static_cast<float>(Row[Column] / Largest);
	}

	bool ReadVertices(const FPlyElement& Element)
	{
		const size_t None = Element.Properties.size();
		const size_t X = Element.Find("x"), Y = Element.Find("y"), Z = Element.Find("z");
		const size_t NX = Element.Find("nx"), NY = Element.Find("ny"), NZ = Element.Find("nz");
		const auto [U, V] = FindUVs(Element);
		const std::array<size_t, 4> Color = FindColors(Element);
		const bool bNormals = NX < None && NY < None && NZ < None;
		if (X == None || Y == None || Z == None || Element.Properties[X].CountType || Element.Properties[Y].CountType ||
			Element.Properties[Z].CountType)
		{
			Failure = FileError(EErrorCode::Malformed, Name,
				"the element \"vertex\" does not have the properties x, y and z. Export the mesh again");
			return false;
		}
		Mesh.Positions.resize(Element.Count);
		Mesh.Normals.resize(bNormals ? Element.Count : 0);
		Mesh.UVs.resize(U < None ? Element.Count : 0);
		std::vector<double> Row(Element.Properties.size());
		for (uint64_t Index = 0; Index < Element.Count; ++Index)
		{
			for (size_t Column = 0; Column < Row.size(); ++Column)
			{
				const FPlyProperty& Property = Element.Properties[Column];
				if (!(Property.CountType ? SkipProperty(Property) : Numbers.Read(Property.Type, Row[Column])))
				{
					return FailShort(Element, Index);
				}
			}
			Mesh.Positions[Index] = {Row[X], Row[Y], Row[Z]};
			if (bNormals)
			{
				Mesh.Normals[Index] = {
					static_cast<float>(Row[NX]), static_cast<float>(Row[NY]), static_cast<float>(Row[NZ])};
			}
			if (U < None)
			{
				Mesh.UVs[Index] = {static_cast<float>(Row[U]), static_cast<float>(Row[V])};
			}
			if (Color[0] < None)
			{
				Colors.push_back({ColorPart(Element, Color[0], Row), ColorPart(Element, Color[1], Row),
					ColorPart(Element, Color[2], Row), ColorPart(Element, Color[3], Row)});
			}
		}
		return true;
	}

	bool ReadCorners(const FPlyElement& Element, uint64_t Index, const FPlyProperty& Property)
	{
		uint64_t Count = 0;
		if (!ReadListCount(Property, Count))
		{
			return FailShort(Element, Index);
		}
		if (Count < 3)
		{
			return Fail(Element, Index, "has fewer than three corners. Remove it in the modeling program");
		}
		if (Mesh.CornerVertices.size() + Count >= NoIndex)
		{
			return Fail(Element, Index, "exceeds the limit of 4294967294 corners. Split the mesh");
		}
		for (; Count > 0; --Count)
		{
			double Vertex = 0.0;
			if (!Numbers.Read(Property.Type, Vertex))
			{
				return FailShort(Element, Index);
			}
			if (!(Vertex >= 0.0 && Vertex < static_cast<double>(VertexCount())))
			{
				return Fail(Element, Index,
					"uses a vertex that does not exist; the file has " + std::to_string(VertexCount()) +
						" vertices. Export the mesh again");
			}
			Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		return true;
	}

	/** MeshLab's corner UVs: u and v of each corner in turn. */
	bool ReadCornerUVs(const FPlyElement& Element, uint64_t Index, const FPlyProperty& Property)
	{
		uint64_t Count = 0;
		if (!ReadListCount(Property, Count))
		{
			return FailShort(Element, Index);
		}
		for (; Count > 0; --Count)
		{
			double Value = 0.0;
			if (!Numbers.Read(Property.Type, Value))
			{
				return FailShort(Element, Index);
			}
			FaceUVs.push_back(static_cast<float>(Value));
		}
		return true;
	}

	/** Stores the UVs of the face just read, if it has one pair per corner. */
	void AddFace()
	{
		const size_t First = Mesh.PolygonOffsets.back(), Count = Mesh.CornerVertices.size() - First;
		Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
		if (FaceUVs.size() == 2 * Count)
		{
			CornerUVs.resize(First, NoIndex);
			for (size_t Corner = 0; Corner < Count; ++Corner)
			{
				CornerUVs.push_back(static_cast<uint32_t>(CornerUVValues.size()));
				CornerUVValues.push_back({FaceUVs[2 * Corner], FaceUVs[2 * Corner + 1]});
			}
		}
		FaceUVs.clear();
	}

	bool ReadFaces(const FPlyElement& Element)
	{
		size_t Corners = Element.Find("vertex_indices");
		Corners = Corners < Element.Properties.size() ? Corners : Element.Find("vertex_index");
		const size_t UVs = Element.Find("texcoord");
		if (Corners == Element.Properties.size() || !Element.Properties[Corners].CountType)
		{
			Failure = FileError(EErrorCode::Malformed, Name,
				"the element \"face\" does not have the list property vertex_indices. Export the mesh again");
			return false;
		}
		for (uint64_t Index = 0; Index < Element.Count; ++Index)
		{
			for (size_t Column = 0; Column < Element.Properties.size(); ++Column)
			{
				const FPlyProperty& Property = Element.Properties[Column];
				if (Column == Corners)
				{
					if (!ReadCorners(Element, Index, Property))
					{
						return false;
					}
				}
				else if (Column == UVs && Property.CountType)
				{
					if (!ReadCornerUVs(Element, Index, Property))
					{
						return false;
					}
				}
				else if (!SkipProperty(Property))
				{
					return FailShort(Element, Index);
				}
			}
			AddFace();
		}
		return true;
	}

	uint64_t VertexCount() const
	{
		for (const FPlyElement& Element : Header.Elements)
		{
			if (Element.Name == "vertex")
			{
				return Element.Count;
			}
		}
		return 0;
	}

	TResult<FSourceMesh> Finish()
	{
		if (Mesh.Positions.empty())
		{
			return FileError(EErrorCode::Malformed, Name, "the file has no vertices. Export the mesh again");
		}
		if (!Mesh.Normals.empty())
		{
			Mesh.CornerNormals = Mesh.CornerVertices;
		}
		if (!CornerUVs.empty())
		{
			CornerUVs.resize(Mesh.CornerVertices.size(), NoIndex);
			Mesh.CornerUVs = std::move(CornerUVs);
			Mesh.UVs = std::move(CornerUVValues);
		}
		else if (!Mesh.UVs.empty())
		{
			Mesh.CornerUVs = Mesh.CornerVertices;
		}
		if (!Colors.empty())
		{
			Mesh.Colors.push_back({Mesh.CornerVertices, std::move(Colors)});
		}
		return std::move(Mesh);
	}

	FPlyHeader Header;
	FPlyNumbers Numbers;
	std::string_view Name;
	FSourceMesh Mesh;
	FError Failure;
	std::vector<float> FaceUVs; // of the face being read
	std::vector<uint32_t> CornerUVs;
	std::vector<FFloat2> CornerUVValues;
	std::vector<FFloat4> Colors;
};

} // namespace

TResult<FSourceMesh> ParsePly(std::span<const std::byte> Bytes, std::string_view Name)
{
	TResult<FPlyHeader> Header = ParsePlyHeader(Bytes, Name);
	if (!Header)
	{
		return Header.GetError();
	}
	return FPlyParser(Bytes, Name, std::move(*Header)).Run();
}

} // namespace Exemplar
