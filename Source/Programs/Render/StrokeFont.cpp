// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/StrokeFont.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <string>
#include <utility>

namespace Exemplar
{
namespace StrokeFonts
{

/**
 * The glyphs from '!' on: strokes with bars between, of points "x,y" in tenths of a capital. A stroke that begins with
 * ~ is a smooth curve through its points, closed where it ends as it begins.
 */
constexpr const char* Glyphs[] = {
	/* ! */ "0,10 0,3.2|0,0 0,0.1",
	/* " */ "0,10 0,7|2.4,10 2.4,7",
	/* # */ "1.2,0 3,10|4.4,0 6.2,10|0.3,6.6 7,6.6|0,3.2 6.7,3.2",
	/* $ */
	"~6,8 4.8,9 3.1,9.2 1,8.6 0.3,7.2 1.2,5.9 3.1,5.2 5.2,4.3 6.2,2.8 5.4,1.3 3.1,0.7 1.2,1 0,2.2|3.1,10.8 3.1,-0.8",
	/* % */
	"~2,5.4 0.6,6.2 0,7.8 0.6,9.3 2,10 3.4,9.3 4,7.8 3.4,6.2 2,5.4|~7.4,0 6,0.7 5.4,2.2 6,3.8 7.4,4.6 8.8,3.8 9.4,2.2 "
	"8.8,0.7 7.4,0|7.6,10 1.8,0",
	/* & */
	"7.2,0 1.6,6.8|~1.6,6.8 1,8.2 1.6,9.5 2.9,10 4.2,9.5 4.7,8.3 4,6.9 1.8,5.4 0.3,3.9 0,2.4 0.8,0.7 2.8,0 5,0.8 "
	"6.4,2.8 6.9,4.6",
	/* ' */ "0,10 0,7",
	/* ( */ "~2,11 0.6,8.2 0,4.7 0.6,1.2 2,-1.6",
	/* ) */ "~0,11 1.4,8.2 2,4.7 1.4,1.2 0,-1.6",
	/* * */ "2,10 2,5.6|0,8.9 4,6.7|4,8.9 0,6.7",
	/* + */ "2.8,6.6 2.8,1|0,3.8 5.6,3.8",
	/* , */ "0.7,0.5 0,-1.7",
	/* - */ "0,3.8 3,3.8",
	/* . */ "0,0 0,0.1",
	/* / */ "0,-1 4,10.6",
	/* 0 */ "~3,0 0.9,1.5 0,5 0.9,8.5 3,10 5.1,8.5 6,5 5.1,1.5 3,0",
	/* 1 */ "0.4,8 2.8,10 2.8,0",
	/* 2 */ "~0.2,7.6 0.9,9.3 2.9,10 5,9.2 5.6,7.4 4.9,5.4 3,3.2 0,0|0,0 5.9,0",
	/* 3 */ "~0.3,8.4 1.4,9.7 3,10 5,9.1 5.4,7.4 4.6,5.8 2.6,5.3|~2.6,5.3 5,4.6 5.8,2.8 5,0.8 2.9,0 1.1,0.4 0,1.8",
	/* 4 */ "4.4,0 4.4,10 0,3 6,3",
	/* 5 */ "5.3,10 1,10 0.5,5.4|~0.5,5.4 1.9,6.2 3.3,6.3 5.1,5.3 5.9,3.2 5.1,1 2.9,0 1.2,0.4 0,1.6",
	/* 6 */ "~5.2,8.8 3.5,10 1.3,8.5 0,4 0.8,1 3,0 5.2,1 6,3.2 5.2,5.3 3.1,6.2 1,5.2 0.1,3.4",
	/* 7 */ "0,10 5.8,10 2,0",
	/* 8 */
	"~3,5.3 1,6.2 0.5,7.7 1.2,9.3 3,10 4.8,9.3 5.5,7.7 5,6.2 3,5.3|~3,5.3 0.8,4.4 0,2.6 0.8,0.8 3,0 5.2,0.8 6,2.6 "
	"5.2,4.4 3,5.3",
	/* 9 */ "~0.8,1.2 2.5,0 4.7,1.5 6,6 5.2,9 3,10 0.8,9 0,6.8 0.8,4.7 2.9,3.8 5,4.8 5.9,6.6",
	/* : */ "0,0 0,0.1|0,5.6 0,5.7",
	/* ; */ "0.7,0.5 0,-1.7|0.7,5.6 0.7,5.7",
	/* < */ "4.8,7 0,3.8 4.8,0.6",
	/* = */ "0,5.2 5.2,5.2|0,2.4 5.2,2.4",
	/* > */ "0,7 4.8,3.8 0,0.6",
	/* ? */ "~0,8.2 0.8,9.5 2.6,10 4.5,9.2 5,7.6 4.2,6 2.9,4.9 2.5,3.2|2.5,0 2.5,0.1",
	/* @ */
	"~6,3.6 5.2,5.8 3.8,6.2 2.6,5 2.4,3 3.4,2 4.8,2.6 5.8,4.6|~6.1,6.2 5.8,3 6.6,2 7.8,3 8.2,5 7,8 4.4,9.4 1.6,8.4 0,5 "
	"0.8,1.4 3.6,-0.6 6.6,0",
	/* A */ "0,0 3.5,10 7,0|1.2,3.4 5.8,3.4",
	/* B */
	"3.4,5.3 0,5.3 0,10 3.2,10|~3.2,10 5.2,9.3 5.8,7.7 5.2,6 3.2,5.3|0,5.3 0,0 3.4,0|~3.4,5.3 5.7,4.5 6.4,2.7 5.7,0.8 "
	"3.4,0",
	/* C */ "~6.8,8.2 5.5,9.5 3.9,10 1.2,8.7 0,5 1.2,1.3 3.9,0 5.5,0.5 6.8,1.8",
	/* D */ "2.6,0 0,0 0,10 2.6,10|~2.6,10 5.6,8.8 6.8,5 5.6,1.2 2.6,0",
	/* E */ "5.6,10 0,10 0,0 5.6,0|0,5.2 4.8,5.2",
	/* F */ "5.6,10 0,10 0,0|0,5.2 4.8,5.2",
	/* G */ "~6.8,8.2 5.5,9.5 3.9,10 1.2,8.7 0,5 1.2,1.3 3.9,0 5.6,0.5 7,1.8|7,1.8 7,4.8 4.2,4.8",
	/* H */ "0,0 0,10|6.6,0 6.6,10|0,5.2 6.6,5.2",
	/* I */ "0,0 0,10",
	/* J */ "4,10 4,3|~4,3 3.6,0.9 2,0 0.5,0.7 0,2.2",
	/* K */ "0,0 0,10|6.2,10 0,4.2|2.3,6.3 6.6,0",
	/* L */ "0,10 0,0 5.4,0",
	/* M */ "0,0 0,10 4,3.2 8,10 8,0",
	/* N */ "0,0 0,10 6.6,0 6.6,10",
	/* O */ "~3.8,0 1.2,1.3 0,5 1.2,8.7 3.8,10 6.4,8.7 7.6,5 6.4,1.3 3.8,0",
	/* P */ "0,0 0,10 3.3,10|~3.3,10 5.5,9.2 6.2,7.2 5.5,5.3 3.3,4.5|3.3,4.5 0,4.5",
	/* Q */ "~3.8,0 1.2,1.3 0,5 1.2,8.7 3.8,10 6.4,8.7 7.6,5 6.4,1.3 3.8,0|4.8,2.4 7.4,-0.8",
	/* R */ "0,0 0,10 3.3,10|~3.3,10 5.5,9.2 6.2,7.2 5.5,5.3 3.3,4.5|0,4.5 3.3,4.5 6.4,0",
	/* S */ "~6,8.5 4.8,9.7 3.1,10 1,9.3 0.3,7.6 1.2,6 3.1,5.2 5.2,4.3 6.2,2.6 5.4,0.8 3.1,0 1.2,0.4 0,1.7",
	/* T */ "0,10 6.8,10|3.4,10 3.4,0",
	/* U */ "0,10 0,3.4|~0,3.4 0.9,0.9 3.2,0 5.5,0.9 6.4,3.4|6.4,3.4 6.4,10",
	/* V */ "0,10 3.5,0 7,10",
	/* W */ "0,10 2.4,0 4.9,9 7.4,0 9.8,10",
	/* X */ "0,0 6.6,10|0,10 6.6,0",
	/* Y */ "0,10 3.4,4.8 6.8,10|3.4,4.8 3.4,0",
	/* Z */ "0.2,10 6,10 0,0 6.2,0",
	/* [ */ "2,11 0,11 0,-1.6 2,-1.6",
	/* \ */ "0,10.6 4,-1",
	/* ] */ "0,11 2,11 2,-1.6 0,-1.6",
	/* ^ */ "0,7 2.2,10 4.4,7",
	/* _ */ "0,-1.2 5.6,-1.2",
	/* ` */ "0,10.4 1.4,8.6",
	/* a */ "~5,3.5 4.2,6 2.5,7 0.8,6 0,3.5 0.8,1 2.5,0 4.2,1 5,3.5|5,7 5,0",
	/* b */ "0,10.4 0,0|~0,3.5 0.8,6 2.5,7 4.2,6 5,3.5 4.2,1 2.5,0 0.8,1 0,3.5",
	/* c */ "~4.7,5.8 3.8,6.7 2.6,7 0.8,6 0,3.5 0.8,1 2.6,0 3.8,0.3 4.7,1.2",
	/* d */ "~5,3.5 4.2,6 2.5,7 0.8,6 0,3.5 0.8,1 2.5,0 4.2,1 5,3.5|5,10.4 5,0",
	/* e */ "0.1,3.8 5.1,3.8|~5.1,3.8 4.4,6.1 2.6,7 0.8,6 0,3.5 0.8,1 2.7,0 3.9,0.3 4.9,1.3",
	/* f */ "~3.4,10.3 2.3,10.3 1.5,9.5 1.3,8|1.3,8 1.3,0|0,7 3.1,7",
	/* g */
	"~5,3.5 4.2,6 2.5,7 0.8,6 0,3.5 0.8,1 2.5,0 4.2,1 5,3.5|5,7 5,-0.4|~5,-0.4 4.4,-2.4 2.6,-3.1 1.1,-2.8 0.2,-2",
	/* h */ "0,10.4 0,0|~0,4.2 0.8,6.2 2.5,7 4.1,6.4 4.7,4.4|4.7,4.4 4.7,0",
	/* i */ "0,7 0,0|0,9.6 0,9.7",
	/* j */ "1.6,7 1.6,-1|~1.6,-1 1.2,-2.6 0,-3.1|1.6,9.6 1.6,9.7",
	/* k */ "0,10.4 0,0|4.4,7 0,2.8|1.7,4.4 4.8,0",
	/* l */ "0,10.4 0,0",
	/* m */ "0,7 0,0|~0,4.4 0.8,6.3 2.1,7 3.5,6.4 4,4.4|4,4.4 4,0|~4,4.4 4.8,6.3 6.1,7 7.5,6.4 8,4.4|8,4.4 8,0",
	/* n */ "0,7 0,0|~0,4.2 0.8,6.2 2.5,7 4.1,6.4 4.7,4.4|4.7,4.4 4.7,0",
	/* o */ "~2.6,0 0.8,1 0,3.5 0.8,6 2.6,7 4.4,6 5.2,3.5 4.4,1 2.6,0",
	/* p */ "0,7 0,-3.1|~0,3.5 0.8,6 2.5,7 4.2,6 5,3.5 4.2,1 2.5,0 0.8,1 0,3.5",
	/* q */ "~5,3.5 4.2,6 2.5,7 0.8,6 0,3.5 0.8,1 2.5,0 4.2,1 5,3.5|5,7 5,-3.1",
	/* r */ "0,7 0,0|~0,4.2 0.8,6.3 2.1,7 3,6.9",
	/* s */ "~4.2,5.9 3.4,6.7 2.2,7 0.7,6.5 0.3,5.3 1,4.2 2.3,3.6 3.8,3 4.4,1.8 3.7,0.5 2.2,0 0.9,0.2 0,1.1",
	/* t */ "1.3,9.2 1.3,2|~1.3,2 1.8,0.5 3.3,0.1|0,7 3.1,7",
	/* u */ "0,7 0,2.6|~0,2.6 0.6,0.6 2.2,0 3.9,0.8 4.7,2.8|4.7,7 4.7,0",
	/* v */ "0,7 2.5,0 5,7",
	/* w */ "0,7 1.9,0 3.8,6.4 5.7,0 7.6,7",
	/* x */ "0,0 4.8,7|0,7 4.8,0",
	/* y */ "0,7 2.6,0.2|5.2,7 2.6,0.2|~2.6,0.2 1.9,-1.8 1.1,-2.8 0,-3.1",
	/* z */ "0.1,7 4.4,7 0,0 4.6,0",
	/* { */ "~2.6,11 1.4,10.4 1.3,7 0,4.7|~0,4.7 1.3,2.4 1.4,-1 2.6,-1.6",
	/* | */ "0,11 0,-1.6",
	/* } */ "~0,11 1.2,10.4 1.3,7 2.6,4.7|~2.6,4.7 1.3,2.4 1.2,-1 0,-1.6",
	/* ~ */ "~0,3.4 1.4,4.6 3.4,3.4 4.8,4.4",
};
/** Diacritics, relative to the middle of the letter: above its top, or below it for the cedilla and similar marks. */
constexpr const char* Grave = "-0.9,3.2 0.6,1.6";
constexpr const char* Acute = "0.9,3.2 -0.6,1.6";
constexpr const char* Circumflex = "-1.4,1.5 0,3.1 1.4,1.5";
constexpr const char* Caron = "-1.4,3.1 0,1.5 1.4,3.1";
constexpr const char* Breve = "~-1.5,3 -0.9,1.8 0,1.5 0.9,1.8 1.5,3";
constexpr const char* Tilde = "~-2,1.7 -0.8,2.7 0.8,1.7 2,2.7";
constexpr const char* Diaeresis = "-1.3,2.4 -1.3,2.5|1.3,2.4 1.3,2.5";
constexpr const char* DoubleAcute = "-0.2,3.2 -1.2,1.6|1.6,3.2 0.6,1.6";
constexpr const char* Ring = "~0,1.1 -1,2.1 0,3.1 1,2.1 0,1.1";
constexpr const char* Macron = "-1.6,2.2 1.6,2.2";
constexpr const char* Dot = "0,2.4 0,2.5";
constexpr const char* Cedilla = "~0.2,0 0.9,-1.3 0.4,-2.4 -1,-2.5";
constexpr const char* Ogonek = "~1.4,0 0.7,-1.3 1.1,-2.4 2.2,-2.3";

/** A diacritic and its letters: for each the base letter and the result in UTF-8. */
struct FMarked
{
	const char* Mark;
	bool bBelow;
	const char* Pairs;
};
constexpr FMarked Marked[] = {
	{Grave, false, "AÀEÈIÌOÒUÙaàeèiìoòuù"},
	{Acute, false, "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"},
	{Circumflex, false, "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"},
	{Caron, false, "CČcčDĎEĚeěNŇnňRŘrřSŠsšTŤZŽzž"},
	{Breve, false, "AĂaăGĞgğUŬuŭ"},
	{Tilde, false, "AÃNÑOÕaãnñoõIĨiĩUŨuũ"},
	{Diaeresis, false, "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ"},
	{DoubleAcute, false, "OŐoőUŰuű"},
	{Ring, false, "AÅaåUŮuů"},
	{Macron, false, "AĀaāEĒeēIĪiīOŌoōUŪuū"},
	{Dot, false, "CĊcċEĖeėGĠgġIİZŻzż"},
	{Cedilla, true, "CÇcçSŞsşTŢtţ"},
	{Ogonek, true, "AĄaąEĘeę"},
};

/** Signs that are drawn on their own. */
constexpr std::pair<const char*, const char*> Others[] = {
	{"ß", "0,0 0,8|~0,8 0.7,9.8 2.3,10.4 3.9,9.6 4.2,8 3.2,6.4 2.4,5.7|~2.4,5.7 4.4,4.6 5,2.6 4.2,0.7 2.2,0"},
	{"Ø", "~3.8,0 1.2,1.3 0,5 1.2,8.7 3.8,10 6.4,8.7 7.6,5 6.4,1.3 3.8,0|0.8,-0.6 6.8,10.6"},
	{"ø", "~2.6,0 0.8,1 0,3.5 0.8,6 2.6,7 4.4,6 5.2,3.5 4.4,1 2.6,0|0.2,-0.7 5,7.7"},
	{"Ł", "0,10 0,0 5.4,0|-0.8,4 2.6,6.4"},
	{"ł", "0.8,10.4 0.8,0|0,4 1.8,6"},
	{"Đ", "3.2,0 0.6,0 0.6,10 3.2,10|~3.2,10 6.2,8.8 7.4,5 6.2,1.2 3.2,0|-0.4,5.2 3,5.2"},
	{"Æ", "0,0 4.4,10 10,10|1.5,3.4 5,3.4|5,10 5,0 10,0|5,5.2 9.2,5.2"},
	{"æ",
		"~4.4,3.5 3.8,1 2.2,0 0.7,1 0,3.5 0.7,6 2.2,7 3.8,6 4.4,3.5|4.4,3.8 8.6,3.8|~8.6,3.8 8.1,6.1 6.5,7 5,6.2 "
		"4.4,3.5 5,0.9 6.5,0 7.7,0.3 8.5,1.3"},
	{"Œ", "~4.8,0 1.3,1.3 0,5 1.3,8.7 4.8,10|4.8,10 9.8,10|4.8,0 9.8,0|5,10 5,0|5,5.2 9,5.2"},
	{"œ",
		"~2.4,0 0.7,1 0,3.5 0.7,6 2.4,7 4.1,6 4.8,3.5 4.1,1 2.4,0|4.8,3.8 9,3.8|~9,3.8 8.5,6.1 6.9,7 5.3,6 4.8,3.5 "
		"5.4,1 6.9,0 8.1,0.3 8.9,1.3"},
	{"ď", "~5,3.5 4.2,6 2.5,7 0.8,6 0,3.5 0.8,1 2.5,0 4.2,1 5,3.5|5,10.4 5,0|6.6,10.6 6.2,8.6"},
	{"ť", "1.3,9.2 1.3,2|~1.3,2 1.8,0.5 3.3,0.1|0,7 3.1,7|3.4,10.6 3,8.6"},
	{"ı", "0,7 0,0"},
	{"–", "0,3.8 5,3.8"},
	{"—", "0,3.8 8,3.8"},
	{"‘", "0,7.6 0.7,9.8"},
	{"’", "0.7,9.8 0,7.6"},
	{"“", "0,7.6 0.7,9.8|1.7,7.6 2.4,9.8"},
	{"”", "0.7,9.8 0,7.6|2.4,9.8 1.7,7.6"},
	{"…", "0,0 0,0.1|2.2,0 2.2,0.1|4.4,0 4.4,0.1"},
	{"·", "0,3.8 0,3.9"},
	{"°", "~1.3,7 0.2,8.5 1.3,10 2.4,8.5 1.3,7"},
	{"×", "0,1.6 4.4,6|0,6 4.4,1.6"},
	{"≥", "0,8 4.8,5.2 0,2.4|0,0.4 4.8,0.4"},
	{"µ", "0,7 0,-3.1|~0,2.6 0.6,0.6 2.2,0 3.9,0.8 4.7,2.8|4.7,7 4.7,0"},
};
constexpr const char* Box = "0,0 5,0 5,10 0,10 0,0";
constexpr size_t GlyphCount = sizeof(Glyphs) / sizeof(Glyphs[0]);
static_assert(GlyphCount == '~' - '!' + 1);

struct FPen
{
	float X = 0.0f, Y = 0.0f;
};

/** A curve through points (Catmull and Rom 1974), six stretches from each to the next. */
std::vector<FPen> Smooth(const std::vector<FPen>& Points)
{
	const size_t Last = Points.size() - 1;
	const bool bClosed = Points[0].X == Points[Last].X && Points[0].Y == Points[Last].Y;
	const auto At = [&](size_t I, int Step) -> FPen
	{
		if (Step < 0 && I == 0)
		{
			return bClosed ? Points[Last - 1] : Points[0];
		}
		if (Step > 0 && I == Last)
		{
			return bClosed ? Points[1] : Points[Last];
		}
		return Points[I + static_cast<size_t>(Step)];
	};
	std::vector<FPen> Out = {Points[0]};
	constexpr int Parts = 6;
	for (size_t I = 0; I < Last; ++I)
	{
		const FPen A = At(I, -1), B = Points[I], C = Points[I + 1], D = At(I + 1, 1);
		for (int Part = 1; Part <= Parts; ++Part)
		{
			const float T = static_cast<float>(Part) / Parts;
			const auto Value = [T](float P, float Q, float R, float S) {
				return 0.5f *
					(2.0f * Q + T * (R - P + T * (2.0f * P - 5.0f * Q + 4.0f * R - S + T * (3.0f * (Q - R) + S - P))));
			};
			Out.push_back({Value(A.X, B.X, C.X, D.X), Value(A.Y, B.Y, C.Y, D.Y)});
		}
	}
	return Out;
}

FStrokeGlyph MakeGlyph(const char* Text)
{
	FStrokeGlyph Glyph;
	while (*Text != 0)
	{
		const bool bSmooth = *Text == '~';
		Text += bSmooth ? 1 : 0;
		std::vector<FPen> Points;
		while (*Text != 0 && *Text != '|')
		{
			FPen Point;
			const char* End = Text + std::strlen(Text);
			Text = std::from_chars(std::from_chars(Text, End, Point.X).ptr + 1, End, Point.Y).ptr;
			Text += *Text == ' ' ? 1 : 0;
			Points.push_back({0.1f * Point.X, 0.1f * Point.Y});
		}
		Text += *Text == '|' ? 1 : 0;
		const std::vector<FPen> Line = bSmooth ? Smooth(Points) : Points;
		for (size_t I = 1; I < Line.size(); ++I)
		{
			Glyph.Strokes.push_back({Line[I - 1].X, Line[I - 1].Y, Line[I].X, Line[I].Y});
			Glyph.Width = std::max({Glyph.Width, Line[I - 1].X, Line[I].X});
		}
	}
	return Glyph;
}

/** The character at a place of a text that is UTF-8, as its bytes; moves At behind it. */
std::string_view NextCharacter(std::string_view Utf8, size_t& At)
{
	const size_t First = At++;
	while (At < Utf8.size() && (static_cast<unsigned char>(Utf8[At]) & 0xc0u) == 0x80u)
	{
		++At;
	}
	return Utf8.substr(First, At - First);
}

/** A letter with a mark over or under its middle. */
FStrokeGlyph MakeMarked(char Letter, const FMarked& Kind)
{
	FStrokeGlyph Glyph = MakeGlyph(Letter == 'i' ? "0,7 0,0"
			: Letter == 'j'                      ? "1.6,7 1.6,-1|~1.6,-1 1.2,-2.6 0,-3.1"
												 : Glyphs[Letter - '!']);
	const bool bTall = (Letter >= 'A' && Letter <= 'Z') || std::strchr("bdfhklt", Letter) != nullptr;
	const float Middle = Letter == 'j' ? 0.16f : 0.5f * Glyph.Width, Up = Kind.bBelow ? 0.0f : bTall ? 1.0f : 0.7f;
	float Left = 0.0f;
	for (const FStroke& Stroke : MakeGlyph(Kind.Mark).Strokes)
	{
		Glyph.Strokes.push_back({Stroke.X0 + Middle, Stroke.Y0 + Up, Stroke.X1 + Middle, Stroke.Y1 + Up});
		Left = std::min({Left, Stroke.X0 + Middle, Stroke.X1 + Middle});
	}
	// A mark that is wider than its letter moves it.
	for (FStroke& Stroke : Glyph.Strokes)
	{
		Stroke.X0 -= Left;
		Stroke.X1 -= Left;
		Glyph.Width = std::max({Glyph.Width, Stroke.X0, Stroke.X1});
	}
	return Glyph;
}

struct FTypeface
{
	std::array<FStrokeGlyph, GlyphCount> Printable;
	std::map<std::string, FStrokeGlyph, std::less<>> Beyond; // by their UTF-8
	FStrokeGlyph Space, Unknown = MakeGlyph(Box);

