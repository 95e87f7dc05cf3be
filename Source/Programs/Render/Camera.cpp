// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Camera.h"

#include <charconv>

namespace Exemplar
{
namespace Cameras
{

const FView NamedViews[] = {{0.0f, 4.0f, "front"}, {180.0f, 4.0f, "back"}, {90.0f, 4.0f, "left"},
	{-90.0f, 4.0f, "right"}, {32.0f, 9.0f, "three-quarter"}, {212.0f, 9.0f, "three-quarter-back"}, {0.0f, 88.0f, "top"},
	{40.0f, 38.0f, "above"}, {28.0f, -4.0f, "below"}};

constexpr float Degree = PiF / 180.0f;
constexpr float TanHalfView = 0.19f; // a portrait lens: 85 mm on small film

/** A camera that looks the right way, from nowhere yet. */
FCamera Aim(const FView& View)
{
	const float Azimuth = View.Azimuth * Degree;
	const float Elevation = std::clamp(View.Elevation, -89.9f, 89.9f) * Degree;
	FCamera Camera;
	Camera.Forward = {
		-std::sin(Azimuth) * std::cos(Elevation), -std::sin(Elevation), -std::cos(Azimuth) * std::cos(Elevation)};
	Camera.Right = Normalize(Cross(Camera.Forward, FFloat3{0.0f, 1.0f, 0.0f}));
	Camera.Up = Cross(Camera.Right, Camera.Forward);
	return Camera;
}

} // namespace Cameras

std::vector<std::string> ViewNames()
{
	std::vector<std::string> Out;
	for (const FView& View : Cameras::NamedViews)
	{
		Out.push_back(View.Name);
	}
	return Out;
}

TResult<FView> ParseView(const std::string& Text)
{
	for (const FView& View : Cameras::NamedViews)
	{
		if (View.Name == Text)
		{
			return View;
		}
	}
	FView View;
	View.Name = Text;
	const char* End = Text.data() + Text.size();
	const std::from_chars_result First = std::from_chars(Text.data(), End, View.Azimuth);
	if (First.ec == std::errc() && First.ptr != End && *First.ptr == ',')
	{
		const std::from_chars_result Second = std::from_chars(First.ptr + 1, End, View.Elevation);
		const bool bInRange = std::abs(View.Azimuth) <= 3600.0f && std::abs(View.Elevation) <= 90.0f;
		if (Second.ec == std::errc() && Second.ptr == End && bInRange)
		{
			return View;
		}
	}
	std::string Names;
	for (const std::string& Name : ViewNames())
	{
		Names += Name + ", ";
	}
	return FError{EErrorCode::InvalidArgument,
		"Unknown view '" + Text + "'. Use " + Names + "or azimuth,elevation in degrees, such as 30,10."};
}

std::array<FFloat4, 4> FCamera::ToClip() const
{
	const auto Row = [this](const FFloat3& Axis, float Scale) -> FFloat4 {
		return FFloat4{Axis.X, Axis.Y, Axis.Z, -Dot(Axis, Eye)} * Scale;
	};
	const float Depth = Far / (Far - Near);
	FFloat4 Third = Row(Forward, Depth);
	Third.W -= Depth * Near;
	return {Row(Right, 1.0f / TanHalfWidth), Row(Up, 1.0f / TanHalfHeight), Third, Row(Forward, 1.0f)};
}

FCamera FrameCamera(const FView& View, std::span<const FFloat3> Points, float Aspect, float Fill, float Footer)
{
	FCamera Camera = Cameras::Aim(View);
	Camera.TanHalfWidth = Cameras::TanHalfView * (Aspect > 1.0f ? Aspect : 1.0f);
	Camera.TanHalfHeight = Camera.TanHalfWidth / Aspect;

	// Each side of the picture is a plane through the eye. Four support points define the planes; two pairs of planes
	// meet in lines, and the eye is on the farther line, in the middle of the other.
	const float A = Camera.TanHalfWidth * Fill, B = Camera.TanHalfHeight * Fill;
	const float Below = Camera.TanHalfHeight * (std::max)(Fill - 2.0f * Footer, 0.2f);
	float Left = -INFINITY, Right = -INFINITY, Bottom = -INFINITY, Top = -INFINITY;
	float First = INFINITY, Last = -INFINITY;
	for (const FFloat3& P : Points)
	{
		const float X = Dot(P, Camera.Right), Y = Dot(P, Camera.Up), Z = Dot(P, Camera.Forward);
		Right = (std::max)(Right, X - A * Z);
		Left = (std::max)(Left, -X - A * Z);
		Top = (std::max)(Top, Y - B * Z);
		Bottom = (std::max)(Bottom, -Y - Below * Z);
		First = (std::min)(First, Z);
		Last = (std::max)(Last, Z);
	}
	if (Points.empty())
	{
		Left = Right = Top = Bottom = 1.0f;
		First = Last = 0.0f;
	}
	const float Depth = -(std::max)((Left + Right) / (2.0f * A), (Top + Bottom) / (B + Below));
	Camera.Eye = Camera.Right * (0.5f * (Right - Left)) + Camera.Up * (0.5f * (Top - Bottom + (B - Below) * Depth)) +
		Camera.Forward * Depth;
	const float Size = (std::max)(Last - First, 1e-3f * (First - Depth));
	Camera.Near = (std::max)((First - Depth) - 0.5f * Size, 0.02f * (First - Depth));
	Camera.Far = (Last - Depth) + 0.5f * Size;
	return Camera;
}

float ApparentAspect(const FView& View, std::span<const FFloat3> Points)
{
	const FCamera Camera = Cameras::Aim(View);
	FBox Box;
	for (const FFloat3& P : Points)
	{
		Box.Add({Dot(P, Camera.Right), Dot(P, Camera.Up), 0.0f});
	}
	const FFloat3 Size = Box.IsEmpty() ? FFloat3{1.0f, 1.0f, 0.0f} : Box.Max - Box.Min;
	return (std::max)(Size.X, 1e-6f) / (std::max)(Size.Y, 1e-6f);
}

} // namespace Exemplar
