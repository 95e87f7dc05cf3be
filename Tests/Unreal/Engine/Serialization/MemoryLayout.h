// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

#define DECLARE_TYPE_LAYOUT(TypeName, Interface) \
public: \
	static constexpr bool bHostHasLayout = true; \
	static void HostCheckLayout()
#define LAYOUT_FIELD(FieldType, FieldName) FieldType FieldName
// A type with a layout is copied as bytes: it owns nothing and has no virtual function.
#define IMPLEMENT_TYPE_LAYOUT(TypeName) \
	void TypeName::HostCheckLayout() \
	{ \
		static_assert(std::is_trivially_copyable_v<TypeName> && !std::is_polymorphic_v<TypeName>); \
	}