	FTypeface()
	{
		for (size_t I = 0; I < GlyphCount; ++I)
		{
			Printable[I] = MakeGlyph(Glyphs[I]);
		}
		Space.Width = 0.28f;
		for (const FMarked& Kind : Marked)
		{
			const std::string_view Pairs = Kind.Pairs;
			for (size_t At = 0; At < Pairs.size();)
			{
				const char Letter = NextCharacter(Pairs, At)[0];
				Beyond.emplace(NextCharacter(Pairs, At), MakeMarked(Letter, Kind));
			}
		}
		for (const auto& [Sign, Strokes] : Others)
		{
			Beyond.emplace(Sign, MakeGlyph(Strokes));
		}
		for (const char* Blank : {"\u00a0", "\u2009", "\u202f"})
		{
			Beyond.emplace(Blank, Space);
		}
	}
};

} // namespace StrokeFonts

const FStrokeGlyph& NextGlyph(std::string_view Utf8, size_t& At)
{
	static const StrokeFonts::FTypeface Typeface;
	const std::string_view Character = StrokeFonts::NextCharacter(Utf8, At);
	const char First = Character[0];
	if (First == ' ')
	{
		return Typeface.Space;
	}
	if (First >= '!' && First <= '~')
	{
		return Typeface.Printable[static_cast<size_t>(First - '!')];
	}
	const auto Found = Typeface.Beyond.find(Character);
	return Found != Typeface.Beyond.end() ? Found->second : Typeface.Unknown;
}

} // namespace Exemplar
