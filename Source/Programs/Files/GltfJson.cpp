// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfJson.h"

#include "Base/File.h"
#include "Files/Failure.h"

#include <cmath>

namespace Exemplar
{
namespace
{

using FGltfJson = nlohmann::json;

constexpr const char* ExportAgain = ". Export it again.";

std::vector<std::byte> DecodeBase64(std::string_view Text, const std::string& What)
{
	const auto Digit = [](char C)
	{
		return C >= 'A' && C <= 'Z' ? C - 'A'
			: C >= 'a' && C <= 'z'  ? C - 'a' + 26
			: C >= '0' && C <= '9'  ? C - '0' + 52
			: C == '+'              ? 62
			: C == '/'              ? 63
									: -1;
	};
	std::vector<std::byte> Out;
	Out.reserve(Text.size() / 4 * 3);
	uint32_t Bits = 0;
	int BitCount = 0;
	for (const char C : Text)
	{
		if (C == '=')
		{
			break;
		}
		const int Value = Digit(C);
		if (Value < 0)
		{
			Fail(EErrorCode::Malformed, What + " is not valid base64" + ExportAgain);
		}
		Bits = (Bits << 6 | static_cast<uint32_t>(Value)) & 0xffffffu;
		BitCount += 6;
		if (BitCount >= 8)
		{
			BitCount -= 8;
			Out.push_back(static_cast<std::byte>(Bits >> BitCount & 0xffu));
		}
	}
	return Out;
}

std::string DecodePercent(const std::string& Uri)
{
	const auto Hex = [](char C) {
		return C >= '0' && C <= '9' ? C - '0' : (C | 32) >= 'a' && (C | 32) <= 'f' ? (C | 32) - 'a' + 10 : -1;
	};
	std::string Out;
	for (size_t I = 0; I < Uri.size(); ++I)
	{
		if (Uri[I] == '%' && I + 2 < Uri.size() && Hex(Uri[I + 1]) >= 0 && Hex(Uri[I + 2]) >= 0)
		{
			Out += static_cast<char>(Hex(Uri[I + 1]) * 16 + Hex(Uri[I + 2]));
			I += 2;
		}
		else
		{
			Out += Uri[I];
		}
	}
	return Out;
}

} // namespace

FGltfJson ParseGltfJson(std::span<const std::byte> Text)
{
	try
	{
		const char* Begin = reinterpret_cast<const char*>(Text.data());
		FGltfJson Json = FGltfJson::parse(Begin, Begin + Text.size());
		if (!Json.is_object())
		{
			Fail(EErrorCode::Malformed, std::string("the JSON is not an object") + ExportAgain);
		}
		return Json;
	}
	catch (const FGltfJson::parse_error& Error)
	{
		Fail(EErrorCode::Malformed, "invalid JSON at byte " + std::to_string(Error.byte) + ExportAgain);
	}
	catch (const FGltfJson::exception&)
	{
		Fail(EErrorCode::Malformed, std::string("the JSON contains a number out of range") + ExportAgain);
	}
}

std::vector<std::byte> LoadGltfUri(const std::string& Uri, const std::filesystem::path& Folder, const std::string& What)
{
	if (Uri.starts_with("data:"))
	{
		const size_t Comma = Uri.find(',');
		if (Comma == std::string::npos || Uri.substr(0, Comma).find(";base64") == std::string::npos)
		{
			Fail(EErrorCode::Malformed, What + " has a data URI without base64" + ExportAgain);
		}
		return DecodeBase64(std::string_view(Uri).substr(Comma + 1), What);
	}
	const std::string Decoded = DecodePercent(Uri);
	const std::filesystem::path Relative(std::u8string(Decoded.begin(), Decoded.end()));
	if (Folder.empty() || Relative.is_absolute() || Uri.find("://") != std::string::npos)
	{
		Fail(EErrorCode::Unsupported, What + " refers to '" + Uri + "'. Only files next to the glTF file can be read.");
	}
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(Folder / Relative);
	if (!Bytes)
	{
		throw FFailure{Bytes.GetError()};
	}
	return {Bytes->begin(), Bytes->end()};
}

size_t GetGltfSize(const FGltfJson& Object, const char* Key, const std::string& What)
{
	const auto Found = Object.find(Key);
	if (Found == Object.end() || !Found->is_number())
	{
		Fail(EErrorCode::Malformed, What + " has no numeric '" + Key + "'" + ExportAgain);
	}
	// Some exporters write 12.0 for 12.
	const double Value = Found->get<double>();
	if (!(Value >= 0.0) || Value > 9007199254740992.0 || Value != std::floor(Value))
	{
		Fail(
			EErrorCode::Malformed, What + " has a '" + Key + "' that is not a non-negative whole number" + ExportAgain);
	}
	return static_cast<size_t>(Value);
}

size_t GetGltfSize(const FGltfJson& Object, const char* Key, size_t Default, const std::string& What)
{
	return Object.contains(Key) ? GetGltfSize(Object, Key, What) : Default;
}

size_t GetGltfIndex(const FGltfJson& Object, const char* Key, size_t Count, const std::string& What)
{
	const size_t Index = GetGltfSize(Object, Key, What);
	if (Index >= Count)
	{
		Fail(EErrorCode::Malformed,
			What + " refers to " + Key + " " + std::to_string(Index) + " of " + std::to_string(Count) + ExportAgain);
	}
	return Index;
}

std::string GetGltfString(const FGltfJson& Object, const char* Key, const std::string& Default)
{
	const auto Found = Object.is_object() ? Object.find(Key) : Object.end();
	return Found != Object.end() && Found->is_string() ? Found->get<std::string>() : Default;
}

std::vector<double> GetGltfNumbers(const FGltfJson& Object, const char* Key, const std::string& What)
{
	std::vector<double> Out;
	const auto Found = Object.find(Key);
	if (Found == Object.end())
	{
		return Out;
	}
	bool bGood = Found->is_array();
	for (size_t I = 0; bGood && I < Found->size(); ++I)
	{
		bGood = (*Found)[I].is_number() && std::isfinite((*Found)[I].get<double>());
		if (bGood)
		{
			Out.push_back((*Found)[I].get<double>());
		}
	}
	if (!bGood)
	{
		Fail(EErrorCode::Malformed, What + " has a '" + Key + "' that is not an array of numbers" + ExportAgain);
	}
	return Out;
}

} // namespace Exemplar
