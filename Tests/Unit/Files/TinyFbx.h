// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/FbxImport.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace Exemplar
{

/** A record of an FBX file: a name, values, and records inside. */
struct FTinyFbxRecord
{
	using FNumbers = std::vector<double>;
	using FIntegers = std::vector<int64_t>;
	std::string Name;
	std::vector<std::variant<int64_t, double, std::string, FNumbers, FIntegers>> Values;
	std::vector<FTinyFbxRecord> Inside;

	std::string Text(const std::string& Indent = "") const
	{
		std::string Out = Indent + Name + ": ";
		bool bOpen = !Inside.empty();
		for (size_t I = 0; I < Values.size(); ++I)
		{
			Out += I > 0 ? "," : "";
			const auto Array = [&](const auto& Numbers)
			{
				Out += "*" + std::to_string(Numbers.size()) + " {\n" + Indent + "\ta: ";
				for (size_t N = 0; N < Numbers.size(); ++N)
				{
					Out += (N > 0 ? "," : "") + Number(Numbers[N]);
				}
				Out += "\n" + Indent + "}";
			};
			if (const auto* Whole = std::get_if<int64_t>(&Values[I]))
			{
				Out += Number(*Whole);
			}
			else if (const auto* Real = std::get_if<double>(&Values[I]))
			{
				Out += Number(*Real);
			}
			else if (const auto* String = std::get_if<std::string>(&Values[I]))
			{
				Out += '"' + *String + '"';
			}
			else if (const auto* Numbers = std::get_if<FNumbers>(&Values[I]))
			{
				Array(*Numbers);
			}
			else
			{
				Array(std::get<FIntegers>(Values[I]));
			}
		}
		if (bOpen)
		{
			Out += " {\n";
			for (const FTinyFbxRecord& Record : Inside)
			{
				Out += Record.Text(Indent + "\t");
			}
			Out += Indent + "}";
		}
		return Out + "\n";
	}

	/** The binary form of version 7400, at a position in the file. */
	std::string Binary(size_t Position) const
	{
		std::string Body;
		const auto Add = [](std::string& Out, const auto& Value)
		{ Out.append(reinterpret_cast<const char*>(&Value), sizeof(Value)); };
		const auto Array = [&](char Kind, const auto& Numbers)
		{
			Body += Kind;
			Add(Body, static_cast<uint32_t>(Numbers.size()));
			Add(Body, uint32_t{0}); // not compressed
			Add(Body, static_cast<uint32_t>(Numbers.size() * 8));
			for (const auto& Value : Numbers)
			{
				Add(Body, Value);
			}
		};
		for (const auto& Value : Values)
		{
			if (const auto* Whole = std::get_if<int64_t>(&Value))
			{
				Body += 'L';
				Add(Body, *Whole);
			}
			else if (const auto* Real = std::get_if<double>(&Value))
			{
				Body += 'D';
				Add(Body, *Real);
			}
			else if (const auto* String = std::get_if<std::string>(&Value))
			{
				// "Kind::name" of the text form is "name\0\1Kind" here.
				const size_t Colons = String->find("::");
				const std::string Stored = Colons == std::string::npos
					? *String
					: String->substr(Colons + 2) + std::string("\0\1", 2) + String->substr(0, Colons);
				Body += 'S';
				Add(Body, static_cast<uint32_t>(Stored.size()));
				Body += Stored;
			}
			else if (const auto* Numbers = std::get_if<FNumbers>(&Value))
			{
				Array('d', *Numbers);
			}
			else
			{
				Array('l', std::get<FIntegers>(Value));
			}
		}
		const auto ValueBytes = static_cast<uint32_t>(Body.size());
		const size_t HeadBytes = 13 + Name.size();
		for (const FTinyFbxRecord& Record : Inside)
		{
			Body += Record.Binary(Position + HeadBytes + Body.size());
		}
		if (!Inside.empty())
		{
			Body.append(13, '\0');
		}
		std::string Out;
		Add(Out, static_cast<uint32_t>(Position + HeadBytes + Body.size()));
		Add(Out, static_cast<uint32_t>(Values.size()));
		Add(Out, ValueBytes);
		Out += static_cast<char>(Name.size());
		return Out + Name + Body;
	}

private:
	static std::string Number(int64_t Value) { return std::to_string(Value); }
	static std::string Number(double Value)
	{
		char Text[32];
		std::snprintf(Text, sizeof(Text), "%.17g", Value);
		return Text;
	}
};

/** Small FBX files of version 7.4, written by hand: units of meters, y up, 10 frames per second. */
class FTinyFbx
{
public:
	using FNumbers = FTinyFbxRecord::FNumbers;
	using FIntegers = FTinyFbxRecord::FIntegers;

	/** Its names are those of FBX: a property of the kind "Lcl Translation", "Vector3D", "int". */
	static FTinyFbxRecord Property(const std::string& Name, const std::string& Kind, const FNumbers& Values)
	{
		FTinyFbxRecord Out{"P", {Name, Kind, std::string(), std::string("A")}, {}};
		for (const double Value : Values)
		{
			if (Kind == "int" || Kind == "enum" || Kind == "bool")
			{
				Out.Values.push_back(static_cast<int64_t>(Value));
			}
			else
			{
				Out.Values.push_back(Value);
			}
		}
		return Out;
	}

	FTinyFbx()
	{
		SetGlobal("UpAxis", "int", 1);
		SetGlobal("UpAxisSign", "int", 1);
		SetGlobal("FrontAxis", "int", 2);
		SetGlobal("FrontAxisSign", "int", 1);
		SetGlobal("CoordAxis", "int", 0);
		SetGlobal("CoordAxisSign", "int", 1);
		SetGlobal("UnitScaleFactor", "double", 100.0);
		SetGlobal("TimeMode", "enum", 14); // a rate of its own
		SetGlobal("CustomFrameRate", "double", 10.0);
	}

	void SetGlobal(const std::string& Name, const std::string& Kind, double Value)
	{
		for (auto& [Known, Record] : Globals)
		{
			if (Known == Name)
			{
				Record = Property(Name, Kind, {Value});
				return;
			}
		}
		Globals.emplace_back(Name, Property(Name, Kind, {Value}));
	}

	/** Adds an object and returns its id. */
	int64_t Add(const std::string& Record, const std::string& Name, const std::string& Kind,
		std::vector<FTinyFbxRecord> Inside = {}, const std::vector<FTinyFbxRecord>& Properties = {})
	{
		const int64_t Id = 1000 + static_cast<int64_t>(Objects.size());
		if (!Properties.empty())
		{
			Inside.push_back({"Properties70", {}, Properties});
		}
		if (Inside.empty())
		{
			Inside.push_back({"Version", {int64_t{100}}, {}});
		}
		Objects.push_back({Record, {Id, Name, Kind}, std::move(Inside)});
		return Id;
	}

	void Connect(int64_t Child, int64_t Parent, const std::string& As = "")
	{
		Connections.push_back({"C", {std::string(As.empty() ? "OO" : "OP"), Child, Parent}, {}});
		if (!As.empty())
		{
			Connections.back().Values.push_back(As);
		}
	}

	/** A node below Parent (0: the root) with local transforms and other properties. */
	int64_t AddNode(const std::string& Name, int64_t Parent, const std::vector<FTinyFbxRecord>& Properties,
		const std::string& Kind = "Null")
	{
		const int64_t Id = Add("Model", "Model::" + Name, Kind, {}, Properties);
		Connect(Id, Parent);
		return Id;
	}

	/** A mesh of quads on a node; returns the geometry. */
	int64_t AddMesh(int64_t Node, const FNumbers& Vertices, const FIntegers& Polygons = {0, 1, 2, -4})
	{
		const int64_t Id = Add(
			"Geometry", "Geometry::", "Mesh", {{"Vertices", {Vertices}, {}}, {"PolygonVertexIndex", {Polygons}, {}}});
		Connect(Id, Node);
		return Id;
	}

	int64_t AddLayer(const std::string& Stack)
	{
		const int64_t StackId = Add("AnimationStack", "AnimStack::" + Stack, "");
		return AddLayerTo(StackId, 100.0);
	}

	int64_t AddLayerTo(int64_t Stack, double Weight)
	{
		const int64_t Layer =
			Add("AnimationLayer", "AnimLayer::layer", "", {}, {Property("Weight", "Number", {Weight})});
		Connect(Layer, Stack);
		return Layer;
	}

	/** Linear keys from one value at 0 s to another at 1 s. Channel is "d|X", "d|Y", "d|Z" or "d|DeformPercent";
	 * Others are the values of x, y and z without keys. */
	void Animate(int64_t Layer, int64_t Target, const std::string& Name, const std::string& Channel, double From,
		double To, const std::vector<double>& Others = {0, 0, 0})
	{
		constexpr int64_t Second = 46186158000;
		const int64_t Values = Add("AnimationCurveNode", "AnimCurveNode::" + Name, "", {},
			{Property("d|X", "Number", {Others[0]}), Property("d|Y", "Number", {Others[1]}),
				Property("d|Z", "Number", {Others[2]})});
		Connect(Values, Layer);
		Connect(Values, Target, Name);
		const int64_t Curve = Add("AnimationCurve", "AnimCurve::", "",
			{{"KeyTime", {FIntegers{0, Second}}, {}}, {"KeyValueFloat", {FNumbers{From, To}}, {}},
				{"KeyAttrFlags", {FIntegers{4}}, {}}, {"KeyAttrDataFloat", {FNumbers{0, 0, 0, 0}}, {}},
				{"KeyAttrRefCount", {FIntegers{2}}, {}}});
		Connect(Curve, Values, Channel);
	}

	std::vector<FTinyFbxRecord> Records() const
	{
		FTinyFbxRecord Settings{"GlobalSettings", {}, {{"Version", {int64_t{1000}}, {}}, {"Properties70", {}, {}}}};
		for (const auto& [Name, Record] : Globals)
		{
			Settings.Inside[1].Inside.push_back(Record);
		}
		return {{"FBXHeaderExtension", {},
					{{"FBXHeaderVersion", {int64_t{1003}}, {}}, {"FBXVersion", {int64_t{7400}}, {}}}},
			Settings, {"Objects", {}, Objects}, {"Connections", {}, Connections}};
	}

	std::string Text() const
	{
		std::string Out = "; FBX 7.4.0 project file\n";
		for (const FTinyFbxRecord& Record : Records())
		{
			Out += Record.Text();
		}
		return Out;
	}

	std::string Binary() const
	{
		std::string Out("Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", 27);
		for (const FTinyFbxRecord& Record : Records())
		{
			Out += Record.Binary(Out.size());
		}
		return Out + std::string(13, '\0');
	}

	std::vector<FTinyFbxRecord> Objects, Connections;

private:
	std::vector<std::pair<std::string, FTinyFbxRecord>> Globals;
};

inline TResult<FSourceExamples> ImportFbxText(
	const std::string& Text, const std::filesystem::path& Folder = {}, const FSceneOptions& Options = {})
{
	return ImportFbxBytes(std::as_bytes(std::span(Text)), "tiny.fbx", Folder, Options, {});
}

inline const std::vector<double> UnitSquare{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

} // namespace Exemplar
