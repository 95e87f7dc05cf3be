// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

struct FMath
{
	template <typename T>
	static constexpr T Max(const T A, const T B)
	{
		return B < A ? A : B;
	}
	template <typename T>
	static constexpr T Min(const T A, const T B)
	{
		return A < B ? A : B;
	}
	template <typename T>
	static constexpr T Clamp(const T X, const T Low, const T High)
	{
		return X < Low ? Low : High < X ? High : X;
	}
	template <typename T>
	static constexpr T Abs(const T A)
	{
		return A < T(0) ? -A : A;
	}
	template <typename T>
	static constexpr T DivideAndRoundUp(T Dividend, T Divisor)
	{
		return (Dividend + Divisor - 1) / Divisor;
	}
	static float Sqrt(float X) { return std::sqrt(X); }
	static double Sqrt(double X) { return std::sqrt(X); }
	static float Sin(float X) { return std::sin(X); }
	static double Sin(double X) { return std::sin(X); }
	static float Cos(float X) { return std::cos(X); }
	static double Cos(double X) { return std::cos(X); }
	static float Tan(float X) { return std::tan(X); }
	static double Tan(double X) { return std::tan(X); }
	static bool IsFinite(float X) { return std::isfinite(X); }
	static bool IsFinite(double X) { return std::isfinite(X); }
	static bool IsNearlyEqual(float A, float B, float Tolerance = UE_SMALL_NUMBER) { return Abs(A - B) <= Tolerance; }
	static bool IsNearlyEqual(double A, double B, double Tolerance = double(UE_SMALL_NUMBER))
	{
		return Abs(A - B) <= Tolerance;
	}
};
