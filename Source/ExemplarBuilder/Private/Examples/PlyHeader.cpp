// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/PlyHeader.h"

#include "Examples/TextScanner.h"

namespace Exemplar
{
namespace
{

bool ParsePlyType(std::string_view Word, EPlyType& Out)
{
	static constexpr struct
	{
		std::string_view Name, SizedName;
		EPlyType Type;
	} Types[] = {{"char", "int8", EPlyType::Int8}, {"uchar", "uint8", EPlyType::Uint8},
		{"short", "int16", EPlyType::Int16}, {"ushort", "uint16", EPlyType::Uint16}, {"int", "int32", EPlyType::Int32},
		{"uint", "uint32", EPlyType::Uint32}, {"float", "float32", EPlyType::Float32},
		{"double", "float64", EPlyType::Float64}};
	for (const auto& Known : Types)
	{
		if (Word == Known.Name || Word == Known.SizedName)
		{
			Out = Known.Type;
			return true;
		}
	}
	return false;
}

bool ParsePlyProperty(FTextScanner& Scanner, FPlyProperty& Out)
{
	std::string_view Word = Scanner.ReadWord();
	if (Word == "list")
	{
		EPlyType CountType;
		if (!ParsePlyType(Scanner.ReadWord(), CountType) || CountType >= EPlyType::Float32)
		{
			return false;
		}
		Out.CountType = CountType;
		Word = Scanner.ReadWord();
	}
	if (!ParsePlyType(Word, Out.Type))
	{
		return false;
	}
	Out.Name = Scanner.ReadWord();
	return !Out.Name.empty();
}

bool ParsePlyEncoding(std::string_view Word, EPlyEncoding& Out)
{
	Out = Word == "ascii"             ? EPlyEncoding::Ascii
		: Word == "binary_big_endian" ? EPlyEncoding::BinaryBigEndian
									  : EPlyEncoding::BinaryLittleEndian;
	return Word == "ascii" || Word == "binary_big_endian" || Word == "binary_little_endian";
}

} // namespace

size_t SizeOfPlyType(EPlyType Type)
{
	static constexpr size_t Sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
	return Sizes[static_cast<size_t>(Type)];
}

size_t FPlyElement::Find(std::string_view PropertyName) const
{
	size_t Index = 0;
	while (Index < Properties.size() && Properties[Index].Name != PropertyName)
	{
		++Index;
	}
	return Index;
}

TResult<FPlyHeader> ParsePlyHeader(std::span<const std::byte> Bytes, std::string_view Name)
{
	FTextScanner Scanner(Bytes);
	FPlyHeader Header;
	if (Scanner.ReadWord() != "ply")
	{
		return MalformedLine(Name, 1, "the file does not start with \"ply\". Is this a PLY file?");
	}
	bool bHasFormat = false;
	while (true)
	{
		Scanner.SkipLine();
		if (Scanner.AtEnd())
		{
			return MalformedLine(
				Name, Scanner.GetLine(), "the header does not end. The file is truncated; export the mesh again");
		}
		const std::string_view Keyword = Scanner.ReadWord();
		if (Keyword == "end_header")
		{
			Scanner.SkipLine();
			break;
		}
		if (Keyword == "format")
		{
			bHasFormat = ParsePlyEncoding(Scanner.ReadWord(), Header.Encoding);
			if (!bHasFormat)
			{
				return MalformedLine(Name, Scanner.GetLine(),
					"the format must be ascii, binary_little_endian or binary_big_endian. Export the mesh again");
			}
		}
		else if (Keyword == "element")
		{
			FPlyElement& Element = Header.Elements.emplace_back();
			Element.Name = Scanner.ReadWord();
			int64_t Count = -1;
			if (!Scanner.ReadNumber(Count) || Count < 0)
			{
				return MalformedLine(
					Name, Scanner.GetLine(), "the element has no valid name and count. Export the mesh again");
			}
			Element.Count = static_cast<uint64_t>(Count);
		}
		else if (Keyword == "property")
		{
			if (Header.Elements.empty() || !ParsePlyProperty(Scanner, Header.Elements.back().Properties.emplace_back()))
			{
				return MalformedLine(Name, Scanner.GetLine(),
					"the property has no valid type and name, or belongs to no element. Export the mesh again");
			}
		}
		else if (!Keyword.empty() && Keyword != "comment" && Keyword != "obj_info")
		{
			return MalformedLine(Name, Scanner.GetLine(),
				"the header contains an unknown line. Export the mesh again, or remove the line");
		}
	}
	if (!bHasFormat)
	{
		return MalformedLine(Name, 2, "the header does not specify a format. Export the mesh again");
	}
	Header.DataBegin = Bytes.size() - Scanner.BytesLeft();
	Header.DataLine = Scanner.GetLine();
	return Header;
}

} // namespace Exemplar
